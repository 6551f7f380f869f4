import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, sale, signIn, signInAs } from '../support/management.js';
import { openProgramWithPayee } from '../support/paying.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

/** What the portal asks for that names no row. */
const READS = [
  '',
  '/statistics',
  '/breakdown?by=referrer_host',
  '/links',
  '/codes',
  '/commissions',
  '/adjustments',
  '/payouts',
  '/claims',
  '/messages',
  '/assets',
];

describe.each(engines)('the portal as the team views it, on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function open() {
    const opened = await openProgramWithPayee(service);
    const { program, jane } = opened;
    const root = `/api/partner/programs/${program.programId}`;
    /** Asks as somebody for what Jane sees. */
    const asJane = (cookie: string, path: string, request: object = {}, partnerId = jane.partnerId) =>
      ask(service, `${root}${path}${path.includes('?') ? '&' : '?'}as_partner=${partnerId}`, {
        cookie,
        ...request,
      });
    return { ...opened, asJane, owner: await signIn(service, opened.ownerEmail) };
  }

  test('is what the partner sees, for owners, admins and members', async () => {
    const { program, jane, team, asJane, run } = await open();
    await jane.sell();
    await sale(service, program);
    await run();
    await jane.send('POST', '/claims', { reference: 'order-7' });
    await team('POST', '/partner-messages', { ids: [jane.partnerId], subject: 'Hello', body: 'Welcome.' });
    for (const role of ['owner', 'admin', 'member'] as const) {
      const cookie = await signInAs(service, program.workspaceId, role);
      for (const path of READS) {
        const own = await jane.send('GET', path);
        const viewed = await asJane(cookie, path);
        expect([path, viewed.status, viewed.body]).toEqual([path, 200, own.body]);
      }
    }
    const { body } = await jane.send('GET', '/commissions');
    expect(body.data).not.toEqual([]);
  });

  test('shows neither where the partner is paid nor their company', async () => {
    const { jane, asJane, owner } = await open();
    await jane.setDetails('paypal', '+4915112345678');
    for (const path of ['/payout-details', '/company']) expect((await asJane(owner, path)).status).toBe(404);
  });

  test('changes nothing, and says so', async () => {
    const { jane, asJane, owner } = await open();
    const body = { reference: 'order-7' };
    for (const path of ['/claims', '/claims/check', '/links']) {
      expect(await asJane(owner, path, { method: 'POST', body })).toMatchObject({
        status: 403,
        body: { error: 'You are viewing the portal of a partner, and cannot change anything in it' },
      });
    }
    const details = { method: 'paypal', account_name: 'Eve', details: '+4915112345678' };
    const set = await asJane(owner, '/payout-details', { method: 'PUT', body: details });
    expect(set.status).toBe(403);
    expect((await jane.send('GET', '/payout-details')).body.payout_details).toBeNull();
    expect((await jane.send('GET', '/claims')).body.data).toEqual([]);
  });

  test('is not there for viewers, strangers, other partners, and for partners of other programs', async () => {
    const { program, asJane, owner, addPayee } = await open();
    const joe = await addPayee();
    const other = await open();
    const refused = [
      asJane(await signInAs(service, program.workspaceId, 'viewer'), '/links'),
      asJane(await signInAs(service, program.workspaceId, 'none'), '/links'),
      asJane(other.owner, '/links'),
      asJane(await signIn(service, joe.userEmail), '/links'),
      asJane(owner, '/links', {}, other.jane.partnerId),
      asJane(owner, '/links', {}, 0),
    ];
    for (const { status, body } of await Promise.all(refused))
      expect([status, body]).toEqual([404, { error: 'Not found' }]);
    const path = `/api/partner/programs/${program.programId}/links?as_partner=x`;
    expect((await ask(service, path, { cookie: owner })).body).toEqual({ error: 'as_partner is invalid' });
  });

  test('takes the second factor that the workspace requires', async () => {
    const { program, asJane, owner } = await open();
    await service.pool.query('update workspaces set require_two_factor = true where id = $1', [
      program.workspaceId,
    ]);
    expect((await asJane(owner, '/links')).body).toEqual({
      error: 'This workspace requires two-factor authentication',
    });
  });
});
