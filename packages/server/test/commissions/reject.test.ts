import { describe, expect, test } from 'vitest';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { balancesOf } from '../support/books.js';
import { engines } from '../support/engines.js';
import { numberAllEvents } from '../support/event-rows.js';
import { compareEvents } from '../support/events.js';
import { lead, refund, sale, signInAs } from '../support/management.js';
import { createSender } from '../support/open-program.js';
import { openProgramWithPayee } from '../support/paying.js';
import type { seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

const REASON = { reason: 'Your own order' };

describe.each(engines)('commissions that are rejected on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine, { numbersEvents: true }));

  async function open(options: Parameters<typeof seedProgram>[1] = {}) {
    const opened = await openProgramWithPayee(service, options);
    const { program, team } = opened;
    return {
      ...opened,
      async buy(with_: Parameters<typeof sale>[2] = {}) {
        const sold = await sale(service, program, with_);
        return { ...sold, commissionId: sold.commissionId ?? 0 };
      },
      mature: () => matureCommissions(service.pool, service.tracking.ids, { nowMs: Date.now() }),
      reject: (id: number, body: unknown = REASON) => team('POST', `/commissions/${id}/reject`, body),
      balances: () => balancesOf(service.pool, program.programId),
      /** What the report says: earned, and of that reversed. */
      async reported() {
        const { totals } = (await team('GET', '/report')).body;
        return totals.map((row: { readonly commission_cents: number; readonly reversed_cents: number }) => [
          row.commission_cents,
          row.reversed_cents,
        ]);
      },
    };
  }

  test('leave nothing owed in whichever status they were, and count as reversed', async () => {
    const { buy, mature, reject, balances, reported, team, run } = await open();
    const payable = await buy();
    const held = await buy();
    await mature();
    const pending = await buy();
    await team('POST', `/commissions/${held.commissionId}/hold`, { reason: 'Odd' });
    expect(await balances()).toEqual({ expense: -6000, payable: 2000, held: 2000, pending: 2000 });
    for (const { commissionId } of [payable, held, pending]) {
      const { status, body } = await reject(commissionId);
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({
          id: commissionId,
          status: 'reversed',
          amount_cents: 0,
          original_amount_cents: 2000,
          hold_kind: null,
          rejected_at: expect.stringMatching(/Z$/),
          rejection_reason: REASON.reason,
        }),
      ]);
      const { body: listed } = await team('GET', `/commissions/${commissionId}/explain`);
      expect(listed.commission).toEqual(body);
    }
    expect(await balances()).toEqual({});
    expect(await reported()).toEqual([[6000, 6000]]);
    expect((await run()).body).toEqual({ error: 'Nothing is due' });
  });

  test('stay so when their sale is refunded, and when it is assigned away and back', async () => {
    const { program, buy, reject, balances, reported, team, jane, addPayee } = await open();
    const joe = await addPayee();
    const customerKey = await lead(service, program);
    const { commissionId, transactionId } = await buy({ customerKey });
    await refund(service, program, { transactionId, amountCents: 2500 });
    await reject(commissionId);
    expect(await reported()).toEqual([[2000, 2000]]);
    const { body: found } = await team('GET', `/customers?customer_key=${customerKey}`);
    const assign = (partner_id: number) =>
      team('POST', `/customers/${found.data[0].id}/assign`, {
        partner_id,
        from: 'first_sale',
        reason: 'Joe',
      });
    expect((await assign(joe.partnerId)).body.changes).toMatchObject([
      { reversed_cents: 0, earned_cents: 1500 },
    ]);
    expect(await balances()).toEqual({ expense: -1500, pending: 1500 });
    expect(await reported()).toEqual([[2000, 500]]);
    expect((await assign(jane.partnerId)).body.changes).toMatchObject([
      { reversed_cents: 1500, earned_cents: 0 },
    ]);
    await refund(service, program, { transactionId });
    expect(await balances()).toEqual({});
    expect(await reported()).toEqual([[2000, 2000]]);
    const { body } = await team('GET', `/commissions/${commissionId}/explain`);
    expect(body.commission).toMatchObject({ status: 'reversed', rejection_reason: REASON.reason });
    expect(body.arithmetic).toMatchObject({ reversed_cents: 2000, left_cents: 0 });
  });

  test('may be the rewards of leads', async () => {
    const { program, team, reject, balances, reported } = await open();
    await team('PATCH', '', { lead_source: 'server', lead_reward_cents: 250 });
    await lead(service, program);
    const { body } = await team('GET', '/commissions');
    expect((await reject(body.data[0].id)).body).toMatchObject({
      status: 'reversed',
      lead_id: expect.any(Number),
    });
    expect(await balances()).toEqual({});
    expect(await reported()).toEqual([[250, 250]]);
    const { body: cohorts } = await team('GET', '/cohorts');
    expect(cohorts.totals).toMatchObject({ commission_cents: 250, reversed_cents: 250 });
  });

  test('tell the partner why, and only the team who it was', async () => {
    const { buy, reject, team, jane, workspace, ownerEmail } = await open();
    const { commissionId } = await buy();
    await reject(commissionId);
    const { body: told } = await team('GET', `/commissions/${commissionId}/explain`);
    expect(told.story.join('\n')).toContain(
      `20.00 USD was rejected by ${ownerEmail}. Reason: Your own order\nNothing of the commission is left.`,
    );
    const { body: own } = await jane.send('GET', `/commissions/${commissionId}`);
    expect(own.commission).toMatchObject({ status: 'reversed', rejection_reason: REASON.reason });
    expect(own.story.join('\n')).toMatch(/20\.00 USD was rejected\. Reason: Your own order/);
    for (const { story } of [told, own]) expect(story.join('\n')).not.toContain('payable');
    expect(JSON.stringify(own)).not.toContain(ownerEmail);
    const { body: audit } = await workspace('GET', '/audit?action=commission.reject');
    expect(audit.data).toMatchObject([
      {
        target_type: 'commission',
        before: { status: 'pending', amount_cents: 2000 },
        after: { status: 'reversed', amount_cents: 0, rejection_reason: REASON.reason },
      },
    ]);
    await numberAllEvents(service.pool);
    const { body: feed } = await workspace('GET', '/event-feed?types=commission.changed');
    expect(feed.data.at(-1).data).toMatchObject({
      change: 'rejection',
      commission: { id: commissionId, status: 'reversed' },
      movement: { amount_cents: 2000 },
    });
    expect(await compareEvents(service.pool)).toEqual([]);
  });

  test('may be many at once, each with its own result', async () => {
    const { buy, reject, team, balances } = await open();
    const [first, second] = [await buy(), await buy()];
    await reject(first.commissionId);
    const ids = [second.commissionId, first.commissionId];
    expect((await team('POST', '/commissions/bulk', { action: 'reject', ids })).body.error).toBe(
      'reason is required',
    );
    const { body } = await team('POST', '/commissions/bulk', { action: 'reject', ids, ...REASON });
    expect(body.data).toMatchObject([
      { id: second.commissionId, ok: true, commission: { status: 'reversed' } },
      { id: first.commissionId, ok: false, commission: null },
    ]);
    expect(body.data[1].error).toMatch(/reversed/);
    expect(await balances()).toEqual({});
  });

  test('are refused once paid, twice, without a reason, in another program, and to who may not', async () => {
    const { program, buy, mature, reject, run } = await open();
    const { commissionId } = await buy();
    const other = await open();
    expect((await other.reject(commissionId)).status).toBe(404);
    expect(await reject(commissionId, {})).toMatchObject({
      status: 400,
      body: { error: 'reason is required' },
    });
    expect((await reject(commissionId, { reason: '' })).status).toBe(400);
    expect((await reject(commissionId, { reason: 'x'.repeat(501) })).status).toBe(400);
    const viewer = await signInAs(service, program.workspaceId, 'viewer');
    const asViewer = createSender(service, viewer, `/api/programs/${program.programId}`);
    expect((await asViewer('POST', `/commissions/${commissionId}/reject`, REASON)).status).toBe(404);
    await mature();
    await run();
    expect((await reject(commissionId)).status).toBe(409);
    const next = await buy();
    const answers = await Promise.all([reject(next.commissionId), reject(next.commissionId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('lose nothing to holds, refunds, payouts and assignments at the same time', async () => {
    const { program, buy, mature, reject, run, team, balances, jane, addPayee } = await open();
    const joe = await addPayee();
    for (let round = 0; round < 6; round++) {
      const customerKey = await lead(service, program);
      const { commissionId, transactionId } = await buy({ customerKey });
      if (round % 2 === 0) await mature();
      const { body: found } = await team('GET', `/customers?customer_key=${customerKey}`);
      const path = `/customers/${found.data[0].id}/assign`;
      const partner_id = round % 3 === 0 ? joe.partnerId : jane.partnerId;
      await Promise.all([
        reject(commissionId),
        team('POST', `/commissions/${commissionId}/hold`, { reason: 'Odd' }),
        refund(service, program, { transactionId, amountCents: 2500 }),
        run(),
        team('POST', path, { partner_id, from: 'first_sale', reason: 'Joe' }),
      ]);
    }
    // What came of it is for verify to compare, which runs after every suite.
    expect(Object.values(await balances()).reduce((sum, cents) => sum + cents, 0)).toBe(0);
  });
});
