import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { startPayoutRun } from '../../src/features/payouts/make-payout-run.js';
import { runChange } from '../../src/operations/change.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { encryptionOf } from '../support/encryption.js';
import { engines, newPostgresUrl } from '../support/engines.js';
import { untilWaiting } from '../support/locks.js';
import { ask, sale, signIn } from '../support/management.js';
import { createSender } from '../support/open-program.js';
import { servicesOf } from '../support/operations.js';
import { openProgramWithPayee } from '../support/paying.js';
import { type SeededProgram, seedLink, seedPartner } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { spawnService } from '../support/service-process.js';
import { prepare } from './schedule-support.js';

const secrets = { current: randomBytes(32).toString('hex'), previous: [] };
/** Several transactions create so many payouts. */
const PARTNERS = 25;
const ALL_PAID = { currency: 'USD', status: 'open', payouts: PARTNERS, amount_cents: PARTNERS * 2000 };

/** A program with partners who are owed 20.00 each. */
async function openManyPayees(service: RunningService) {
  const opened = await openProgramWithPayee(service);
  const { workspaceId, programId } = opened.program;
  const partnerIds: number[] = [];
  for (let number = 0; number < PARTNERS; number += 1) {
    const partner = await seedPartner(service.pool, opened.program);
    const link = await seedLink(service.pool, { workspaceId, programId, partnerId: partner.partnerId });
    const place: SeededProgram = { ...opened.program, ...partner, ...link };
    await sale(service, place, { amountCents: 10_000, atMs: Date.now() - 40 * 86_400_000 });
    partnerIds.push(partner.partnerId);
  }
  await matureCommissions(service.pool, service.tracking.ids, { nowMs: Date.now() });
  return { ...opened, last: Math.max(...partnerIds) };
}

/** Keeps whoever pays a partner waiting, until the returned function is called. */
async function holdBooksOf(pool: pg.Pool, partnerId: number): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: String(pool.options.connectionString) });
  await client.connect();
  await client.query('begin');
  await client.query('select 1 from enrollments where partner_id = $1 for update', [partnerId]);
  return () => client.end();
}

/** Begins a run as a process does that is killed after its first transaction. */
async function beginRun(service: RunningService, { programId, workspaceId }: SeededProgram, input = {}) {
  const services = servicesOf({
    pool: service.pool,
    ids: service.tracking.ids,
    encryption: encryptionOf(secrets.current),
  });
  const by = {
    actor: { userId: null, email: 'jane@acme.test' },
    action: 'payout_run.create',
    place: { programId, workspaceId },
  };
  const request = { programId, createdBy: 'jane@acme.test', input, nowMs: Date.now() };
  return runChange(service.pool, by, (client) => startPayoutRun(client, services, request));
}

describe.each(engines)('a payout run of many partners on %s', (engine) => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService(engine, { secrets });
  });
  afterAll(async () => {
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
    await service.close();
  });

  test('pays what the preview showed, in several transactions, and answers a click in between', async () => {
    const { program, team, run, workspace } = await openManyPayees(service);
    const due = (await team('GET', '/payouts/due')).body.data;
    await beginRun(service, program);
    const click = await fetch(`${service.baseUrl}/track/click`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${program.apiKey}` },
      body: JSON.stringify({ affiliate_url: program.affiliateUrl }),
    });
    expect(click.status).toBe(200);
    expect((await team('GET', '/payout-runs')).body.data).toMatchObject([{ is_complete: false }]);
    const { status, body } = await run();
    expect(status).toBe(200);
    expect(body).toMatchObject({ is_complete: true, skipped: [], totals: [ALL_PAID] });
    const amounts = (rows: { partner_id: number }[], field: string) =>
      rows.map((row) => [row.partner_id, (row as unknown as Record<string, number>)[field]]).sort();
    expect(amounts(body.payouts, 'amount_cents')).toEqual(amounts(due, 'due_cents'));
    const entries = (await workspace('GET', '/audit?action=payout_run.create')).body.data;
    expect(entries.length).toBeGreaterThan(1);
    expect(entries.flatMap((entry: { after: { payouts: unknown[] } }) => entry.after.payouts)).toHaveLength(
      PARTNERS,
    );
    expect((await run()).body).toEqual({ error: 'Nothing is due' });
  });

  test('is shown as incomplete, has no files until it is whole, and is completed by the same request', async () => {
    const { program, team, run } = await openManyPayees(service);
    const { runId } = await beginRun(service, program);
    const at = `/payout-runs/${runId}`;
    const begun = (await team('GET', at)).body;
    expect(begun.is_complete).toBe(false);
    expect(begun.payouts.length).toBeLessThan(PARTNERS);
    const refused = { status: 409, body: { error: 'A payout run is still being created' } };
    expect(await team('GET', `${at}/file`)).toMatchObject(refused);
    expect(await team('POST', `${at}/pay`, { reference: 'x' })).toMatchObject(refused);
    expect(await team('POST', '/payout-runs', { currency: 'EUR' })).toMatchObject(refused);
    const completed = await run();
    expect(completed).toMatchObject({ status: 200, body: { id: runId, is_complete: true } });
    expect(completed.body.totals).toEqual([ALL_PAID]);
    expect((await team('POST', `${at}/pay`, { reference: 'x' })).body).toMatchObject({ paid: PARTNERS });
  });

  test('is completed by the job a minute later, without what was cancelled meanwhile', async () => {
    const { program, team } = await openManyPayees(service);
    const { runId, detail } = await beginRun(service, program);
    const [first] = detail.payouts;
    expect((await team('POST', `/payouts/${first?.id}/cancel`)).status).toBe(200);
    await prepare(service, { nowMs: Date.now() + 30_000 });
    expect((await team('GET', `/payout-runs/${runId}`)).body.is_complete).toBe(false);
    await prepare(service, { nowMs: Date.now() + 61_000 });
    const { body } = await team('GET', `/payout-runs/${runId}`);
    expect(body).toMatchObject({ is_complete: true, created_by: 'jane@acme.test' });
    expect(body.payouts).toHaveLength(PARTNERS);
    expect(body.payouts.filter(({ status }: { status: string }) => status === 'cancelled')).toHaveLength(1);
  });
});

describe('a payout run of many partners on one PostgreSQL', () => {
  test('is one run where two are requested at once, and a request of other partners is refused', async () => {
    const databaseUrl = await newPostgresUrl();
    const service = await startService('postgres', { databaseUrl, secrets });
    onTestFinished(() => service.close());
    const { team, run, last } = await openManyPayees(service);
    const release = await holdBooksOf(service.pool, last);
    const first = run();
    await untilWaiting(service.pool, 1);
    const second = run();
    await untilWaiting(service.pool, 2);
    expect((await team('POST', '/payout-runs', { partner_ids: [last] })).status).toBe(409);
    await release();
    const [one, other] = await Promise.all([first, second]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.body).toEqual(other.body);
    expect(one.body.totals).toEqual([ALL_PAID]);
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
  });

  test('is completed by a repeated request after the process was killed', { timeout: 180_000 }, async () => {
    const databaseUrl = await newPostgresUrl();
    const service = await startService('postgres', { databaseUrl, secrets });
    onTestFinished(() => service.close());
    const { program, ownerEmail, last } = await openManyPayees(service);
    const release = await holdBooksOf(service.pool, last);
    const start = async () => {
      const started = await spawnService({ DATABASE_URL: databaseUrl, SVC_SECRET: secrets.current });
      await started.ready();
      const cookie = await signIn(started, ownerEmail);
      return { started, team: createSender(started, cookie, `/api/programs/${program.programId}`) };
    };
    const killed = await start();
    const lost = killed.team('POST', '/payout-runs', {}).catch(() => null);
    await untilWaiting(service.pool, 1);
    killed.started.child.kill('SIGKILL');
    await killed.started.ended;
    expect(await lost).toBeNull();
    await release();
    const again = await start();
    const { status, body } = await again.team('POST', '/payout-runs', {});
    expect([status, body.is_complete]).toEqual([200, true]);
    expect(body.totals).toEqual([ALL_PAID]);
    expect((await again.team('GET', '/payout-runs')).body.data).toHaveLength(1);
    expect((await ask(again.started, '/readyz')).status).toBe(200);
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
  });
});
