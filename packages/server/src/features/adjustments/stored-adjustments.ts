import type { Movement, PartnerAdjustment, PartnerAdjustmentChange } from '@svc/core';
import type { ClientBase } from 'pg';
import { send } from '../../database/statements.js';
import { columnsOf } from '../../ingest/columns.js';
import { insertMovements } from '../../ingest/movements.js';

interface StoredRow {
  readonly id: number;
  readonly program_id: number;
  readonly partner_id: number;
  readonly amount_cents: number;
  readonly currency: string;
  readonly status: PartnerAdjustment['status'];
  readonly payable_at: Date;
  readonly payout_id: number | null;
}

/** Reads the adjustments that a condition (with its order, limit and lock) picks out, as the rules know them. */
export async function selectAdjustments(
  client: ClientBase,
  where: string,
  values: readonly unknown[],
): Promise<PartnerAdjustment[]> {
  const { rows } = await client.query<StoredRow>(
    `select id, program_id, partner_id, amount_cents, currency, status, payable_at, payout_id
       from adjustments where ${where}`,
    [...values],
  );
  return rows.map((row) => ({
    id: row.id,
    programId: row.program_id,
    partnerId: row.partner_id,
    amountCents: row.amount_cents,
    currency: row.currency,
    status: row.status,
    payableAtMs: row.payable_at.getTime(),
    payoutId: row.payout_id,
  }));
}

/** Writes what can change of adjustments: their status and their payout. */
export async function updateAdjustments(
  client: ClientBase,
  adjustments: readonly PartnerAdjustment[],
): Promise<void> {
  if (adjustments.length === 0) return;
  await client.query(
    `update adjustments a set status = changed.status, payout_id = changed.payout_id
       from unnest($1::bigint[], $2::text[], $3::bigint[]) as changed (id, status, payout_id)
      where a.id = changed.id`,
    columnsOf(
      adjustments,
      (adjustment) => adjustment.id,
      (adjustment) => adjustment.status,
      (adjustment) => adjustment.payoutId,
    ),
  );
}

/** Writes changed adjustments and their movements. */
export async function writeAdjustmentChanges(
  client: ClientBase,
  changes: readonly PartnerAdjustmentChange[],
): Promise<void> {
  await updateAdjustments(
    client,
    changes.map(({ adjustment }) => adjustment),
  );
  const movements: readonly Movement[] = changes.map(({ movement }) => movement);
  await send(client, [insertMovements(movements)]);
}
