import type { CustomerItem } from '@svc/contract';
import { type Customer, clickIdOf } from '@svc/core';

const isoOrNull = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());

/** A customer as the rules know them, as they are shown. */
export function customerItemOf(customer: Customer): CustomerItem {
  return {
    id: customer.id,
    customer_key: customer.customerKey,
    status: customer.status,
    click_id: clickIdOf(customer),
    partner_id: customer.partnerId,
    link_id: customer.linkId,
    test_mode: customer.testMode,
    named_by: customer.namedBy,
    created_at: new Date(customer.createdAtMs).toISOString(),
    lead_at: isoOrNull(customer.leadAtMs),
    first_sale_id: customer.firstSaleId,
    first_sale_at: isoOrNull(customer.firstSaleAtMs),
  };
}
