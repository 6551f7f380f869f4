import type { QueryClient } from '@tanstack/react-query';

/** The partner whose portal a member of the team views, which is read-only. Decision 45. */
export interface Viewed {
  readonly programId: string;
  readonly partnerId: string;
}

let viewed: Viewed | null = null;

/** Whose portal is viewed; null: people see their own. The address says it, as `as`, on each page of the portal. */
export function viewedPartner(): Viewed | null {
  return viewed;
}

/** Called with what the address says before a page of the portal is loaded. What was read as somebody else is forgotten. */
export function viewPartner(next: Viewed | null, queries: QueryClient): void {
  if (next?.programId === viewed?.programId && next?.partnerId === viewed?.partnerId) return;
  viewed = next;
  queries.removeQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/partner/programs/'),
  });
}

/** The address of a request, with the partner who is viewed where it asks for the portal of their program. */
export function asViewed(address: string): string {
  if (viewed === null) return address;
  const url = new URL(address, 'http://localhost');
  const portal = `/api/partner/programs/${viewed.programId}`;
  if (url.pathname !== portal && !url.pathname.startsWith(`${portal}/`)) return address;
  return `${address}${url.search === '' ? '?' : '&'}as_partner=${viewed.partnerId}`;
}
