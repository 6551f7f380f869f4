import { applyHolds, earnReward, rewardTotals } from '@svc/core';
import type { Pool } from 'pg';
import { send } from '../../database/statements.js';
import { isConnectionLost, withTransaction } from '../../database/transaction.js';
import { appendEvents, eventsOfMovements } from '../../events/append-events.js';
import { createBreakdownMemory } from '../../ingest/breakdown.js';
import { insertCommissions, updateCommissions } from '../../ingest/commissions.js';
import type { IdSource } from '../../ingest/ids.js';
import { leadFromRow } from '../../ingest/leads.js';
import { insertMovements } from '../../ingest/movements.js';
import type { Row } from '../../ingest/table.js';
import { addTotals } from '../../ingest/totals.js';
import { readCustomersAtLeads } from '../customers/read-customers-at-sales.js';
import { readEarnedHeldAt } from './read-hold-conditions.js';

/** As `completeCommissions` has it. */
const TOTALS_SLOT = -1;
/** A commission, its earn movement and a hold. */
const IDS_PER_LEAD = 3;
/** As `completeCommissions` has it. */
const MAX_FAILURES_IN_A_ROW = 3;

/** What a run did. */
export interface RewardCompletion {
  readonly completed: number;
  readonly failed: readonly { readonly leadId: number; readonly error: unknown }[];
}

/**
 * Gives leads whose reward could not be written with them the commission they earned, once, by what was true when they were
 * recorded. Each lead in a transaction of its own, so that one that cannot be completed does not keep the others. Rejects only
 * when the database is away. Contract 2 sections 7.1 and 13.
 */
export async function completeRewards(
  pool: Pool,
  ids: IdSource,
  options: { readonly nowMs: number; readonly limit?: number; readonly except?: readonly number[] },
): Promise<RewardCompletion> {
  const { nowMs, limit = 200, except = [] } = options;
  const { rows } = await pool.query<{ id: number }>(
    `select id from leads where is_reward_missing and id <> all($1::bigint[]) order by id limit $2`,
    [except, limit],
  );
  const failed: { leadId: number; error: unknown }[] = [];
  let completed = 0;
  let failuresInARow = 0;
  for (const { id: leadId } of rows) {
    try {
      if (await completeLead(pool, ids, leadId, nowMs)) completed++;
      failuresInARow = 0;
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      failed.push({ leadId, error });
      if (++failuresInARow === MAX_FAILURES_IN_A_ROW) break;
    }
  }
  return { completed, failed };
}

/** False: another process has or has had it. */
async function completeLead(pool: Pool, ids: IdSource, leadId: number, nowMs: number): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    const { rows } = await client.query<Row>(
      `select * from leads where id = $1 and is_reward_missing for update skip locked`,
      [leadId],
    );
    const [lead] = rows.map(leadFromRow);
    if (lead === undefined) return false;
    const customer = (await readCustomersAtLeads(client, [lead])).get(leadId);
    if (customer === undefined)
      throw new Error(`lead ${leadId} cannot be completed: its customer is unknown`);
    const newId = await ids.take(client, IDS_PER_LEAD);
    const earned = earnReward({ lead, customer, atMs: nowMs, newId });
    if (earned === null) throw new Error(`lead ${leadId} cannot be completed: it earns nothing`);
    const heldAt = await readEarnedHeldAt(client, [earned.commission.enrollmentId]);
    const earnedHeldAtMs = heldAt.get(earned.commission.enrollmentId) ?? null;
    const conditions = { isDisputed: false, earnedHeldAtMs };
    // It was earned when the lead was recorded.
    const asEarned = { ...earned, commission: { ...earned.commission, createdAtMs: lead.occurredAtMs } };
    const { commission: held, movements } = applyHolds(asEarned, conditions, { atMs: nowMs, newId });
    const commission = { ...held, createdAtMs: nowMs };
    const noted = commission.holdNote === null ? [] : [commission];
    await send(client, [
      insertCommissions([commission]),
      updateCommissions(noted),
      insertMovements(movements),
    ]);
    await appendEvents(client, eventsOfMovements(movements));
    await client.query(`update leads set is_reward_missing = false where id = $1`, [leadId]);
    const totals = [rewardTotals(lead, commission)];
    await send(client, [addTotals(totals, TOTALS_SLOT), createBreakdownMemory().add(totals, TOTALS_SLOT)]);
    return true;
  });
}
