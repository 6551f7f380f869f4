import type { Lead } from '@svc/core';
import { describeTable } from './table.js';

const LEADS = describeTable<Lead>('leads', {
  id: 'bigint',
  programId: 'bigint',
  customerId: 'bigint',
  partnerId: 'bigint',
  linkId: 'bigint',
  testMode: 'boolean',
  source: 'text',
  customerKey: 'text',
  creditCodeId: 'bigint',
  dimensions: 'text',
  code: 'text',
  codeResult: 'text',
  uncreditedReason: 'text',
  additionalData: 'text',
  occurredAtMs: 'time',
});

/** Writes leads. A customer has at most one: the unique index on customer_id has the last word. */
export const insertLeads = LEADS.insert;
