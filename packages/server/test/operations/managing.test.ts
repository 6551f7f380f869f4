import { describe, expect, test } from 'vitest';
import { verifyBooks } from '../../src/verify/verify.js';
import { engines } from '../support/engines.js';
import {
  addMember,
  ask,
  click,
  lead,
  refund,
  sale,
  seedUser,
  signIn,
  signInAs,
} from '../support/management.js';
import { openProgram, type Send } from '../support/open-program.js';
import { seedPartner, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { payableSale } from '../support/workspace.js';

describe.each(engines)('managing on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function auditOf(inWorkspace: Send): Promise<{ action: string; before: never; after: never }[]> {
    const { body } = await inWorkspace('GET', '/audit');
    return body.data;
  }

  test('a program is created with its rule and changed field by field, and the log has before and after', async () => {
    const { inWorkspace } = await openProgram(service);
    const name = uniqueName('program');
    const made = await inWorkspace('POST', '/programs', {
      name,
      domain: 'Acme.Test',
      currency: 'EUR',
      commission: { type: 'percent', basis_points: 1500, duration_months: 12 },
      allowed_origins: ['https://acme.test'],
    });
    expect(made.body).toMatchObject({
      name,
      domain: 'acme.test',
      currency: 'EUR',
      commission: { version: 1, basis_points: 1500, duration_months: 12 },
      allowed_origins: ['https://acme.test'],
    });
    const again = await inWorkspace('POST', '/programs', {
      name,
      domain: 'acme.test',
      commission: { type: 'flat', amount_cents: 1 },
    });
    expect([again.status, again.body]).toEqual([409, { error: 'name is already in use' }]);
    const [entry] = await auditOf(inWorkspace);
    expect(entry).toMatchObject({ action: 'program.create', before: null, after: { name } });
  });

  test.each([
    [{}, 'name is required'],
    [{ name: '' }, 'name is invalid'],
    [{ name: ' a ' }, 'domain is required'],
    [{ name: 'a', domain: 'https://a.test' }, 'commission is required'],
    [{ name: 'a', domain: 'a.test', commission: { type: 'percent' } }, 'commission is invalid'],
    [
      { name: 'a', domain: 'a.test', commission: { type: 'percent', basis_points: 10_001 } },
      'commission is invalid',
    ],
    [{ name: 'a', domain: 'a test', commission: { type: 'flat', amount_cents: 1 } }, 'domain is invalid'],
    [
      {
        name: 'a',
        domain: 'a.test',
        commission: { type: 'flat', amount_cents: 1 },
        allowed_origins: ['a.test'],
      },
      'allowed_origins is invalid',
    ],
  ])('400: a program of %j', async (body, error) => {
    const { inWorkspace } = await openProgram(service);
    const answer = await inWorkspace('POST', '/programs', body);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
    expect(await auditOf(inWorkspace)).toEqual([]);
  });

  test('an archived program takes neither clicks nor keys until it is restored; its name guards it', async () => {
    const { program, send } = await openProgram(service);
    const probe = () =>
      ask(service, '/api/v1/cli/status', { headers: { authorization: `Bearer ${program.apiKey}` } });
    const { body } = await send('GET', '');
    expect((await send('POST', '/archive', { name: 'Another' })).body).toEqual({ error: 'name is invalid' });
    expect((await send('POST', '/archive', { name: body.name })).body.archived_at).toMatch(/Z$/);
    const invited = { email: `${uniqueName('petra')}@blog.test`, name: 'Petra' };
    expect((await send('POST', '/partners', invited)).body).toEqual({ error: 'The program is archived' });
    expect((await send('GET', '/partners')).body.data).toHaveLength(1);
    expect((await probe()).status).toBe(401);
    await expect(click(service, program)).rejects.toThrow('link_not_found');
    expect((await send('POST', '/restore')).body.archived_at).toBeNull();
    expect((await probe()).status).toBe(200);
    await click(service, program);
  });

  test('a rule change is previewed on what was sold, then made for what will be', async () => {
    const { program, send } = await openProgram(service);
    const { transactionId } = await sale(service, program);
    await refund(service, program, { transactionId, amountCents: 5_000 });
    const preview = await send('GET', '/rules/preview?type=percent&basis_points=3000');
    expect(preview.body.currencies).toEqual([
      { currency: 'USD', sales: 1, commission_cents: 1_000, preview_cents: 1_500, difference_cents: 500 },
    ]);
    const changed = await send('POST', '/rules', { commission: { type: 'percent', basis_points: 3000 } });
    expect(changed.body).toMatchObject({ version: 2, basis_points: 3000, partner_id: null });
    const own = await send('POST', `/partners/${program.partnerId}/rules`, {
      commission: { type: 'flat', amount_cents: 700 },
    });
    expect(own.body).toMatchObject({ version: 1, amount_cents: 700, partner_id: program.partnerId });
    // Sales of partners with a rule of their own would not change.
    const left = await send('GET', '/rules/preview?type=percent&basis_points=3000');
    expect(left.body.currencies).toEqual([]);
    const { body } = await send('GET', '/rules');
    expect(body.data.map((rule: { version: number }) => rule.version)).toEqual([2, 1]);
  });

  test('a partner is invited by email, listed with figures, suspended, and the history says so', async () => {
    const { program, send } = await openProgram(service);
    const email = `${uniqueName('jane')}@blog.test`;
    const invited = await send('POST', '/partners', { email, name: 'Jane', short_link: uniqueName('jane') });
    expect(invited.body).toMatchObject({ partner: { email, status: 'approved' }, mail_sent: true });
    expect(service.mails.at(-1)).toMatchObject({ to: email, text: expect.stringContaining('/invitation#') });
    const again = await send('POST', '/partners', { email, name: 'Jane' });
    expect([again.status, again.body]).toEqual([409, { error: 'This partner is already in the program' }]);
    expect((await send('GET', '/partner-counts')).body).toEqual({
      pending: 0,
      approved: 2,
      rejected: 0,
      suspended: 0,
    });
    await sale(service, program);
    const { body: page } = await send('GET', '/partners?status=approved');
    expect(page.data.find((row: { id: number }) => row.id === program.partnerId).totals).toMatchObject([
      { currency: 'USD', clicks: 1, sales: 1, commission_cents: 2_000 },
    ]);
    const path = `/partners/${program.partnerId}`;
    expect((await send('PATCH', path, { status: 'suspended' })).body.status).toBe('suspended');
    await expect(click(service, program)).rejects.toThrow('link_not_found');
    const { body: detail } = await send('GET', path);
    expect(detail).toMatchObject({
      status: 'suspended',
      balances: [{ currency: 'USD', pending_cents: 2_000, payable_cents: 0 }],
      links: [{ id: program.linkId }],
      history: [{ action: 'partner.update', before: { status: 'approved' }, after: { status: 'suspended' } }],
    });
  });

  test('a partner is invited with their own rule, with the permission to change rules', async () => {
    const { program, send } = await openProgram(service);
    const body = {
      email: `${uniqueName('jane')}@blog.test`,
      name: 'Jane',
      commission: { type: 'percent', basis_points: 3000 },
    };
    const member = await signInAs(service, program.workspaceId, 'member');
    const path = `/api/programs/${program.programId}/partners`;
    const refused = await ask(service, path, { method: 'POST', cookie: member, body });
    expect([refused.status, refused.body]).toEqual([400, { error: 'commission is invalid' }]);
    const { body: made } = await send('POST', '/partners', body);
    expect(made.partner.commission).toMatchObject({ basis_points: 3000 });
    const { body: detail } = await send('GET', `/partners/${made.partner.id}`);
    expect(detail).toMatchObject({
      commission: { version: 1, type: 'percent', basis_points: 3000 },
      history: [{ after: { basis_points: 3000 } }, { action: 'partner.invite' }],
    });
  });

  test('links are listed with their totals, of all partners or of one', async () => {
    const { program, send } = await openProgram(service);
    const second = await seedPartner(service.pool, program);
    const { body: quiet } = await send('POST', '/links', { partner_id: second.partnerId });
    await sale(service, program);
    const { body: all } = await send('GET', '/links');
    expect(all.data).toMatchObject([
      { id: quiet.id, totals: [] },
      { id: program.linkId, totals: [{ currency: 'USD', clicks: 1, sales: 1, commission_cents: 2_000 }] },
    ]);
    const { body: own } = await send('GET', `/links?partner_id=${second.partnerId}`);
    expect(own.data.map(({ id }: { id: number }) => id)).toEqual([quiet.id]);
    const { body: before } = await send('GET', '/links?from=2020-01-01&to=2020-01-31');
    expect(before.data.flatMap(({ totals }: { totals: unknown[] }) => totals)).toEqual([]);
  });

  test('a link is made, led elsewhere and turned off', async () => {
    const { program, send } = await openProgram(service);
    const made = await send('POST', '/links', { partner_id: program.partnerId });
    expect(made.body).toMatchObject({ is_active: true, short_link: expect.stringMatching(/^[a-z0-9]{9}$/) });
    const taken = await send('POST', '/links', {
      partner_id: program.partnerId,
      short_link: made.body.short_link.toUpperCase(),
    });
    expect([taken.status, taken.body]).toEqual([409, { error: 'short_link is already in use' }]);
    const bad = await send('PATCH', `/links/${made.body.id}`, { destination_url: 'javascript:alert(1)' });
    expect([bad.status, bad.body]).toEqual([400, { error: 'destination_url is invalid' }]);
    const off = await send('PATCH', `/links/${program.linkId}`, { is_active: false });
    expect(off.body.is_active).toBe(false);
    await expect(click(service, program)).rejects.toThrow('link_not_found');
    await send('PATCH', `/links/${program.linkId}`, { is_active: true });
    await click(service, program);
    await send('PATCH', `/partners/${program.partnerId}`, { status: 'suspended' });
    const { body: paused } = await send('GET', '/links');
    expect(paused.data).toMatchObject([
      { id: made.body.id, partner_status: 'suspended' },
      { id: program.linkId, partner_status: 'suspended' },
    ]);
    const pending = await seedPartner(service.pool, program, 'pending');
    const refused = await send('POST', '/links', { partner_id: pending.partnerId });
    expect(refused.status).toBe(409);
  });

  test('a key is shown once, works during its grace period, and ends when it is revoked', async () => {
    const { send } = await openProgram(service);
    const statusWithKey = (key: string) =>
      ask(service, '/api/v1/cli/status', { headers: { authorization: `Bearer ${key}` } });
    const { body: first } = await send('POST', '/keys', { name: 'Shop' });
    expect(first.api_key.endsWith(first.key.hint)).toBe(true);
    const { body: second } = await send('POST', `/keys/${first.key.id}/rotate`, { grace_hours: 1 });
    expect([
      (await statusWithKey(first.api_key)).status,
      (await statusWithKey(second.api_key)).status,
    ]).toEqual([200, 200]);
    const { body: third } = await send('POST', `/keys/${second.key.id}/rotate`, { grace_hours: 0 });
    expect([
      (await statusWithKey(second.api_key)).status,
      (await statusWithKey(third.api_key)).status,
    ]).toEqual([401, 200]);
    expect((await send('DELETE', `/keys/${first.key.id}`)).status).toBe(200);
    expect((await statusWithKey(first.api_key)).status).toBe(401);
    expect((await send('DELETE', `/keys/${first.key.id}`)).body).toEqual({
      error: 'This key is no longer valid',
    });
    const { body: keys } = await send('GET', '/keys');
    expect(JSON.stringify(keys)).not.toContain(first.api_key);
  });

  test('commissions are held and released, one and many, each with its own result', async () => {
    const { program, send, inWorkspace } = await openProgram(service);
    const one = await sale(service, program);
    const two = await sale(service, program);
    const held = await send('POST', `/commissions/${one.commissionId}/hold`, { reason: 'Looks odd.' });
    expect(held.body).toMatchObject({ status: 'held', hold_kind: 'manual', hold_reason: 'Looks odd.' });
    const ids = [one.commissionId, two.commissionId, 999_999_999];
    const { body } = await send('POST', '/commissions/bulk', { action: 'hold', ids, reason: 'Both.' });
    expect(body.data).toMatchObject([
      { ok: false, error: 'Not possible for a commission that is held' },
      { ok: true, commission: { status: 'held', hold_reason: 'Both.' } },
      { ok: false, error: 'Not found' },
    ]);
    const { body: list } = await send('GET', `/commissions?status=held&partner_id=${program.partnerId}`);
    expect(list.data).toHaveLength(2);
    expect((await send('GET', '/commissions?status=pending')).body.data).toEqual([]);
    expect((await send('POST', `/commissions/${one.commissionId}/release`)).body.status).toBe('pending');
    expect((await auditOf(inWorkspace)).map(({ action }) => action)).toEqual([
      'commission.release',
      'commission.bulk',
      'commission.hold',
    ]);
  });

  test('a run pays what is due; a refund after it is carried; a cancelled payout comes back; the books balance', async () => {
    const { program, send } = await openProgram(service, { holdDays: 0 });
    const { transactionId } = await payableSale(service, program);
    await payableSale(service, program, 5_000);
    const due = async () => (await send('GET', '/payouts/due')).body.data;
    expect(await due()).toMatchObject([
      { payable_cents: 3_000, carried_cents: 0, due_cents: 3_000, is_due: true },
    ]);
    const { body: run } = await send('POST', '/payout-runs', {});
    expect(run.payouts).toMatchObject([
      { amount_cents: 3_000, status: 'open', partner_id: program.partnerId },
    ]);
    expect((await send('POST', '/payout-runs', {})).body).toEqual({ error: 'Nothing is due' });
    await refund(service, program, { transactionId });
    expect(await due()).toMatchObject([
      { payable_cents: 0, carried_cents: 2_000, due_cents: -2_000, is_due: false },
    ]);
    const file = await send('GET', `/payout-runs/${run.id}/file?format=bank`);
    expect(file.body).toContain('30.00,USD');
    const payout = `/payouts/${run.payouts[0].id}`;
    expect((await send('POST', `${payout}/cancel`)).body.status).toBe('cancelled');
    expect(await due()).toMatchObject([{ payable_cents: 1_000, carried_cents: 0, due_cents: 1_000 }]);
    expect((await send('POST', `${payout}/pay`, { reference: 'T' })).body).toEqual({
      error: 'Not possible for a payout that is cancelled',
    });
    const { body: second } = await send('POST', '/payout-runs', {});
    expect(second.payouts).toMatchObject([{ amount_cents: 1_000 }]);
    expect(
      (await send('POST', `/payout-runs/${second.id}/pay`, { reference: 'Transfer 7' })).body,
    ).toMatchObject({
      paid: 1,
    });
    const { body: paid } = await send('GET', `/payout-runs/${second.id}`);
    expect(paid.payouts).toMatchObject([{ status: 'paid', reference: 'Transfer 7' }]);
    expect(await due()).toEqual([]);
    const { body: detail } = await send('GET', `/partners/${program.partnerId}`);
    expect(detail.balances).toMatchObject([{ payable_cents: 0, paid_cents: 1_000 }]);
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
  });

  test('two runs at once pay everything once', async () => {
    const { program, send } = await openProgram(service, { holdDays: 0 });
    await payableSale(service, program);
    const runs = await Promise.all([1, 2, 3].map(() => send('POST', '/payout-runs', {})));
    expect(runs.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
  });

  test('a minimum keeps small amounts for later', async () => {
    const { program, send } = await openProgram(service, { holdDays: 0 });
    await payableSale(service, program);
    await send('PATCH', '', { minimum_payout_cents: 2_001 });
    expect((await send('GET', '/payouts/due')).body).toMatchObject({
      minimum_cents: 2_001,
      data: [{ is_due: false }],
    });
    expect((await send('POST', '/payout-runs', {})).status).toBe(409);
  });

  test('a customer has a timeline, a sale is found by its number, a report is also a file', async () => {
    const { program, send } = await openProgram(service);
    const { transactionId, customerKey } = await sale(service, program, { atMs: Date.now() - 1000 });
    await refund(service, program, { transactionId, amountCents: 100 });
    const { body: found } = await send('GET', `/customers?customer_key=${customerKey}`);
    const { body: customer } = await send('GET', `/customers/${found.data[0].id}`);
    // Click, lead and sale are of the same moment.
    const kinds = customer.timeline.map((entry: { type: string }) => entry.type);
    expect(kinds).toEqual(['click', 'lead', 'sale', 'commission', 'refund', 'commission']);
    expect(JSON.stringify(customer)).not.toContain('secret@customer.test');
    await sale(service, program, { customerKey, testMode: true });
    expect((await send('GET', `/customers/${found.data[0].id}`)).body).toMatchObject({
      partner: { id: program.partnerId, name: 'Jane' },
      link: { id: program.linkId, short_link: program.shortLink },
      totals: [
        { currency: 'USD', sales: 1, revenue_cents: 10_000, refunded_cents: 100, commission_cents: 1_980 },
      ],
    });
    const { body: sales } = await send('GET', `/sales?transaction_id=${transactionId}`);
    expect(sales.data).toHaveLength(1);
    const { body: csv } = await send('GET', '/report.csv?by=partner');
    expect(csv).toMatch(/^partner_id,partner,currency,clicks/);
    const { body: overview } = await send('GET', '/overview');
    expect(overview).toMatchObject({
      funnel: [{ step: 'clicks', count: 1 }, { count: 1 }, { count: 1 }, { step: 'sales', count: 1 }],
      top_partners: [{ partner_id: program.partnerId, sales: 1 }],
    });
    await lead(service, program, { clickId: null });
    await lead(service, program, { clickId: null });
    const { body: withOthers } = await send('GET', '/overview');
    expect(withOthers).toEqual({ ...overview, unattributed_leads: 2 });
    expect((await send('GET', '/report')).body.totals).toMatchObject([{ leads: 3 }]);
  });

  test('the last owner stays, also when several owners are removed at once', async () => {
    const { program, inWorkspace } = await openProgram(service);
    const { body } = await inWorkspace('GET', '/members');
    const path = `/members/${body.data[0].user_id}`;
    for (const [method, input] of [['DELETE'], ['PATCH', { role: 'admin' }]] as const) {
      const answer = await inWorkspace(method, path, input);
      expect([answer.status, answer.body]).toEqual([409, { error: 'The last owner cannot be removed' }]);
    }
    const second = await seedUser(service.pool);
    await addMember(service.pool, program.workspaceId, second.userId, 'owner');
    const cookie = await signIn(service, second.email);
    const members = `/api/workspaces/${program.workspaceId}/members`;
    const both = await Promise.all([
      inWorkspace('DELETE', `/members/${second.userId}`),
      ask(service, `${members}/${body.data[0].user_id}`, { method: 'DELETE', cookie }),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('the audit log refuses to be changed', async () => {
    const { inWorkspace } = await openProgram(service);
    await inWorkspace('PATCH', '', { name: uniqueName('workspace') });
    for (const statement of ['update audit_entries set action = null', 'delete from audit_entries']) {
      await expect(service.pool.query(statement)).rejects.toThrow('append-only');
    }
  });
});
