import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '../../src/verify/verify.js';
import { type TrackingClient, trackingClient } from '../http/tracking-client.js';
import { visit } from '../redirect/visit.js';
import { engines } from '../support/engines.js';
import { type OpenProgram, openProgram } from '../support/open-program.js';
import { uniqueName } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';

describe.each(engines)('a host that two workspaces list, on %s', (engine) => {
  let service: RunningService;
  let client: TrackingClient;
  beforeAll(async () => {
    service = await startService(engine);
    client = trackingClient(service);
  });
  afterAll(async () => {
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
    await service.close();
  });

  const hostsOf = async ({ send }: OpenProgram) => (await send('GET', '')).body.hosts;
  const statusOf = async (program: OpenProgram, host: string) =>
    (await hostsOf(program)).find((one: { host: string }) => one.host === host)?.status;
  const check = (program: OpenProgram, host: string) => program.send('POST', `/hosts/${host}/check`);
  const list = async (program: OpenProgram, changes: object) =>
    expect(await program.send('PATCH', '', changes)).toMatchObject({ status: 200 });

  /** Puts the record of a program's host into DNS, beside records of others. */
  async function publish(program: OpenProgram, host: string) {
    const { record } = (await hostsOf(program)).find((one: { host: string }) => one.host === host);
    expect(record).toMatch(/^svc-verify=[0-9a-f]{32}$/);
    service.dns.records.set(`_svc.${host}`, ['v=spf1 -all', record]);
  }
  /** The audit entries about a host that a workspace has lost. */
  async function movesOf({ program }: OpenProgram, host: string) {
    const { rows } = await service.pool.query(
      `select program_id, user_id, user_email from audit_entries
        where workspace_id = $1 and action = 'program.host.lose' and after ->> 'host' = $2 order by id`,
      [program.workspaceId, host],
    );
    return rows;
  }
  /** The answer to a click through the program's link from a page of the origin. */
  const clickFrom = async ({ program }: OpenProgram, origin: string) =>
    (await client.click({ affiliate_url: program.affiliateUrl }, { origin })).status;
  /** The program that a lead of the page goes to, which names a customer only. */
  async function leadFrom(origin: string) {
    const customerKey = uniqueName('user');
    const { status } = await client.lead({ customer_key: customerKey }, { origin });
    const { rows } = await service.pool.query('select program_id from customers where customer_key = $1', [
      customerKey,
    ]);
    return status === 200 ? rows[0].program_id : status;
  }
  /** An honest program, and a stranger's that lists the same hosts later. */
  async function openBoth() {
    const host = `www.${uniqueName('acme')}.test`;
    return {
      host,
      origin: `https://${host}`,
      mine: await openProgram(service),
      theirs: await openProgram(service),
    };
  }

  test('serves the first as an origin, and the other once DNS has its record', async () => {
    const { host, origin, mine, theirs } = await openBoth();
    await list(mine, { allowed_origins: [origin] });
    await list(theirs, { allowed_origins: [`${origin}:8443`, origin] });
    expect(await hostsOf(mine)).toEqual([{ host, status: 'serving', record: expect.any(String) }]);
    expect(await statusOf(theirs, host)).toBe('unproven');
    expect([await clickFrom(mine, origin), await clickFrom(theirs, origin)]).toEqual([200, 403]);
    expect(await clickFrom(theirs, `${origin}:8443`)).toBe(403);
    expect(await leadFrom(origin)).toBe(mine.program.programId);
    expect(await check(theirs, host)).toMatchObject({
      status: 200,
      body: { host, status: 'unproven', record_found: false },
    });
    service.dns.records.set(`_svc.${host}`, [`svc-verify=${'0'.repeat(32)}`]);
    expect((await check(theirs, host)).body).toMatchObject({ status: 'unproven', record_found: false });
    await publish(theirs, host);
    expect((await check(mine, host)).body).toMatchObject({ status: 'serving', record_found: false });
    expect((await check(theirs, host)).body).toMatchObject({ status: 'serving', record_found: true });
    expect(await statusOf(mine, host)).toBe('unproven');
    expect(await movesOf(mine, host)).toEqual([
      { program_id: mine.program.programId, user_id: null, user_email: 'another workspace' },
    ]);
    expect(await movesOf(theirs, host)).toEqual([]);
    expect([await clickFrom(mine, origin), await clickFrom(theirs, origin)]).toEqual([403, 200]);
    expect(await leadFrom(origin)).toBe(theirs.program.programId);
    await publish(mine, host);
    await check(mine, host.toUpperCase());
    expect([await clickFrom(mine, origin), await clickFrom(theirs, origin)]).toEqual([200, 403]);
  });

  test('serves the links of the first, and those of the other once DNS has its record', async () => {
    const { host, mine, theirs } = await openBoth();
    const linkOf = async ({ program }: OpenProgram) =>
      (await visit(service, `/${program.shortLink}`, { host })).status;
    const handedOut = async ({ send }: OpenProgram) =>
      new URL((await send('GET', '/links')).body.data[0].referral_url);
    for (const program of [mine, theirs])
      await list(program, { link_style: 'redirect', link_domains: [host] });
    expect([await linkOf(mine), await linkOf(theirs)]).toEqual([302, 404]);
    expect([(await handedOut(mine)).host, (await handedOut(theirs)).host]).toEqual([host, 'service.test']);
    await publish(theirs, host);
    expect((await check(theirs, host)).body.status).toBe('serving');
    expect([await linkOf(mine), await linkOf(theirs)]).toEqual([404, 302]);
    expect([(await handedOut(mine)).host, (await handedOut(theirs)).host]).toEqual(['service.test', host]);
    expect(await movesOf(mine, host)).toHaveLength(1);
    await check(theirs, host);
    expect(await movesOf(mine, host)).toHaveLength(1);
  });

  test('serves the next when the workspace that it serves drops it from its last program', async () => {
    const { host, origin, mine, theirs } = await openBoth();
    const sister = await openProgram(service, { workspaceId: mine.program.workspaceId });
    await list(mine, { allowed_origins: [origin] });
    await list(sister, { link_domains: [host] });
    await list(theirs, { allowed_origins: [origin] });
    await list(mine, { allowed_origins: [] });
    expect([await statusOf(sister, host), await statusOf(theirs, host)]).toEqual(['serving', 'unproven']);
    await list(sister, { link_domains: [] });
    expect([await hostsOf(sister), await statusOf(theirs, host)]).toEqual([expect.anything(), 'serving']);
    await list(mine, { allowed_origins: [origin] });
    expect(await statusOf(mine, host)).toBe('unproven');
  });

  test('serves exactly one of many that list it at once', async () => {
    const { host, origin, mine, theirs } = await openBoth();
    const others = await Promise.all([1, 2, 3].map(() => openProgram(service)));
    const all = [mine, theirs, ...others];
    await Promise.all(all.map((program) => list(program, { allowed_origins: [origin] })));
    const statuses = await Promise.all(all.map((program) => statusOf(program, host)));
    expect(statuses.filter((status) => status === 'serving')).toHaveLength(1);
    const clicks = await Promise.all(all.map((program) => clickFrom(program, origin)));
    expect(clicks).toEqual(statuses.map((status) => (status === 'serving' ? 200 : 403)));
  });

  test('serves all where it is a name of the visitor’s own machine or an address', async () => {
    const { mine, theirs } = await openBoth();
    const origins = [
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
      'http://app.localhost',
      'http://10.1.2.3',
    ];
    for (const program of [mine, theirs]) {
      await list(program, { allowed_origins: origins });
      expect(await hostsOf(program)).toEqual([]);
    }
    for (const origin of origins)
      expect([await clickFrom(mine, origin), await clickFrom(theirs, origin)]).toEqual([200, 200]);
  });

  test('is checked by its own programs only, and names a name server that fails', async () => {
    const { host, origin, mine, theirs } = await openBoth();
    await list(mine, { allowed_origins: [origin] });
    expect((await check(theirs, host)).status).toBe(404);
    expect((await check(mine, `other-${host}`)).status).toBe(404);
    const away = await startService(engine, { http: { dnsServer: '127.0.0.1:1' } });
    const there = await openProgram(away);
    const { status, body } = await check(there, new URL(there.program.origin).host);
    expect([status, body]).toEqual([502, { error: 'The name server did not answer' }]);
    await away.close();
  });
});
