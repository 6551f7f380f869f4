import { completeCommissions } from '../../../src/features/commissions/complete-commissions.js';
import { matureCommissions } from '../../../src/features/commissions/mature-commissions.js';
import { holdCommission, releaseCommission } from '../../support/commissions.js';
import { payOut } from '../../support/payouts.js';
import {
  accountKey,
  addToTotals,
  balancesOf,
  type CommissionState,
  commissionsOf,
  type EnrollmentState,
  type SaleState,
} from './model.js';
import { leftAfter } from './money.js';
import { predictCommission, reduceCommission, totalsKeyOf } from './predict.js';
import type { World } from './world.js';

/** Something came out otherwise than the model has it. */
export function throwDifference(what: string, actual: unknown, expected: unknown): never {
  throw new Error(`${what}: it is ${JSON.stringify(actual)}, the model has ${JSON.stringify(expected)}`);
}

function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) throwDifference(what, actual, expected);
}

/** Lets commissions whose time has come mature. */
export async function matureWorld({ model, pool, tracking, nowMs }: World): Promise<SaleState[]> {
  const due = commissionsOf(model).filter(
    ({ status, payableAtMs }) => status === 'pending' && payableAtMs <= nowMs,
  );
  expectSame(
    'how many matured',
    await matureCommissions(pool, tracking.ids, { nowMs, limit: 100_000 }),
    due.length,
  );
  for (const commission of due) commission.status = 'payable';
  return due.map(({ sale }) => sale);
}

/** Holds one commission, or tries to. */
export async function hold(world: World, commission: CommissionState): Promise<void> {
  const { pool, tracking, nowMs } = world;
  const result = await holdCommission(pool, tracking.ids, {
    programId: commission.sale.program.id,
    commissionId: commission.id,
    reason: 'Held by the simulation.',
    nowMs,
  });
  const can =
    ['pending', 'payable'].includes(commission.status) ||
    (commission.status === 'held' && !commission.isHeldByHand);
  expectSame('whether a commission could be held', result.ok, can);
  if (!can) return;
  commission.status = 'held';
  commission.isHeldByHand = true;
}

/** Releases one commission, or tries to. */
export async function release(world: World, commission: CommissionState): Promise<void> {
  const { pool, tracking, nowMs } = world;
  const result = await releaseCommission(pool, tracking.ids, {
    programId: commission.sale.program.id,
    commissionId: commission.id,
    nowMs,
  });
  const can = commission.status === 'held';
  expectSame('whether a commission could be released', result.ok, can);
  if (!can) return;
  commission.status = commission.payableAtMs <= nowMs ? 'payable' : 'pending';
  commission.isHeldByHand = false;
}

/** Pays a partner, or tries to. */
export async function pay(world: World, enrollment: EnrollmentState, currency: string): Promise<SaleState[]> {
  const { model, pool, tracking, nowMs } = world;
  const { program, partnerId } = enrollment;
  const payment = { programId: program.id, partnerId, currency, nowMs };
  const payout = await payOut({ pool, ids: tracking.ids }, payment);
  const balance = balancesOf(model, enrollment, currency).payable;
  if (balance <= 0n) {
    expectSame('a payout of nothing', payout, null);
    return [];
  }
  expectSame('the amount of a payout', payout?.amount_cents, Number(balance));
  const paid = commissionsOf(model).filter(
    (one) => one.status === 'payable' && one.sale.enrollment === enrollment && one.currency === currency,
  );
  const dueCents = paid.reduce((sum, { leftCents }) => sum + leftCents, 0n);
  for (const commission of paid) {
    commission.status = 'paid';
    commission.paidCents = commission.leftCents;
  }
  const key = accountKey(program.id, partnerId, currency);
  model.carried.set(key, (model.carried.get(key) ?? 0n) + dueCents - balance);
  model.paidOut.set(key, (model.paidOut.get(key) ?? 0n) + balance);
  return paid.map(({ sale }) => sale);
}

/** Completes what is missing, or, while commissions cannot be stored, tries to. */
export async function completeMissing(world: World): Promise<SaleState[]> {
  const { model, pool, tracking, nowMs } = world;
  const missing = model.sales.filter(({ commission }) => commission === 'missing');
  const { completed, failed } = await completeCommissions(pool, tracking.ids, { nowMs, limit: 100_000 });
  if (world.isRefusingCommissions) {
    expectSame('how many commissions were completed while none can be', completed, 0);
    return [];
  }
  expectSame('how many missing commissions were completed', completed, missing.length);
  expectSame('which could not be', failed.length, 0);
  const ids = await commissionIds(world, missing);
  for (const sale of missing) {
    const commission = predictCommission(sale, sale.customer.firstSale === sale);
    const id = ids.get(sale.id);
    if (commission === null || id === undefined)
      return throwDifference('a completed commission', id, sale.references);
    commission.id = id;
    sale.commission = commission;
    const row = { ...totalsKeyOf(sale), atMs: sale.recordedMs, currency: commission.currency };
    addToTotals(model, row, { commission_cents: commission.originalCents });
    reduceCommission(
      model,
      commission,
      leftAfter(commission.originalCents, sale.refundedCents, sale.cents),
      nowMs,
    );
  }
  return missing;
}

async function commissionIds({ pool }: World, sales: readonly SaleState[]): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ id: number; sale_id: number }>(
    'select id, sale_id from commissions where sale_id = any($1::bigint[])',
    [sales.map(({ id }) => id)],
  );
  return new Map(rows.map((row) => [row.sale_id, row.id]));
}
