import { describe, expect, test } from 'vitest';
import { connectPlatform } from '../support/connections.js';
import { engines } from '../support/engines.js';
import { ask, click, lead, numberOf, signInAs } from '../support/management.js';
import { sharedViewer } from '../support/open-program.js';
import { type SeededProgram, seedProgram, seedWorkspace } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

describe.each(engines)('GET /api/tracking/status/:programId on %s', (engine) => {
  const service = shared(() => startService(engine));
  const viewer = sharedViewer(service);

  function trackingStatus(programId: number | string, as: string = viewer.cookie) {
    return ask(service, `/api/tracking/status/${programId}`, as === '' ? {} : { cookie: as });
  }

  async function dataOf(program: SeededProgram) {
    const answer = await trackingStatus(program.programId);
    expect(answer.status).toBe(200);
    return answer.body.data;
  }

  test('200: a fresh program has every step pending', async () => {
    const program = await viewer.open({ partnerStatus: 'pending' });
    const nothing = { testEventCount: 0, hasTestEvents: false, latestTestEvent: null };
    expect(await dataOf(program)).toEqual({
      programId: String(program.programId),
      stepStatuses: { pageview: 'pending', referrals: 'pending', payments: 'pending' },
      statistics: {
        pageview: nothing,
        referrals: nothing,
        payments: {
          processorConnectionStatus: 'not_connected',
          isProcessorConnected: false,
          processorAccountId: null,
          chargesEnabled: false,
          payoutsEnabled: false,
          detailsSubmitted: false,
          connectionDate: null,
        },
      },
      hasPartners: false,
      lastUpdated: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  test('200: one test click completes pageview, one test lead referrals; each names its event', async () => {
    const program = await viewer.open();
    const atMs = Date.now() - 5_000;
    const clickId = await click(service, program, { testMode: true, atMs });
    const at = new Date(atMs).toISOString();
    const afterClick = await dataOf(program);
    expect(afterClick.stepStatuses).toEqual({
      pageview: 'complete',
      referrals: 'pending',
      payments: 'pending',
    });
    expect(afterClick.statistics.pageview).toEqual({
      testEventCount: 1,
      hasTestEvents: true,
      latestTestEvent: { id: numberOf(clickId), timestamp: at, createdAt: at },
    });
    await lead(service, program, { clickId, testMode: true, atMs: atMs + 1 });
    const { rows } = await service.pool.query('select id from leads where program_id = $1', [
      program.programId,
    ]);
    const leadAt = new Date(atMs + 1).toISOString();
    const afterLead = await dataOf(program);
    expect(afterLead.stepStatuses.referrals).toBe('complete');
    expect(afterLead.statistics.referrals).toEqual({
      testEventCount: 1,
      hasTestEvents: true,
      latestTestEvent: { id: rows[0].id, timestamp: leadAt, createdAt: leadAt },
    });
    expect(afterLead.hasPartners).toBe(true);
  });

  test('200: real events complete nothing', async () => {
    const program = await viewer.open();
    await lead(service, program);
    const { stepStatuses } = await dataOf(program);
    expect(stepStatuses).toEqual({ pageview: 'pending', referrals: 'pending', payments: 'pending' });
  });

  test('200: test events are counted up to ten, and the latest is the latest of all', async () => {
    const program = await viewer.open();
    const atMs = Date.now() - 60_000;
    for (let index = 0; index < 12; index += 1) {
      await lead(service, program, { testMode: true, atMs: atMs + index, clickId: null });
      await click(service, program, { testMode: true, atMs: atMs + index });
    }
    const { statistics } = await dataOf(program);
    for (const step of [statistics.pageview, statistics.referrals]) {
      expect(step.testEventCount).toBe(10);
      expect(step.latestTestEvent.timestamp).toBe(new Date(atMs + 11).toISOString());
    }
  });

  test('200: two test clicks in one millisecond are two', async () => {
    const program = await viewer.open();
    const atMs = Date.now() - 5_000;
    const ids = [1, 2].map(() => click(service, program, { testMode: true, atMs }));
    const numbers = (await Promise.all(ids)).map(numberOf);
    const { pageview } = (await dataOf(program)).statistics;
    expect(pageview.testEventCount).toBe(2);
    expect(pageview.latestTestEvent.id).toBe(Math.max(...numbers));
  });

  test.each(['not_connected', 'pending', 'connected', 'restricted', 'disconnected'])(
    '200: payments is complete exactly when the connection is connected: %s',
    async (connection) => {
      const program = await viewer.open();
      await connectPlatform(service.pool, program.workspaceId, {
        status: connection,
        account_id: `acct_${program.workspaceId}`,
        details_submitted: true,
        connected_at: '2026-01-05T10:00:00Z',
      });
      const isConnected = connection === 'connected';
      const { stepStatuses, statistics } = await dataOf(program);
      expect(stepStatuses.payments).toBe(isConnected ? 'complete' : 'pending');
      expect(statistics.payments).toEqual({
        processorConnectionStatus: connection,
        isProcessorConnected: isConnected,
        processorAccountId: isConnected ? `acct_${program.workspaceId}` : null,
        chargesEnabled: true,
        payoutsEnabled: false,
        detailsSubmitted: true,
        connectionDate: '2026-01-05T10:00:00.000Z',
      });
    },
  );

  test.each(['pending', 'rejected', 'suspended'] as const)(
    '200: a partner who is %s does not count as one',
    async (partnerStatus) => {
      expect((await dataOf(await viewer.open({ partnerStatus }))).hasPartners).toBe(false);
    },
  );

  test.each(['x', '1.5', '1e3', '0x1', '%20', '1%20', '-', '+1', 'NaN'])(
    '400: %s is no integer, for any caller',
    async (id) => {
      for (const as of ['', viewer.cookie]) {
        const answer = await trackingStatus(id, as);
        expect([answer.status, answer.body]).toEqual([400, { error: 'programId must be an integer' }]);
      }
    },
  );

  test('401: signed out, whether the program exists or not; an API key does not help', async () => {
    const program = await viewer.open();
    const authorization = `Bearer ${program.apiKey}`;
    for (const id of [program.programId, 999_999_999]) {
      const path = `/api/tracking/status/${id}`;
      for (const answer of [
        await ask(service, path),
        await ask(service, path, { headers: { authorization } }),
      ]) {
        expect([answer.status, answer.body]).toEqual([401, { error: 'Authentication required' }]);
      }
    }
  });

  test.each(['0', '-1', '999999999', '9007199254740993', '9'.repeat(40)])(
    '404: no program %s',
    async (id) => {
      const answer = await trackingStatus(id);
      expect([answer.status, answer.body]).toEqual([404, { error: 'Program not found' }]);
    },
  );

  test('403: a member without any permission, and somebody of another workspace', async () => {
    const program = await seedProgram(service.pool);
    const others = [
      await signInAs(service, program.workspaceId, 'none'),
      await signInAs(service, await seedWorkspace(service.pool), 'owner'),
      viewer.cookie,
    ];
    for (const as of others) {
      const answer = await trackingStatus(program.programId, as);
      expect([answer.status, answer.body]).toEqual([403, { error: 'Missing permission tracking:read' }]);
    }
  });

  test.each(['owner', 'admin', 'member', 'viewer'] as const)('200 for %s', async (role) => {
    const program = await seedProgram(service.pool);
    const as = await signInAs(service, program.workspaceId, role);
    expect((await trackingStatus(program.programId, as)).status).toBe(200);
  });
});

describe('GET /api/tracking/status/:programId when a table cannot be read', () => {
  test('500: Failed to load tracking status', async () => {
    const service = await startService('embedded');
    const program = await seedProgram(service.pool);
    const cookie = await signInAs(service, program.workspaceId, 'viewer');
    await service.pool.query('alter table payment_connections rename to payment_connections_away');
    const answer = await ask(service, `/api/tracking/status/${program.programId}`, { cookie });
    expect([answer.status, answer.body]).toEqual([500, { error: 'Failed to load tracking status' }]);
    await service.close();
  });
});

describe.each(engines)('GET /api/v1/cli/status on %s', (engine) => {
  const service = shared(() => startService(engine));

  function cliStatus(authorization?: string) {
    return ask(service, '/api/v1/cli/status', { headers: { ...(authorization && { authorization }) } });
  }

  test('200: the program of the key, its steps, and a link that works', async () => {
    const program = await seedProgram(service.pool, { origins: ['https://a.test'] });
    const answer = await cliStatus(`Bearer ${program.apiKey}`);
    expect(answer.status).toBe(200);
    const domain = new URL(program.affiliateUrl).host;
    expect(answer.body).toMatchObject({
      program: {
        id: program.programId,
        name: expect.any(String),
        domain,
        currency: 'USD',
        cookie_window_days: 60,
        commission: {
          version: 1,
          type: 'percent',
          basis_points: 2000,
          amount_cents: null,
          duration_months: null,
          max_total_cents: null,
          clauses: null,
          otherwise: null,
        },
        allowed_origins: ['https://a.test'],
      },
      steps: { pageview: 'pending', referrals: 'pending', payments: 'pending' },
      statistics: {
        pageview: { testEventCount: 0 },
        payments: { processorConnectionStatus: 'not_connected' },
      },
      has_partners: true,
      test_link: `https://shop.test/?aff=${program.shortLink}`,
    });
  });

  test('200: without a link, its own destination or an approved partner', async () => {
    const ownPage = await seedProgram(service.pool);
    await service.pool.query('update links set destination_url = null where id = $1', [ownPage.linkId]);
    expect((await cliStatus(`Bearer ${ownPage.apiKey}`)).body.test_link).toBe(ownPage.affiliateUrl);
    const suspended = await seedProgram(service.pool, { partnerStatus: 'suspended', rule: null });
    const { body } = await cliStatus(`Bearer ${suspended.apiKey}`);
    expect([body.test_link, body.has_partners, body.program.commission]).toEqual([null, false, null]);
  });

  test('401: no key, an empty one, and one of nobody', async () => {
    const cases = [
      [undefined, 'Missing or malformed Authorization header'],
      ['Basic abc', 'Missing or malformed Authorization header'],
      ['Bearer  ', 'Empty API key'],
      ['Bearer svc_unknown', 'Invalid API key'],
    ] as const;
    for (const [authorization, error] of cases) {
      const answer = await cliStatus(authorization);
      expect([answer.status, answer.body]).toEqual([401, { error }]);
    }
  });
});
