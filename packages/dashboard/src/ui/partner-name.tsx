import { Skeleton } from '@mantine/core';
import { useRead } from '../api/use-read.js';
import { useProgramId } from '../session/session.js';
import { TextLink } from './links.js';

const MOST_AT_ONCE = '200';

/** The partners of the program in the address (the first 200), for filters and for names beside numbers. */
export function usePartners() {
  const programId = useProgramId();
  return useRead('/api/programs/{programId}/partners', {
    path: { programId },
    query: { limit: MOST_AT_ONCE },
  });
}

/** A partner's name, which leads to the partner's page; the number where the name is not at hand. */
export function PartnerName({ partnerId }: { readonly partnerId: number }) {
  const programId = useProgramId();
  const partners = usePartners();
  if (partners.isPending) return <Skeleton height={14} width={90} display="inline-block" />;
  const name = partners.data?.data.find(({ id }) => id === partnerId)?.name;
  return (
    <TextLink
      to="/p/$programId/partners/$partnerId"
      params={{ programId, partnerId: String(partnerId) }}
      truncate
      maw="11rem"
      display="inline-block"
      style={{ verticalAlign: 'bottom' }}
    >
      {name ?? `Partner ${partnerId}`}
    </TextLink>
  );
}
