import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, signInAs } from '../support/management.js';
import { accountOf, endHold, IBAN, OTHER_IBAN, openProgramWithPayee } from '../support/paying.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe.each(engines)('payment files on %s', (engine) => {
  const service = shared(() => startService(engine));

  test('every download is recorded with who, when, format, SHA-256 and payouts, and audited', async () => {
    const paying = await openProgramWithPayee(service);
    const { jane, team, workspace, ownerEmail } = paying;
    const bob = await paying.addPayee();
    await jane.setDetails('bank', IBAN);
    await bob.setDetails('paypal', 'bob@blog.test');
    for (const payee of [jane, bob]) await payee.sell();
    const { body: run } = await paying.run();
    const payoutIdOf = (partnerId: number) =>
      run.payouts.find((payout: { partner_id: number }) => payout.partner_id === partnerId).id;
    expect((await team('GET', `/payout-runs/${run.id}/files`)).body).toEqual({ data: [], next_cursor: null });
    const bank = await paying.file(run.id, 'bank');
    const paypal = await paying.file(run.id, 'paypal');
    expect(await paying.file(run.id, 'bank')).toBe(bank);
    const { body: files } = await team('GET', `/payout-runs/${run.id}/files`);
    const totals = [{ currency: 'USD', payouts: 1, amount_cents: 2_000 }];
    const written = {
      totals,
      skipped: [],
      created_by: ownerEmail,
      created_at: expect.stringMatching(/^20.*Z$/),
    };
    const ofBank = {
      format: 'bank',
      sha256: sha256(bank),
      payouts: [payoutIdOf(jane.partnerId)],
      ...written,
    };
    const ofPaypal = {
      format: 'paypal',
      sha256: sha256(paypal),
      payouts: [payoutIdOf(bob.partnerId)],
      ...written,
    };
    expect(files.data).toEqual([
      { id: expect.any(Number), ...ofBank },
      { id: expect.any(Number), ...ofPaypal },
      { id: expect.any(Number), ...ofBank },
    ]);
    const { body: audit } = await workspace('GET', '/audit?action=payout_run.file');
    expect(audit.data).toHaveLength(3);
    expect(audit.data[1]).toMatchObject({
      by: ownerEmail,
      target_type: 'payout_run',
      target_id: String(run.id),
      after: {
        file_id: files.data[1].id,
        format: 'paypal',
        sha256: sha256(paypal),
        payouts: ofPaypal.payouts,
      },
    });
    expect(JSON.stringify([audit, files])).not.toContain('bob@blog.test');
  });

  test('are listed page by page, for members who may see payouts, of this run only', async () => {
    const paying = await openProgramWithPayee(service);
    const { jane, team, program } = paying;
    await jane.sell();
    const { body: run } = await paying.run();
    for (let count = 0; count < 3; count += 1) await paying.file(run.id, 'bank');
    const path = `/payout-runs/${run.id}/files`;
    const { body: first } = await team('GET', `${path}?limit=2`);
    const { body: second } = await team('GET', `${path}?limit=2&cursor=${first.next_cursor}`);
    const ids = [...first.data, ...second.data].map(({ id }: { id: number }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
    expect([ids.length, second.next_cursor]).toEqual([3, null]);
    const viewer = await signInAs(service, program.workspaceId, 'viewer');
    const readAsViewer = (rest: string) =>
      ask(service, `/api/programs/${program.programId}${rest}`, { cookie: viewer });
    expect((await readAsViewer(path)).body.data).toHaveLength(3);
    expect((await readAsViewer(`/payout-runs/${run.id}/file`)).status).toBe(404);
    const other = await openProgramWithPayee(service);
    expect((await other.team('GET', path)).status).toBe(404);
    expect((await other.team('GET', `/payout-runs/${run.id}/file`)).status).toBe(404);
    expect((await team('GET', path)).body.data).toHaveLength(3);
  });

  test('a format that there is not is refused and records nothing', async () => {
    const paying = await openProgramWithPayee(service);
    await paying.jane.sell();
    const { body: run } = await paying.run();
    for (const format of ['check', '', 'BANK', 'bank&format=paypal']) {
      const answer = await paying.team('GET', `/payout-runs/${run.id}/file?format=${format}`);
      expect([answer.status, answer.body], format).toEqual([400, { error: 'format is invalid' }]);
    }
    expect((await paying.team('GET', `/payout-runs/${run.id}/files`)).body.data).toEqual([]);
  });

  test('the record of a file outlives what happens to its payouts, and cannot be changed', async () => {
    const paying = await openProgramWithPayee(service);
    const { jane, team } = paying;
    await jane.setDetails('bank', IBAN);
    await jane.sell();
    const { body: run } = await paying.run();
    const file = await paying.file(run.id, 'bank');
    await team('POST', `/payouts/${run.payouts[0].id}/cancel`);
    await jane.setDetails('bank', OTHER_IBAN);
    const empty = await paying.file(run.id, 'bank');
    expect(empty).not.toContain('payout ');
    const { body } = await team('GET', `/payout-runs/${run.id}/files`);
    expect(body.data).toMatchObject([
      { sha256: sha256(empty), payouts: [], totals: [] },
      { sha256: sha256(file), payouts: [run.payouts[0].id] },
    ]);
    for (const change of [`update payout_files set created_by = 'x'`, 'delete from payout_files']) {
      await expect(service.pool.query(change)).rejects.toThrow('append-only');
    }
  });
});

describe.each(engines)('marking paid on %s', (engine) => {
  const service = shared(() => startService(engine));

  /** A run with a payout in each payment file, and one more in that of the bank, for want of details. */
  async function openRun() {
    const paying = await openProgramWithPayee(service);
    const payees = [paying.jane, await paying.addPayee(), await paying.addPayee(), await paying.addPayee()];
    for (const [index, method] of ['bank', 'paypal', 'wise'].entries()) {
      await payees[index]?.setDetails(method, accountOf(method, index));
    }
    for (const payee of payees) await payee.sell();
    const { body: run } = await paying.run();
    const payFiles = (body: unknown) => paying.team('POST', `/payout-runs/${run.id}/pay`, body);
    const statuses = async () => {
      const { body } = await paying.team('GET', `/payout-runs/${run.id}`);
      const byFormat = body.payouts.map((one: { format: string; status: string; reference: string | null }) =>
        [one.format, one.status, one.reference].join(' '),
      );
      return byFormat.sort();
    };
    return { ...paying, run, pay: payFiles, statuses };
  }

  test('with a format marks the payouts of that file only', async () => {
    const { pay, statuses, workspace, team, run } = await openRun();
    expect((await pay({ reference: 'P 1', format: 'paypal' })).body).toEqual({
      paid: 1,
      already_paid: 0,
      cancelled: 0,
      open: 3,
    });
    expect(await statuses()).toEqual(['bank open ', 'bank open ', 'paypal paid P 1', 'wise open ']);
    expect((await pay({ reference: 'P 2', format: 'paypal' })).body).toEqual({
      paid: 0,
      already_paid: 1,
      cancelled: 0,
      open: 3,
    });
    const wise = run.payouts.find(({ format }: { format: string }) => format === 'wise');
    await team('POST', `/payouts/${wise.id}/cancel`);
    expect((await pay({ reference: 'W 1', format: 'wise' })).body).toEqual({
      paid: 0,
      already_paid: 0,
      cancelled: 1,
      open: 2,
    });
    expect((await pay({ reference: 'All' })).body).toEqual({
      paid: 2,
      already_paid: 1,
      cancelled: 1,
      open: 0,
    });
    expect(await statuses()).toEqual([
      'bank paid All',
      'bank paid All',
      'paypal paid P 1',
      'wise cancelled ',
    ]);
    const { body: audit } = await workspace('GET', '/audit?action=payout_run.pay');
    expect(audit.data).toMatchObject([
      { after: { reference: 'All' } },
      { after: { reference: 'P 1', format: 'paypal' } },
    ]);
  });

  test('refuses other formats, and changes nothing then', async () => {
    const { pay, statuses } = await openRun();
    const before = await statuses();
    for (const format of ['check', '', 'BANK', null, 1, ['bank']]) {
      const answer = await pay({ reference: 'T', format });
      expect([answer.status, answer.body], String(format)).toEqual([400, { error: 'format is invalid' }]);
    }
    expect((await pay({ format: 'bank' })).body).toEqual({ error: 'reference is required' });
    expect(await statuses()).toEqual(before);
  });

  test('a single payout is marked only with the format of its file', async () => {
    const { run, team } = await openRun();
    const paypal = run.payouts.find(({ format }: { format: string }) => format === 'paypal');
    const payFiles = (body: unknown) => team('POST', `/payouts/${paypal.id}/pay`, body);
    const refused = await payFiles({ reference: 'T', format: 'bank' });
    expect([refused.status, refused.body]).toEqual([409, { error: 'This payout is in the paypal file' }]);
    expect((await payFiles({ reference: 'T', format: 'x' })).body).toEqual({ error: 'format is invalid' });
    expect((await payFiles({ reference: 'T', format: 'paypal' })).body).toMatchObject({
      status: 'paid',
      reference: 'T',
    });
    expect((await payFiles({ reference: 'T', format: 'paypal' })).body).toEqual({
      error: 'Not possible for a payout that is paid',
    });
  });

  test('a run that only skipped partners can be looked at and has nothing to pay', async () => {
    const paying = await openProgramWithPayee(service);
    const { jane, team } = paying;
    await jane.setDetails('bank', IBAN);
    await jane.setDetails('bank', OTHER_IBAN);
    await jane.sell();
    const { status, body: run } = await paying.run();
    expect([status, run.payouts]).toEqual([200, []]);
    expect((await team('POST', `/payout-runs/${run.id}/pay`, { reference: 'T' })).body).toEqual({
      paid: 0,
      already_paid: 0,
      cancelled: 0,
      open: 0,
    });
    expect(await paying.file(run.id, 'bank')).toMatch(/^payout_id,.*\r\n$/);
    await endHold(service, jane.partnerId);
    expect((await paying.run()).body.payouts).toMatchObject([{ account: '…2606' }]);
  });
});
