import type { Lead } from '@svc/core';
import type { Statement } from '../database/statements.js';
import { columnsOf } from './columns.js';

/** Writes leads. A customer has at most one: the unique index on customer_id has the last word. */
export function insertLeads(leads: readonly Lead[]): Statement | null {
  if (leads.length === 0) return null;
  return {
    name: 'insert-leads',
    text: `insert into leads (id, program_id, customer_id, partner_id, link_id, test_mode, source, additional_data,
                              occurred_at, customer_key)
           select id, program_id, customer_id, partner_id, link_id, test_mode, source, additional_data,
                  to_timestamp(occurred_ms::float8 / 1000), customer_key
             from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::boolean[],
                         $7::text[], $8::text[], $9::bigint[], $10::text[])
               as new (id, program_id, customer_id, partner_id, link_id, test_mode, source, additional_data,
                       occurred_ms, customer_key)`,
    values: columnsOf(
      leads,
      (lead) => lead.id,
      (lead) => lead.programId,
      (lead) => lead.customerId,
      (lead) => lead.partnerId,
      (lead) => lead.linkId,
      (lead) => lead.testMode,
      (lead) => lead.source,
      (lead) => lead.additionalData,
      (lead) => lead.occurredAtMs,
      (lead) => lead.customerKey,
    ),
  };
}
