import { describe, expect, test } from 'vitest';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { balancesOf } from '../support/books.js';
import { engines } from '../support/engines.js';
import { numberAllEvents } from '../support/event-rows.js';
import { compareEvents } from '../support/events.js';
import { ask, click, lead, refund, sale, signIn } from '../support/management.js';
import { openProgramWithPayee } from '../support/paying.js';
import { seedPartner, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

const DAY_MS = 86_400_000;

describe.each(engines)('customers that are assigned on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  /** A program with two partners; Joe earns by a rule of his own once `rule` is set. */
  async function open(options: Parameters<typeof seedProgram>[1] = {}) {
    const opened = await openProgramWithPayee(service, options);
    const { program, jane, team, workspace } = opened;
    const joe = await opened.addPayee();
    return {
      ...opened,
      joe,
      programId: program.programId,
      async buy(with_: Parameters<typeof sale>[2] = {}) {
        const sold = await sale(service, program, with_);
        await matureCommissions(service.pool, service.tracking.ids, { nowMs: Date.now() });
        return sold;
      },
      async customerOf(customerKey: string) {
        const { body } = await team('GET', `/customers?customer_key=${customerKey}`);
        return body.data[0];
      },
      assign: (customerId: number, changes: Record<string, unknown> = {}) =>
        team('POST', `/customers/${customerId}/assign`, {
          partner_id: joe.partnerId,
          from: 'first_sale',
          reason: 'Joe called them',
          ...changes,
        }),
      /** By partner: balances of the accounts that are not zero. */
      async owed() {
        const { rows } = await service.pool.query(
          `select partner_id, account, sum(cents)::bigint as cents from (
             select partner_id, to_account as account, amount_cents as cents from ledger_movements where program_id = $1
             union all select partner_id, from_account, -amount_cents from ledger_movements where program_id = $1) booked
            where account <> 'expense' group by 1, 2 having sum(cents) <> 0`,
          [program.programId],
        );
        const of = (partnerId: number) =>
          Object.fromEntries(
            rows.filter((row) => row.partner_id === partnerId).map(({ account, cents }) => [account, cents]),
          );
        return { jane: of(jane.partnerId), joe: of(joe.partnerId) };
      },
      story: async (path: string) => (await team('GET', path)).body.story.join('\n'),
      workspace,
    };
  }

  test('from now on: later sales go to the new partner, and the customer keeps their click', async () => {
    const { program, buy, customerOf, assign, owed, joe, story, workspace } = await open();
    const clickId = await click(service, program);
    const customerKey = await lead(service, program, { clickId });
    const first = await buy({ customerKey });
    const { id } = await customerOf(customerKey);
    const { status, body } = await assign(id, { from: 'now' });
    expect([status, body.changes]).toEqual([200, []]);
    expect(body.customer).toEqual(await customerOf(customerKey));
    expect(body.customer).toMatchObject({ partner_id: joe.partnerId, link_id: null, click_id: clickId });
    const second = await buy({ customerKey, clickId });
    expect(await owed()).toEqual({ jane: { payable: 2000 }, joe: { payable: 2000 } });
    expect(await story(`/sales/${first.saleId}/explain`)).toMatch(
      /was assigned to .* by .*@.*, for later sales\. This one stays credited to .*\. Reason: Joe called them/,
    );
    expect(await story(`/sales/${second.saleId}/explain`)).toMatch(/for all sales from then on/);
    const { body: audit } = await workspace('GET', '/audit?action=customer.assign');
    expect(audit.data).toMatchObject([{ target_type: 'customer', after: { from: 'now', sales: [] } }]);
    expect((await assign(id, { from: 'now' })).body.changes).toEqual([]);
    expect((await workspace('GET', '/audit?action=customer.assign')).body.data).toHaveLength(1);
  });

  test('by clauses: tiers and limits per customer count as for reported sales', async () => {
    const { program, buy, customerOf, assign, owed, team, jane, joe } = await open();
    const percent = (basisPoints: number) => ({ type: 'percent', basis_points: basisPoints });
    const commission = {
      type: 'clauses',
      clauses: [{ when: { min_customers: 1 }, pay: percent(3000) }],
      otherwise: percent(1000),
      max_total_cents: 3500,
    };
    expect((await team('POST', `/partners/${joe.partnerId}/rules`, { commission })).status).toBe(200);
    const customerKey = await lead(service, program);
    for (let count = 0; count < 3; count++) await buy({ customerKey });
    const { id } = await customerOf(customerKey);
    const { body } = await assign(id);
    const earned = body.changes.map((change: { earned_cents: number }) => change.earned_cents);
    expect(earned).toEqual([1000, 2500, 0]);
    await assign(id, { partner_id: jane.partnerId });
    expect((await owed()).jane).toEqual({ payable: 6000 });
    expect((await assign(id)).body.changes).toMatchObject([
      { earned_cents: 1000 },
      { earned_cents: 2500 },
      { earned_cents: 0 },
    ]);
    await buy({ customerKey });
    expect(await owed()).toEqual({ jane: {}, joe: { payable: 3500 } });
  });

  test('from the first sale on: what was earned is reversed in every state, and earned by the new partner', async () => {
    const { program, programId, buy, customerOf, assign, owed, run, team, jane, joe } = await open();
    await team('POST', `/partners/${joe.partnerId}/rules`, {
      commission: { type: 'percent', basis_points: 1000 },
    });
    const customerKey = await lead(service, program);
    await buy({ customerKey });
    await run();
    const held = await buy({ customerKey, amountCents: 20_000 });
    await team('POST', `/commissions/${held.commissionId}/hold`, { reason: 'Odd' });
    const refunded = await buy({ customerKey, amountCents: 40_000 });
    await refund(service, program, { transactionId: refunded.transactionId, amountCents: 10_000 });
    expect((await owed()).jane).toEqual({ paid: 2000, held: 4000, payable: 6000 });
    const { id } = await customerOf(customerKey);
    const preview = await assign(id, { preview: true });
    expect(preview.body.customer).toMatchObject({ partner_id: joe.partnerId });
    expect((await customerOf(customerKey)).partner_id).toBe(jane.partnerId);
    expect((await owed()).jane).toEqual({ paid: 2000, held: 4000, payable: 6000 });
    const { body } = await assign(id);
    expect(body).toEqual(preview.body);
    const moved = { from_partner_id: jane.partnerId, to_partner_id: joe.partnerId, currency: 'USD' };
    expect(body.changes).toMatchObject([
      { ...moved, reversed_cents: 2000, earned_cents: 1000 },
      { ...moved, sale_id: held.saleId, reversed_cents: 4000, earned_cents: 2000 },
      { ...moved, sale_id: refunded.saleId, reversed_cents: 6000, earned_cents: 3000 },
    ]);
    expect(await owed()).toEqual({ jane: { paid: 2000, payable: -2000 }, joe: { pending: 6000 } });
    await matureCommissions(service.pool, service.tracking.ids, { nowMs: Date.now() });
    await refund(service, program, { transactionId: refunded.transactionId });
    expect(await owed()).toEqual({ jane: { paid: 2000, payable: -2000 }, joe: { payable: 3000 } });
    await jane.sell();
    await jane.sell();
    const { body: paid } = await run();
    expect(paid.payouts.map((one: { amount_cents: number }) => one.amount_cents).sort()).toEqual([
      2000, 3000,
    ]);
    expect(await balancesOf(service.pool, programId)).toEqual({ expense: -7000, paid: 7000 });
  });

  test('pay the new partner by the rule that was in force when each sale was made', async () => {
    const { program, buy, customerOf, assign, team } = await open();
    const customerKey = await lead(service, program);
    const before = await buy({ customerKey });
    await team('POST', '/rules', { commission: { type: 'percent', basis_points: 3000 } });
    const after = await buy({ customerKey });
    await team('POST', '/rules', { commission: { type: 'percent', basis_points: 100 } });
    const { body } = await assign((await customerOf(customerKey)).id);
    expect(body.changes).toMatchObject([
      { sale_id: before.saleId, earned_cents: 2000 },
      { sale_id: after.saleId, earned_cents: 3000 },
    ]);
  });

  test('assigned away and back leave every balance and every total as it was', async () => {
    const { program, programId, buy, customerOf, assign, owed, run, jane, team } = await open();
    const customerKey = await lead(service, program);
    await buy({ customerKey });
    await run();
    await buy({ customerKey });
    const held = await buy({ customerKey });
    await team('POST', `/commissions/${held.commissionId}/hold`, { reason: 'Odd' });
    const totals = async () =>
      (
        await service.pool.query(
          `select day, partner_id, link_id, sum(sales) as sales, sum(customers) as customers, sum(revenue_cents)::text as revenue,
                  (sum(commission_cents) - sum(reversed_cents))::text as earned
             from daily_totals where program_id = $1 group by 1, 2, 3
           having sum(sales) <> 0 or sum(commission_cents) <> sum(reversed_cents) order by 1, 2, 3`,
          [programId],
        )
      ).rows;
    const before = [await owed(), await totals()];
    const { id } = await customerOf(customerKey);
    await assign(id);
    expect(await owed()).not.toEqual(before[0]);
    const { body } = await assign(id, { partner_id: jane.partnerId, reason: 'No, she did' });
    expect(body.changes).toMatchObject([
      { reversed_cents: 2000, earned_cents: 2000 },
      { reversed_cents: 2000, earned_cents: 2000 },
      { reversed_cents: 2000, earned_cents: 2000 },
    ]);
    expect([await owed(), await totals()]).toEqual(before);
    const { body: explained } = await team('GET', `/commissions/${held.commissionId}/explain`);
    expect(explained.commission).toMatchObject({ status: 'held', hold_reason: 'Odd', reassigned_at: null });
    expect(explained.story.join('\n')).toMatch(/The sale was assigned back, which gave back 20\.00 USD/);
  });

  test('are credited to nobody before: what earned nothing is not taken from anybody', async () => {
    const { program, buy, customerOf, assign, owed, joe } = await open();
    const customerKey = await lead(service, program, { clickId: null });
    const { id, partner_id } = await customerOf(customerKey);
    expect(partner_id).toBeNull();
    expect((await assign(id, { from: 'first_sale' })).body.customer.partner_id).toBe(joe.partnerId);
    await buy({ customerKey });
    expect(await owed()).toEqual({ jane: {}, joe: { payable: 2000 } });
  });

  test('tell each partner their own part of it, with the reason, and never who the other is', async () => {
    const { program, buy, customerOf, assign, jane, joe, team } = await open();
    const customerKey = await lead(service, program);
    const { commissionId } = await buy({ customerKey });
    const { id } = await customerOf(customerKey);
    await assign(id);
    const { body: lost } = await jane.send('GET', `/commissions/${commissionId}`);
    expect(lost.commission).toMatchObject({ status: 'reversed', amount_cents: 0, link_id: program.linkId });
    const story = lost.story.join('\n');
    expect(story).toMatch(
      /assigned to another partner, with all sales so far, this one included\. Reason: Joe called them/,
    );
    expect(story).toMatch(/which reversed 20\.00 USD/);
    expect(story).not.toContain('@');
    const { body: own } = await joe.send('GET', '/commissions');
    const { body: won } = await joe.send('GET', `/commissions/${own.data[0].id}`);
    expect(won.story.join('\n')).toMatch(/assigned to you, with all sales so far, this one included/);
    expect(JSON.stringify(won)).not.toContain(customerKey);
    // The team sees the click that brought the customer; the new partner sees nothing of the other partner's link.
    const { body: told } = await team('GET', `/commissions/${own.data[0].id}/explain`);
    expect(told.story[0]).toContain(`The customer clicked the link "${program.shortLink}" of `);
    expect(won.story[0]).toMatch(/without a click/);
    expect(JSON.stringify(won)).not.toContain(program.shortLink);
  });

  test('are events: the assignment, then what it reversed and earned', async () => {
    const { program, buy, customerOf, assign, workspace, joe } = await open();
    const customerKey = await lead(service, program);
    await buy({ customerKey });
    const { id } = await customerOf(customerKey);
    await numberAllEvents(service.pool);
    const { body: head } = await workspace('GET', '/event-feed?after=latest');
    await assign(id);
    await numberAllEvents(service.pool);
    const { body } = await workspace('GET', `/event-feed?after=${head.last_sequence}`);
    expect(
      body.data.map((event: { type: string; data: { change?: string } }) => [event.type, event.data.change]),
    ).toEqual([
      ['customer.assigned', undefined],
      ['commission.changed', 'reassignment'],
      ['commission.created', undefined],
    ]);
    expect(body.data[0].data.customer).toMatchObject({ id, partner_id: joe.partnerId });
    expect(await compareEvents(service.pool)).toEqual([]);
  });

  test.each([
    ['partner_id is required', { partner_id: undefined }],
    ['partner_id is invalid', { partner_id: '1' }],
    ['from is required', { from: undefined }],
    ['from is invalid', { from: 'yesterday' }],
    ['reason is required', { reason: undefined }],
    ['reason is invalid', { reason: '' }],
    ['reason is invalid', { reason: 'x'.repeat(501) }],
    ['preview is invalid', { preview: 'yes' }],
  ])('400 %s', async (error, changes) => {
    const { program, customerOf, assign } = await open();
    const customerKey = await lead(service, program);
    const before = await customerOf(customerKey);
    const { status, body } = await assign(before.id, changes);
    expect([status, body]).toEqual([400, { error }]);
    expect(await customerOf(customerKey)).toEqual(before);
  });

  test('404 for a customer or a partner of another program, 409 for a partner who is not approved', async () => {
    const { program, customerOf, assign, joe, team } = await open();
    const customerKey = await lead(service, program);
    const { id } = await customerOf(customerKey);
    const sibling = await seedProgram(service.pool, { workspaceId: program.workspaceId });
    const { partnerId } = await seedPartner(service.pool, sibling);
    for (const partner_id of [partnerId, sibling.partnerId, 999_999_999])
      expect((await assign(id, { partner_id })).status).toBe(404);
    expect((await assign(999_999_999)).status).toBe(404);
    const other = await open();
    const theirs = await other.customerOf(await lead(service, other.program));
    expect((await assign(theirs.id)).status).toBe(404);
    await team('PATCH', `/partners/${joe.partnerId}`, { status: 'suspended' });
    const { status, body } = await assign(id);
    expect([status, body]).toEqual([409, { error: 'The partner is not approved in this program' }]);
  });

  test('are assigned once by requests that are repeated with the same key', async () => {
    const { program, buy, customerOf, joe, programId, ownerEmail } = await open();
    const customerKey = await lead(service, program);
    await buy({ customerKey });
    const { id } = await customerOf(customerKey);
    const cookie = await signIn(service, ownerEmail);
    const request = {
      cookie,
      method: 'POST',
      headers: { 'idempotency-key': uniqueName('assign') },
      body: { partner_id: joe.partnerId, from: 'first_sale', reason: 'x' },
    };
    const path = `/api/programs/${programId}/customers/${id}/assign`;
    const [first, second] = [await ask(service, path, request), await ask(service, path, request)];
    expect(first.body.changes).toHaveLength(1);
    expect([second.body, second.headers.get('idempotent-replayed')]).toEqual([first.body, 'true']);
  });

  test('lose no sale and no refund that comes while they are assigned back and forth and paid', async () => {
    const { program, buy, customerOf, assign, run, jane, owed, team } = await open();
    const customerKey = await lead(service, program, { atMs: Date.now() - DAY_MS });
    const sales = [];
    for (let n = 0; n < 4; n++) sales.push(await buy({ customerKey }));
    const { id } = await customerOf(customerKey);
    const answers = await Promise.all([
      assign(id),
      run(),
      ...sales.map(({ transactionId }) => refund(service, program, { transactionId, amountCents: 2500 })),
      assign(id, { partner_id: jane.partnerId }),
      sale(service, program, { customerKey }),
      assign(id),
      run(),
      sale(service, program, { customerKey }),
    ]);
    const failed = answers.filter(
      (answer) => answer !== undefined && 'status' in answer && answer.status >= 500,
    );
    expect(failed).toEqual([]);
    await assign(id);
    await matureCommissions(service.pool, service.tracking.ids, { nowMs: Date.now() });
    const { body } = await team('GET', '/payouts');
    for (const payout of body.data) await team('POST', `/payouts/${payout.id}/cancel`);
    expect(await owed()).toEqual({ jane: {}, joe: { payable: 4 * 1500 + 2 * 2000 } });
  });
});
