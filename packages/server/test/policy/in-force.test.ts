import type { SaleOutcome } from '@svc/core';
import { describe, expect, test } from 'vitest';
import { replayed } from '../imports/imports-support.js';
import { clickOf, leadOf, refundOf, saleOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { openProgram } from '../support/open-program.js';
import { uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { ownerActions } from '../support/team.js';

const BY_CLAUSES = {
  type: 'clauses',
  clauses: [{ when: { min_amount_cents: 1 }, pay: { type: 'percent', basis_points: 2000 } }],
  otherwise: null,
};
const PERIOD = { from: '2000-01-01', to: '2099-12-31' };

describe.each(engines)('the policy in force on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function open() {
    const { program, send } = await openProgram(service, { holdDays: 0 });
    const team = ownerActions({ pool: service.pool, ids: service.tracking.ids }, program.workspaceId);
    const clicked = await service.tracking.submit(clickOf(program));
    if (clicked.kind !== 'click') throw new Error(`a click came to ${clicked.kind}`);
    const customerKey = uniqueName('customer');
    await service.tracking.submit(leadOf(program, { customerKey, clickId: clicked.clickId }));
    const sell = (amountCents: number, more: { readonly code?: string } = {}) =>
      service.tracking.submit(
        saleOf(program, { customerKey, transactionId: uniqueName('txn'), amountCents, ...more }),
      ) as Promise<SaleOutcome>;
    const commissionOf = async (transactionId: string) => {
      const { rows } = await service.pool.query<{ id: number }>(
        'select k.id from commissions k join sales s on s.id = k.sale_id where s.transaction_id = $1',
        [transactionId],
      );
      return rows[0]?.id ?? 0;
    };
    /** Neither the replay nor the preview of what is in force differs from what is recorded. */
    const expectNoDifference = async (policy: object = {}) => {
      expect(await replayed(service.pool, program.programId)).toEqual([]);
      const { status, body } = await send('POST', '/policy/preview', { ...PERIOD, ...policy });
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body).toMatchObject({ changed_sales: 0, changes: [] });
      for (const sums of (body as { partners: { difference_cents: number }[] }).partners)
        expect(sums).toMatchObject({ difference_cents: 0 });
    };
    return { program, send, team, sell, commissionOf, expectNoDifference };
  }

  test('keeps rejections, whatever was refunded', async () => {
    const { program, team, sell, commissionOf, expectNoDifference } = await open();
    await sell(1000);
    const { transactionId } = await sell(3000);
    await service.tracking.submit(refundOf(program, transactionId, { amountCents: 700 }));
    await team.reject(program.programId, await commissionOf(transactionId), 'Nobody bought this.');
    await expectNoDifference();
    await expectNoDifference({ commission: { type: 'percent', basis_points: 2000 } });
  });

  test('shows rejected commissions as nothing in the preview of a rule, too', async () => {
    const { program, send, team, sell, commissionOf } = await open();
    const { transactionId } = await sell(3000);
    await sell(1000);
    await team.reject(program.programId, await commissionOf(transactionId), 'Nobody bought this.');
    for (const query of [
      'type=percent&basis_points=2000',
      `commission=${encodeURIComponent(JSON.stringify(BY_CLAUSES))}`,
    ]) {
      const { status, body } = await send('GET', `/rules/preview?${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body).toMatchObject({
        currencies: [{ sales: 2, commission_cents: 200, preview_cents: 200, difference_cents: 0 }],
      });
    }
  });

  test('keeps sales that a code was preferred for, and the customer of the other partner', async () => {
    const { program, team, sell, expectNoDifference } = await open();
    const other = await team.invite(program.programId);
    const { code } = await team.createCode(program.programId, other.partnerId, 'PODCAST');
    await sell(1000, { code });
    await team.updateProgram(program.programId, { attribution_precedence: 'code' });
    await sell(2000, { code });
    await sell(3000);
    await expectNoDifference();
    await team.updateProgram(program.programId, { attribution_precedence: 'link' });
    await sell(4000, { code });
    await expectNoDifference();
  });
});
