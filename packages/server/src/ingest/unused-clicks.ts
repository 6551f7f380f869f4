import type { UnusedClick } from '@svc/core';
import { CLICK_KEY } from './customers.js';
import { describeTable } from './table.js';

const UNUSED_CLICKS = describeTable<UnusedClick>(
  'unused_clicks',
  {
    programId: 'bigint',
    customerId: 'bigint',
    saleId: 'bigint',
    isOfLead: 'boolean',
    click: { columns: CLICK_KEY },
    enrollmentId: 'bigint',
    partnerId: 'bigint',
    linkId: 'bigint',
    isExpired: 'boolean',
    occurredAtMs: 'time',
  },
  { clause: 'on conflict do nothing' },
);

/** A row of the table unused_clicks as the rules know it. */
export const unusedClickFromRow = UNUSED_CLICKS.fromRow;

/** Writes clicks that were named without giving credit; a lead that is sent again names its click once. */
export const insertUnusedClicks = UNUSED_CLICKS.insert;
