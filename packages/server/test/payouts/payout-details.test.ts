import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, signInAs } from '../support/management.js';
import { DIGITS_OF_IBAN, endHold, IBAN, OTHER_IBAN, openProgramWithPayee } from '../support/paying.js';
import { seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

describe.each(engines)('a change of payout details on %s', (engine) => {
  const service = shared(() => startService(engine));

  const mailsTo = (email: string) => service.mails.filter(({ to }) => to === email);

  test('is mailed to the partner with masked values, and says what to do', async () => {
    const { jane, program } = await openProgramWithPayee(service);
    await jane.setDetails('bank', IBAN);
    const [added] = mailsTo(jane.email);
    expect(added?.subject).toMatch(/^Your payout details at workspace-\w+ were added$/);
    expect(added?.text).toContain('Now:    Bank transfer, name …eDoe, account …2051');
    expect(added?.text).not.toContain('does not create a payout');
    await jane.setDetails('paypal', 'mallory@evil.test', 'Mallory');
    const [, changed, ...more] = mailsTo(jane.email);
    expect([changed?.subject.endsWith('were changed'), more]).toEqual([true, []]);
    expect(changed?.text).toContain('Before: Bank transfer, name …eDoe, account …2051');
    expect(changed?.text).toContain('Now:    PayPal, name …lory, account …test');
    expect(changed?.text).toMatch(
      /does not create a payout for you before 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC/,
    );
    expect(changed?.text).toContain('If it was not you');
    expect(changed?.text).toContain('http://service.test/forgot-password');
    expect(changed?.text).toContain(`http://service.test/partner/${program.programId}/details`);
    const sent = JSON.stringify(mailsTo(jane.email));
    expect(sent).not.toMatch(DIGITS_OF_IBAN);
    expect(sent).not.toMatch(/mallory@evil\.test|Mallory/);
  });

  test('is audited with the old and the new values masked', async () => {
    const { jane, workspace } = await openProgramWithPayee(service);
    await jane.setDetails('bank', IBAN);
    await jane.setDetails('bank', 'GB66 BUKB 2020 1555 5520 51', 'Jane Roe');
    const { body } = await workspace('GET', '/audit?action=partner.payout_details');
    const at = expect.stringMatching(/^20.*Z$/);
    const first = {
      payout_method: 'bank',
      account_name: '…eDoe',
      account: '…2051',
      country: null,
      changed_at: at,
    };
    expect(body.data).toMatchObject([
      { target_type: 'partner', before: first, after: { ...first, account_name: '…eRoe' } },
      { before: null, after: first },
    ]);
    // Both accounts have the same last characters; the entry still distinguishes them.
    const [{ before, after }] = body.data;
    expect(Date.parse(after.changed_at)).toBeGreaterThan(Date.parse(before.changed_at));
    expect(JSON.stringify(body)).not.toMatch(DIGITS_OF_IBAN);
    expect(JSON.stringify(body)).not.toMatch(/BUKB|Jane Doe/);
  });

  test('that changes nothing is neither mailed nor audited, and holds nothing', async () => {
    const paying = await openProgramWithPayee(service);
    const { jane, workspace } = paying;
    const same = { method: 'bank', account_name: 'Jane', details: IBAN, country: 'DE' };
    const answers = [1, 2, 3].map(() => jane.send('PUT', '/payout-details', same));
    for (const answer of await Promise.all(answers))
      expect(answer.body).toEqual({ payout_details: { ...same, iban: IBAN.replaceAll(' ', '') } });
    expect(mailsTo(jane.email)).toHaveLength(1);
    expect((await workspace('GET', '/audit?action=partner.payout_details')).body.data).toHaveLength(1);
    await jane.sell();
    expect((await paying.run()).body).toMatchObject({ skipped: [], payouts: [{ account: '…2051' }] });
    await jane.send('PUT', '/payout-details', { ...same, country: null });
    expect(mailsTo(jane.email)).toHaveLength(2);
  });

  test('makes payout runs skip the partner and say so, until the hold is over', async () => {
    const paying = await openProgramWithPayee(service);
    const { jane, team, workspace } = paying;
    const bob = await paying.addPayee();
    for (const payee of [jane, bob]) await payee.sell();
    await jane.setDetails('bank', IBAN);
    await jane.setDetails('bank', OTHER_IBAN);
    const { body: due } = await team('GET', '/payouts/due');
    const heldUntil = due.data.find((item: { held_until: string | null }) => item.held_until)?.held_until;
    const hours = (Date.parse(heldUntil) - Date.now()) / 3_600_000;
    expect([Math.round(hours), due.data.length]).toEqual([72, 2]);
    expect((await jane.send('GET', '')).body.payouts_held_until).toBe(heldUntil);
    expect((await bob.send('GET', '')).body.payouts_held_until).toBeNull();
    const { body: run } = await paying.run();
    const skipped = [{ partner_id: jane.partnerId, reason: 'payout_details_changed', held_until: heldUntil }];
    expect(run.skipped).toEqual(skipped);
    expect(run.payouts).toMatchObject([{ partner_id: bob.partnerId }]);
    expect((await team('GET', `/payout-runs/${run.id}`)).body.skipped).toEqual(skipped);
    expect((await team('GET', '/payout-runs')).body.data).toMatchObject([{ id: run.id, skipped }]);
    const { body: audit } = await workspace('GET', '/audit?action=payout_run.create');
    expect(audit.data).toMatchObject([{ after: { skipped } }]);
    const named = await team('POST', '/payout-runs', { partner_ids: [jane.partnerId] });
    expect(named.body).toMatchObject({ payouts: [], skipped });
    await endHold(service, jane.partnerId);
    expect((await paying.run()).body).toMatchObject({ skipped: [], payouts: [{ account: '…2606' }] });
    expect((await team('POST', '/payout-runs', {})).body).toEqual({ error: 'Nothing is due' });
  });

  test('skips nobody to whom nothing is due, or less than the minimum', async () => {
    const paying = await openProgramWithPayee(service);
    const { jane, team } = paying;
    await jane.setDetails('bank', IBAN);
    await jane.setDetails('bank', OTHER_IBAN);
    expect((await paying.run()).body).toEqual({ error: 'Nothing is due' });
    await jane.sell();
    await team('PATCH', '', { minimum_payout_cents: 2_001 });
    expect((await paying.run()).body).toEqual({ error: 'Nothing is due' });
  });

  test('holds for as long as the program says, and not at all where it says 0', async () => {
    const paying = await openProgramWithPayee(service);
    const { jane, team } = paying;
    await jane.sell();
    await jane.setDetails('bank', IBAN);
    await jane.setDetails('bank', OTHER_IBAN);
    for (const hours of [-1, 721, 1.5, '72', null]) {
      const { status, body } = await team('PATCH', '', { payout_details_hold_hours: hours });
      expect([status, body], String(hours)).toEqual([400, { error: 'payout_details_hold_hours is invalid' }]);
    }
    expect((await team('PATCH', '', { payout_details_hold_hours: 720 })).body).toMatchObject({
      payout_details_hold_hours: 720,
    });
    await service.pool.query(
      `update partner_payout_details set created_at = created_at - interval '719 hours' where partner_id = $1`,
      [jane.partnerId],
    );
    expect((await paying.run()).body.skipped).toHaveLength(1);
    await team('PATCH', '', { payout_details_hold_hours: 0 });
    expect((await paying.run()).body).toMatchObject({ skipped: [], payouts: [{ account: '…2606' }] });
  });

  test('first details are no change while nothing is due, but where the partner has been paid without any', async () => {
    const paying = await openProgramWithPayee(service);
    const { jane, team } = paying;
    const bob = await paying.addPayee();
    await jane.setDetails('bank', IBAN);
    for (const payee of [jane, bob]) await payee.sell();
    const { body: run } = await paying.run();
    expect([run.payouts.length, run.skipped]).toEqual([2, []]);
    await team('POST', `/payout-runs/${run.id}/pay`, { reference: 'T' });
    await bob.setDetails('bank', OTHER_IBAN);
    await bob.sell();
    expect((await paying.run()).body).toMatchObject({
      payouts: [],
      skipped: [{ partner_id: bob.partnerId, reason: 'payout_details_changed' }],
    });
  });

  test('counts in every program of the company that the partner takes part in', async () => {
    const { jane, program } = await openProgramWithPayee(service);
    const second = await seedProgram(service.pool, { workspaceId: program.workspaceId, holdDays: 0 });
    await service.pool.query(
      `insert into enrollments (program_id, partner_id, status) values ($1, $2, 'approved')`,
      [second.programId, jane.partnerId],
    );
    await jane.setDetails('bank', IBAN);
    await jane.setDetails('bank', OTHER_IBAN);
    const link = { ...second, partnerId: jane.partnerId };
    await service.pool.query('update links set partner_id = $2 where id = $1', [link.linkId, link.partnerId]);
    const { payableSale } = await import('../support/workspace.js');
    await payableSale(service, link);
    const owner = await signInAs(service, program.workspaceId, 'owner');
    const path = `/api/programs/${second.programId}/payout-runs`;
    const { body } = await ask(service, path, { method: 'POST', cookie: owner, body: {} });
    expect(body.skipped).toMatchObject([{ partner_id: jane.partnerId }]);
  });

  test('a new program has a hold of 72 hours by default', async () => {
    const { workspace } = await openProgramWithPayee(service);
    const commission = { type: 'percent', basis_points: 1_000 };
    const makeProgram = (name: string, more: object) =>
      workspace('POST', '/programs', { name, domain: 'shop.test', commission, ...more });
    expect((await makeProgram('A', {})).body.payout_details_hold_hours).toBe(72);
    expect((await makeProgram('B', { payout_details_hold_hours: 0 })).body.payout_details_hold_hours).toBe(0);
    expect((await makeProgram('C', { payout_details_hold_hours: 721 })).body).toEqual({
      error: 'payout_details_hold_hours is invalid',
    });
  });
});
