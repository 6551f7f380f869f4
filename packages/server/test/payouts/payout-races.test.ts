import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPayoutRun } from '../../src/features/payouts/make-payout-run.js';
import { runChange } from '../../src/operations/change.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { encryptionOf } from '../support/encryption.js';
import { newPostgresUrl } from '../support/engines.js';
import { createGate, untilWaiting } from '../support/locks.js';
import { ask, signIn, signInAs } from '../support/management.js';
import { servicesOf } from '../support/operations.js';
import {
  accountOf,
  IBAN,
  OTHER_IBAN,
  openProgramWithPayee,
  type ProgramWithPayee,
} from '../support/paying.js';
import { type RunningService, startService } from '../support/service.js';

const secrets = { current: randomBytes(32).toString('hex'), previous: [] };
const FORMATS = ['bank', 'paypal', 'wise'] as const;

// Each service has its own connections and memory, as two processes have.
describe('payouts of two services on one PostgreSQL', () => {
  let here: RunningService;
  let there: RunningService;
  beforeAll(async () => {
    const databaseUrl = await newPostgresUrl();
    here = await startService('postgres', { databaseUrl, secrets });
    there = await startService('postgres', { databaseUrl, secrets });
  });
  afterAll(async () => {
    expect((await verifyBooks(here.pool)).differences).toEqual([]);
    for (const service of [here, there]) await service.close();
  });

  /** Acts while a transaction is open that has run a statement; it commits when so many wait for it. */
  async function during<Result>(
    sql: string,
    values: readonly unknown[],
    waiting: number,
    act: () => Promise<Result>,
  ): Promise<Result> {
    const client = await here.pool.connect();
    try {
      await client.query('begin');
      await client.query(sql, [...values]);
      const acting = act();
      await untilWaiting(here.pool, waiting);
      await client.query('commit');
      return await acting;
    } finally {
      client.release(true);
    }
  }

  /** What the partner and the owner of a program send to the other service. */
  async function openOnOtherService({ program, jane }: ProgramWithPayee) {
    const partner = await signIn(there, jane.userEmail);
    const owner = await signInAs(there, program.workspaceId, 'owner');
    return {
      setDetails: (method: string, details: string) =>
        ask(there, `/api/partner/programs/${program.programId}/payout-details`, {
          method: 'PUT',
          cookie: partner,
          body: { method, account_name: 'Jane Doe', details },
        }),
      team: (method: string, path: string, body?: unknown) =>
        ask(there, `/api/programs/${program.programId}${path}`, {
          method,
          cookie: owner,
          ...(body !== undefined && { body }),
        }),
    };
  }

  test('a change of payout details that comes while a run is created is for later payouts', async () => {
    const paying = await openProgramWithPayee(here);
    const { jane, program, team } = paying;
    const other = await openOnOtherService(paying);
    await jane.setDetails('bank', IBAN);
    await jane.sell();
    const created = createGate();
    const goOn = createGate();
    const { programId, workspaceId } = program;
    const encryption = encryptionOf(secrets.current);
    const parts = { pool: here.pool, ids: here.tracking.ids, encryption };
    const actor = { userId: null, email: 'jane@acme.test' };
    const by = { actor, action: 'payout_run.create', place: { programId, workspaceId } };
    const wanted = { programId, createdBy: actor.email, input: {}, nowMs: Date.now() };
    const running = runChange(here.pool, by, async (client) => {
      const made = await startPayoutRun(client, servicesOf(parts), wanted);
      created.open();
      await goOn.opened;
      return made;
    });
    await created.opened;
    const changing = other.setDetails('paypal', 'mallory@evil.test');
    await untilWaiting(here.pool, 1);
    goOn.open();
    const { detail: run } = await running;
    expect((await changing).status).toBe(200);
    expect(run.payouts).toMatchObject([{ method: 'bank', account: '…2051' }]);
    expect(await paying.file(run.id, 'bank')).toContain(IBAN);
    expect(await paying.file(run.id, 'paypal')).not.toContain('mallory');
    expect((await team('GET', `/payout-runs/${run.id}`)).body.payouts).toMatchObject([{ account: '…2051' }]);
  });

  test('a run that waits for a change of payout details skips the partner', async () => {
    const paying = await openProgramWithPayee(here);
    const { jane } = paying;
    const other = await openOnOtherService(paying);
    await jane.setDetails('bank', IBAN);
    await jane.sell();
    // The change has the partner, and waits for the row of the details.
    const sql = 'select 1 from partner_payout_details where partner_id = $1 for update';
    const [changed, run] = await during(sql, [jane.partnerId], 2, async () => {
      const changing = other.setDetails('bank', OTHER_IBAN);
      await untilWaiting(here.pool, 1);
      return Promise.all([changing, paying.run()]);
    });
    expect([changed.status, run.status]).toEqual([200, 200]);
    expect(run.body).toMatchObject({
      payouts: [],
      skipped: [{ partner_id: jane.partnerId, reason: 'payout_details_changed' }],
    });
  });

  test('whatever is changed while runs are created, each payout is in one file, with its own account', async () => {
    const paying = await openProgramWithPayee(here);
    const { jane, team } = paying;
    const other = await openOnOtherService(paying);
    await team('PATCH', '', { payout_details_hold_hours: 0 });
    // So that the first run has an account, whichever of the changes below comes before it.
    const used = [accountOf('bank', 99)];
    const accountFor = (way: string, number: number) => {
      const account = accountOf(way, number);
      used.push(account);
      return account;
    };
    await jane.setDetails('bank', used[0] ?? '');
    const runs: number[] = [];
    const accounts = new Map<number, string>();
    for (let round = 0; round < 12; round += 1) {
      await jane.sell();
      const method = (offset: number) => FORMATS[(round + offset) % 3] ?? 'bank';
      const [, run] = await Promise.all([
        other.setDetails(method(0), accountFor(method(0), 1000 + round)),
        paying.run(),
        jane.setDetails(method(1), accountFor(method(1), 2000 + round)),
        ...runs.slice(-1).map((id) => paying.file(id, method(2))),
      ]);
      expect(run.status).toBe(200);
      runs.push(run.body.id);
      accounts.set(run.body.id, `${run.body.payouts[0].format} ${run.body.payouts[0].account}`);
    }
    for (const id of runs) {
      const files = await Promise.all(FORMATS.map((format) => paying.file(id, format)));
      const found = files.flatMap((file, index) =>
        used
          .filter((account) => file.includes(account))
          .map((account) => `${FORMATS[index]} …${account.replaceAll(' ', '').slice(-4)}`),
      );
      expect(found).toEqual([accounts.get(id)]);
    }
  });

  test('of two concurrent requests to mark a run as paid, one does and the other reports that it was done', async () => {
    const paying = await openProgramWithPayee(here);
    const { jane, team, workspace } = paying;
    const other = await openOnOtherService(paying);
    await jane.sell();
    const { body: run } = await paying.run();
    const sql = 'select 1 from payouts where run_id = $1 for update';
    const path = `/payout-runs/${run.id}/pay`;
    const answers = await during(sql, [run.id], 2, () =>
      Promise.all([
        team('POST', path, { reference: 'Here', format: 'bank' }),
        other.team('POST', path, { reference: 'There' }),
      ]),
    );
    const counts = answers.map(({ body }) => body).sort((a, b) => b.paid - a.paid);
    expect(counts).toEqual([
      { paid: 1, already_paid: 0, cancelled: 0, open: 0 },
      { paid: 0, already_paid: 1, cancelled: 0, open: 0 },
    ]);
    const { body: audit } = await workspace('GET', '/audit?action=payout_run.pay');
    const { body: payouts } = await team('GET', '/payouts');
    expect(audit.data).toMatchObject([{ after: { reference: payouts.data[0].reference } }]);
  });

  test('of two who mark one payout as paid at once, the other is refused', async () => {
    const paying = await openProgramWithPayee(here);
    const { jane, team } = paying;
    const other = await openOnOtherService(paying);
    await jane.sell();
    const { body: run } = await paying.run();
    const path = `/payouts/${run.payouts[0].id}/pay`;
    const answers = await during('select 1 from payouts where run_id = $1 for update', [run.id], 2, () =>
      Promise.all([
        team('POST', path, { reference: 'Here' }),
        other.team('POST', path, { reference: 'There' }),
      ]),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      error: 'Not possible for a payout that is paid',
    });
  });

  test('a payout that is cancelled while its file is written is in the file before, or not at all', async () => {
    const paying = await openProgramWithPayee(here);
    const { jane, team } = paying;
    const other = await openOnOtherService(paying);
    await jane.setDetails('bank', IBAN);
    await jane.sell();
    const { body: run } = await paying.run();
    const payoutId = run.payouts[0].id;
    const [cancelled, file] = await during(
      'select 1 from payouts where run_id = $1 for update',
      [run.id],
      2,
      async () => {
        const cancelling = other.team('POST', `/payouts/${payoutId}/cancel`, {});
        await untilWaiting(here.pool, 1);
        return Promise.all([cancelling, paying.file(run.id, 'bank')]);
      },
    );
    expect(cancelled.body.status).toBe('cancelled');
    const { body: files } = await team('GET', `/payout-runs/${run.id}/files`);
    expect(files.data[0].payouts).toEqual(file.includes(IBAN) ? [payoutId] : []);
  });
});
