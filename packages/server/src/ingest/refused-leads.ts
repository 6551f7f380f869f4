import type { RefusedLead } from '@svc/core';
import { CLICK_KEY } from './customers.js';
import { describeTable } from './table.js';

const REFUSED_LEADS = describeTable<RefusedLead>(
  'refused_leads',
  {
    programId: 'bigint',
    customerId: 'bigint',
    source: 'text',
    namesKey: 'boolean',
    click: { orNull: CLICK_KEY },
    enrollmentId: 'bigint',
    partnerId: 'bigint',
    linkId: 'bigint',
    isExpired: 'boolean',
    code: 'text',
    occurredAtMs: 'time',
    reportedAtMs: 'time',
  },
  { clause: 'on conflict do nothing' },
);

/** Returns a row of the table refused_leads as a record of the rules. */
export const refusedLeadFromRow = REFUSED_LEADS.fromRow;

/** Inserts refused leads; one that is sent again is written once. */
export const insertRefusedLeads = REFUSED_LEADS.insert;
