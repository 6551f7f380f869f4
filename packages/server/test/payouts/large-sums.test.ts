import type { SaleOutcome } from '@svc/core';
import { describe, expect, test } from 'vitest';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { clickOf, refundOf, saleOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { openProgram } from '../support/open-program.js';
import { uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { ownerActions } from '../support/team.js';

const MOST = Number.MAX_SAFE_INTEGER;

describe.each(engines)('sums beyond 2^53 on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function open() {
    const opened = await openProgram(service, { holdDays: 0 });
    const { program } = opened;
    const ids = service.tracking.ids;
    const team = ownerActions({ pool: service.pool, ids }, program.workspaceId);
    await team.changeRule(program.programId, null, { type: 'percent', basis_points: 10_000 });
    const sell = async (amountCents: number, member: object = {}, more: object = {}) => {
      const click = clickOf({ ...program, ...member });
      const clicked = await service.tracking.submit(click);
      if (clicked.kind !== 'click') throw new Error(`a click came to ${clicked.kind}`);
      const command = saleOf(program, {
        transactionId: uniqueName('txn'),
        customerKey: uniqueName('customer'),
        clickId: clicked.clickId,
        amountCents,
        ...more,
      });
      const outcome = (await service.tracking.submit(command)) as SaleOutcome;
      await matureCommissions(service.pool, ids, { nowMs: Date.now() });
      return outcome;
    };
    return { ...opened, team, sell };
  }

  test('skip the partner of whom more is carried than a payout can settle, and pay the others', async () => {
    const { program, send, team, sell } = await open();
    const sold: string[] = [];
    for (const _time of [1, 2]) {
      sold.push((await sell(MOST)).transactionId);
      expect(await team.pay(program.programId)).toMatchObject({ payouts: [{ amount_cents: MOST }] });
    }
    for (const transactionId of sold) await service.tracking.submit(refundOf(program, transactionId));
    for (const _time of [1, 2, 3]) await sell(MOST);
    const other = await team.invite(program.programId);
    await sell(500, other);
    const run = await send('POST', '/payout-runs');
    expect(run.status, JSON.stringify(run.body)).toBe(200);
    expect(run.body).toMatchObject({
      payouts: [{ partner_id: other.partnerId, amount_cents: 500 }],
      skipped: [{ partner_id: program.partnerId, reason: 'carried_too_large', held_until: null }],
    });
    const due = await send('GET', '/payouts/due');
    expect(due.status, JSON.stringify(due.body)).toBe(200);
    expect(due.body).toMatchObject({
      data: [{ partner_id: program.partnerId, carried_cents: 2 * MOST, due_cents: MOST }],
    });
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
  });

  test('record a sale whose items earn more than an amount can be, and pay what can be recorded', async () => {
    const { program, team, sell } = await open();
    await team.changeRule(program.programId, null, {
      type: 'clauses',
      clauses: [
        { when: { products: ['crate'] }, pay: { type: 'flat', amount_cents: Math.floor(MOST / 101) } },
      ],
      otherwise: { type: 'percent', basis_points: 10_000 },
    });
    const items = Array.from({ length: 100 }, () => ({ product: 'crate', amountCents: 1 }));
    const outcome = await sell(MOST, {}, { items });
    expect(outcome).toMatchObject({ kind: 'sale', commission: { amountCents: MOST } });
    await service.tracking.submit(refundOf(program, outcome.transactionId, { amountCents: 1 }));
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
  });

  test('leave nothing of a limit where a customer has earned more than 2^53 before it was set', async () => {
    const { program, team, sell } = await open();
    const customerKey = uniqueName('customer');
    for (const _time of [1, 2]) await sell(MOST, {}, { customerKey });
    await team.changeRule(program.programId, null, {
      type: 'percent',
      basis_points: 10_000,
      max_total_cents: MOST,
    });
    expect(await sell(100, {}, { customerKey })).toMatchObject({ kind: 'sale', commission: null });
  });
});
