import { useQueries } from '@tanstack/react-query';
import { request } from '../api/client.js';
import { useList } from '../api/use-read.js';
import { useWorkspace } from '../session/session.js';
import { codesOf, customersOf, type Found, partnersOf, salesOf } from './found.js';

const FOUND_ELSEWHERE = 'found-elsewhere';
/** More would be a search of everything each time that somebody mistypes. */
const MOST_PROGRAMS = 10;
const MOST_OF_A_KIND = '3';
/** Shorter texts are in most programs, and each is asked. */
const FEWEST_CHARACTERS = 3;

/**
 * What the other programs of the workspace have for a text that this one has not, or all of them on a page of no program: partners,
 * customers, sales and codes, each with the name of its program. Nothing is asked for a text of one or two characters.
 */
export function useFoundElsewhere(
  programId: string | undefined,
  q: string,
): { readonly found: readonly Found[]; readonly isSearching: boolean } {
  const workspace = useWorkspace();
  const isAsked = workspace !== null && q.length >= FEWEST_CHARACTERS;
  const programs = useList(
    '/api/workspaces/{workspaceId}/programs',
    { path: { workspaceId: workspace?.id ?? 0 }, query: { limit: '200' } },
    { enabled: isAsked },
  );
  const others = isAsked ? (programs.rows ?? []).filter(({ id }) => String(id) !== programId) : [];
  const reads = useQueries({
    queries: others.slice(0, MOST_PROGRAMS).map(({ id, name }) => ({
      queryKey: [FOUND_ELSEWHERE, id, q],
      queryFn: () => findIn(id, name, q),
    })),
  });
  return {
    found: reads.flatMap(({ data }) => data ?? []),
    isSearching:
      isAsked &&
      ((programs.rows === undefined && programs.error === null) || reads.some((read) => read.isPending)),
  };
}

async function findIn(programId: number, program: string, q: string): Promise<Found[]> {
  const input = { path: { programId }, query: { q, limit: MOST_OF_A_KIND } };
  const [partners, customers, sales, codes] = await Promise.all([
    request('get', '/api/programs/{programId}/partners', input),
    request('get', '/api/programs/{programId}/customers', input),
    request('get', '/api/programs/{programId}/sales', input),
    request('get', '/api/programs/{programId}/codes', input),
  ]);
  return [
    ...partnersOf(programId, partners),
    ...customersOf(programId, customers),
    ...salesOf(programId, sales),
    ...codesOf(programId, codes),
  ].map((one) => ({ ...one, id: `${programId} ${one.id}`, description: program }));
}
