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
    occurredAtMs: 'time',
  },
  {
    clause: `on conflict (program_id, kind, reference) do update
               set reason = excluded.reason, customer_key = excluded.customer_key, click_id = excluded.click_id,
                   code = excluded.code, amount_cents = excluded.amount_cents, currency = excluded.currency,
                   occurred_at = excluded.occurred_at`,
  },
);

/** Writes refused leads and sales that nobody could be credited with; one that is sent again is kept as it was sent last. */
export const insertUncredited = UNCREDITED.insert;
