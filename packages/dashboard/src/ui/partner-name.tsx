import { Skeleton } from '@mantine/core';
import type { Row } from '../api/client.js';
import { useRead } from '../api/use-read.js';
import { onlyPeriod } from '../session/search.js';
import { useProgramId } from '../session/session.js';
import { texts } from '../texts/ui.js';
import { TextLink } from './links.js';

const MOST_AT_ONCE = '200';

export type PartnerStatus = Row<'/api/programs/{programId}/partners'>['status'];

interface PartnersAsked {
  readonly status?: PartnerStatus | undefined;
  /** A part of the name or of the address. */
  readonly search?: string | undefined;
}

/** Partners of the program in the address, the newest 200: all of them in most programs. */
export function usePartners({ status, search }: PartnersAsked = {}) {
  const programId = useProgramId();
  const query = { limit: MOST_AT_ONCE, ...(status && { status }), ...(search && { search }) };
  return useRead('/api/programs/{programId}/partners', { path: { programId }, query });
}

/** A partner's name; undefined while it is being read. One whom the list does not reach is read alone. */
export function usePartnerName(partnerId: number | null): string | undefined {
  const programId = useProgramId();
  const partners = usePartners();
  const listed = partners.data?.data.find(({ id }) => id === partnerId);
  const isBeyond = listed === undefined && partners.data?.next_cursor != null;
  const alone = useRead(
    '/api/programs/{programId}/partners/{id}',
    { path: { programId, id: partnerId ?? 0 } },
    { enabled: isBeyond && partnerId !== null },
  );
  if (listed !== undefined) return listed.name;
  const isReading = partners.isPending || (isBeyond && alone.data?.id !== partnerId && !alone.error);
  if (isReading || partnerId === null) return undefined;
  return alone.data?.id === partnerId ? alone.data.name : texts.partner({ partnerId });
}

/** A partner's name, which leads to the partner's page; the number where the name is not at hand. */
export function PartnerName({ partnerId }: { readonly partnerId: number }) {
  const programId = useProgramId();
  const name = usePartnerName(partnerId);
  if (name === undefined) return <Skeleton height={14} width={90} display="inline-block" />;
  return (
    <TextLink
      to="/p/$programId/partners/$partnerId"
      params={{ programId, partnerId: String(partnerId) }}
      search={onlyPeriod as never}
      truncate
      maw="11rem"
      display="inline-block"
      style={{ verticalAlign: 'bottom' }}
    >
      {name}
    </TextLink>
  );
}
