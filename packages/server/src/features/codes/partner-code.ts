import type { CodeItem, PartnerCodeItem } from '@svc/contract';

/** A code as its partner sees it: without the ids of the payment provider. */
export function partnerCodeOf({ id, code, link_id, is_active, created_at }: CodeItem): PartnerCodeItem {
  return { id, code, link_id, is_active, created_at };
}
