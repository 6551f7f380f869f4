import type { Lead } from '@svc/core';
import type { Statement } from '../database/statements.js';
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
  reward: 'json',
  additionalData: 'text',
  occurredAtMs: 'time',
});

/** A row of the table leads as the rules know it. */
export const leadFromRow = LEADS.fromRow;

/** Writes leads. A customer has at most one: the unique index on customer_id has the last word. */
export const insertLeads = LEADS.insert;

/** Marks a lead whose reward could not be written, so that it is completed later. */
export function markRewardMissing(leadId: number): Statement {
  return {
    name: 'mark-reward-missing',
    text: `update leads set is_reward_missing = true where id = $1`,
    values: [String(leadId)],
  };
}
