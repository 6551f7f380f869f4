import type { Row } from '../../api/client.js';

/** A referral link as lists have it. */
export type Link = Row<'/api/programs/{programId}/links'>;

/** The same by itself, without what it brought. */
export type LinkItem = Omit<Link, 'totals'>;

/** Whether a link counts nothing because its partner is not approved. */
export function isPaused({ partner_status }: LinkItem): boolean {
  return partner_status !== null && partner_status !== 'approved';
}
