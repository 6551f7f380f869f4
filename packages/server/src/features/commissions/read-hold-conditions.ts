import type { Commission, HoldConditions } from '@svc/core';
import type { ClientBase } from 'pg';
import { readDisputed } from './read-disputed.js';

/** Returns the conditions that hold a commission beside its stored hold. */
export type FindConditions = (commission: Pick<Commission, 'saleId' | 'enrollmentId'>) => HoldConditions;

/** Reads the conditions that hold these commissions beside their stored holds. The caller has locked them, see `readDisputed`. */
export async function readHoldConditions(
  client: ClientBase,
  commissions: readonly Pick<Commission, 'saleId' | 'enrollmentId'>[],
): Promise<FindConditions> {
  const disputed = await readDisputed(
    client,
    commissions.flatMap(({ saleId }) => saleId ?? []),
  );
  const heldAt = await readEarnedHeldAt(
    client,
    commissions.map(({ enrollmentId }) => enrollmentId),
  );
  return ({ saleId, enrollmentId }) => ({
    isDisputed: saleId !== null && disputed.has(saleId),
    earnedHeldAtMs: heldAt.get(enrollmentId) ?? null,
  });
}

/** Reads when everything that partners had earned was held, in epoch milliseconds, by relationship. */
export async function readEarnedHeldAt(
  client: ClientBase,
  enrollmentIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await client.query<{ readonly id: number; readonly earned_held_at: Date }>(
    'select id, earned_held_at from enrollments where id = any($1::bigint[]) and earned_held_at is not null',
    [[...new Set(enrollmentIds)]],
  );
  return new Map(rows.map(({ id, earned_held_at: at }) => [id, at.getTime()]));
}
