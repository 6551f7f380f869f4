import { usePartners } from '../../ui/partner-name.js';

/** Whether a partner is known not to be approved, so that their links count nothing. */
export function usePausedPartner(partnerId: number | null): boolean {
  const partner = usePartners().data?.data.find(({ id }) => id === partnerId);
  return partner !== undefined && partner.status !== 'approved';
}
