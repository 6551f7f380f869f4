import type { UncreditedReport } from '@svc/core';
import { describeTable } from './table.js';

const UNCREDITED = describeTable<UncreditedReport>(
  'uncredited',
  {
    workspaceId: 'bigint',
    programId: 'bigint',
    kind: 'text',
    reference: 'text',
    reason: 'text',
    customerKey: 'text',
    clickId: 'text',
    code: 'text',
    amountCents: 'bigint',
    currency: 'text',
    taxCents: 'bigint',
    items: 'json',
    occurredAtMs: 'time',
    reportedAtMs: 'time',
  },
  {
    clause: `on conflict (workspace_id, coalesce(program_id, 0), kind, reference) do update
               set reason = excluded.reason, customer_key = excluded.customer_key, click_id = excluded.click_id,
                   code = excluded.code, amount_cents = excluded.amount_cents, currency = excluded.currency,
                   tax_cents = excluded.tax_cents, items = excluded.items,
                   occurred_at = excluded.occurred_at, reported_at = excluded.reported_at`,
  },
);

/** Writes refused leads and sales that nobody could be credited with; one that is sent again is kept as it was sent last. */
export const insertUncredited = UNCREDITED.insert;

/** A row of the table uncredited as the rules know it. */
export const uncreditedFromRow = UNCREDITED.fromRow;
