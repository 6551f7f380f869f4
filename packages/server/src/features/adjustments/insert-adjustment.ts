import type { AdjustmentItem } from '@svc/contract';
import { maturity, type PartnerAdjustment, postAdjust } from '@svc/core';
import type { ClientBase } from 'pg';
import { send } from '../../database/statements.js';
import type { IdSource } from '../../ingest/ids.js';
import { insertMovements } from '../../ingest/movements.js';
import type { AuditEntry, Change } from '../../operations/change.js';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import { currencyType, instantType } from '../../operations/value-types.js';
import { lockPartnerBooks } from '../payouts/pay-partner.js';
import { findAdjustment } from './load-adjustments.js';

/** The largest time that PostgreSQL and JavaScript agree on, as a year. */
const LAST_YEAR = 9999;

/** A bonus or a deduction as it is asked for. */
export interface NewAdjustment {
  readonly programId: number;
  readonly partnerId: number;
  /** Below zero: a deduction. */
  readonly amountCents: number;
  readonly currency: string;
  readonly reason: string;
  /** ISO 8601; null: at once. */
  readonly payableAt: string | null;
  /** The address of who makes it. */
  readonly createdBy: string;
  readonly nowMs: number;
}

/** Gives a partner a bonus, or takes a deduction. Refused where the partner does not take part in the program. Contract 2 section 12. */
export async function insertAdjustment(
  client: ClientBase,
  ids: IdSource,
  { currency, payableAt, ...input }: NewAdjustment,
): Promise<Change<AdjustmentItem>> {
  const payableAtMs = payableAt === null ? input.nowMs : readTime(payableAt);
  const adjustment = { ...input, currency: parseValue(currencyType, currency, 'currency'), payableAtMs };
  if (!(await lockPartnerBooks(client, input))) throw new RefusedError('not_found');
  const status = maturity(adjustment, input.nowMs);
  const answer = await storeAdjustment(client, ids, { ...adjustment, status, reversesId: null });
  return {
    answer,
    entries: [createdEntry(answer)],
    events: [{ type: 'adjustment.created', programId: input.programId, objectId: answer.id }],
  };
}

function readTime(text: string): number {
  const time = parseValue(instantType, text, 'payable_at');
  const year = time.getUTCFullYear();
  if (year < 1 || year > LAST_YEAR) throw new RefusedError('field_invalid', 'payable_at');
  return time.getTime();
}

/** What the audit log says of a new adjustment. */
export function createdEntry(adjustment: AdjustmentItem): AuditEntry {
  const { id, reversed_by_id: _reversedBy, ...after } = adjustment;
  return { on: 'adjustment', id, before: null, after };
}

interface StoredAdjustment extends Omit<NewAdjustment, 'payableAt'> {
  readonly status: 'pending' | 'payable';
  readonly payableAtMs: number;
  /** The adjustment that this one takes back. */
  readonly reversesId: number | null;
}

/** Stores an adjustment and books it. The caller has locked the partner's books. */
export async function storeAdjustment(
  client: ClientBase,
  ids: IdSource,
  input: StoredAdjustment,
): Promise<AdjustmentItem> {
  const { programId, partnerId, amountCents, currency, status, payableAtMs, nowMs } = input;
  const newId = await ids.take(client, 2);
  const id = newId();
  const adjustment: PartnerAdjustment = {
    id,
    programId,
    partnerId,
    amountCents,
    currency,
    status,
    payableAtMs,
    payoutId: null,
  };
  await client.query(
    `insert into adjustments (id, program_id, partner_id, amount_cents, currency, reason, status, payable_at, reverses_id,
                              created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8::float8 / 1000), $9, $10, to_timestamp($11::float8 / 1000))`,
    [
      id,
      programId,
      partnerId,
      amountCents,
      currency,
      input.reason,
      status,
      payableAtMs,
      input.reversesId,
      input.createdBy,
      nowMs,
    ],
  );
  const { movement } = postAdjust(adjustment, { atMs: nowMs, newId });
  await send(client, [insertMovements([movement])]);
  const made = await findAdjustment(client, programId, id);
  if (made === null) throw new Error('the adjustment was not written');
  return made;
}
