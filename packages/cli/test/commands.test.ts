import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ERRORS } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { answeringServer } from '../../node/test/support.js';
import { trackingClient } from '../../server/test/http/tracking-client.js';
import {
  type SeededProgram,
  seedNoticedEvent,
  seedProgram,
  uniqueName,
} from '../../server/test/support/seed.js';
import { type RunningService, startService } from '../../server/test/support/service.js';
import { FIXES } from '../src/fixes.js';
import { initArgs, newProject, svcCommand } from './support.js';

/** How long something that happens in the background may take on a busy machine. */
const POLL = { timeout: 20_000 };

let service: RunningService;
let program: SeededProgram;
beforeAll(async () => {
  service = await startService('postgres', { writeRefusedEveryMs: 1, numbersEvents: true });
});
afterAll(() => service.close());

/** The environment variables of a new program. */
async function environmentOf(overrides: Parameters<typeof seedProgram>[1] = {}) {
  program = await seedProgram(service.pool, overrides);
  return { SVC_API_KEY: program.apiKey, SVC_BASE_URL: service.baseUrl };
}

const TABLES = ['clicks', 'leads', 'sales', 'commissions'] as const;

/** The numbers of the program's test events and commissions. */
async function recorded(): Promise<Record<string, number>> {
  const counts = TABLES.map(async (table) => {
    const only = table === 'commissions' ? '' : 'and test_mode';
    const { rows } = await service.pool.query(
      `select count(*)::int as count from ${table} where program_id = $1 ${only}`,
      [program.programId],
    );
    return [table, rows[0].count];
  });
  return Object.fromEntries(await Promise.all(counts));
}

describe('svc test on a program without any events', () => {
  test('click sends one test click', async () => {
    const environment = await environmentOf();
    const { code, stdout } = await newProject().svc(['test', 'click'], environment);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Click recorded: cust_\d+_\d+/);
    expect(stdout).toContain('Next: svc test lead');
    expect(await recorded()).toEqual({ clicks: 1, leads: 0, sales: 0, commissions: 0 });
  });

  test('lead sends the click it needs', async () => {
    const environment = await environmentOf();
    expect(await newProject().svc(['test', 'lead'], environment)).toMatchObject({ code: 0 });
    expect(await recorded()).toEqual({ clicks: 1, leads: 1, sales: 0, commissions: 0 });
  });

  test('sale sends the click and the lead it needs, and earns no commission', async () => {
    const environment = await environmentOf({ currency: 'JPY' });
    const { code, stdout } = await newProject().svc(['test', 'sale'], environment);
    expect(code).toBe(0);
    expect(stdout).toContain('4900 JPY');
    expect(await recorded()).toEqual({ clicks: 1, leads: 1, sales: 1, commissions: 0 });
  });

  test('--json prints the requests, the responses and the status, and nothing else', async () => {
    const environment = await environmentOf();
    const { code, stdout, stderr } = await newProject().svc(['test', 'sale', '--json'], environment);
    expect([code, stderr]).toEqual([0, '']);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({
      ok: true,
      click: { click_id: expect.any(String), affiliate_url: expect.stringContaining('aff=') },
      lead: { attributed: true, test_mode: true },
      sale: { amount_cents: 4900, test_mode: true, commission: null },
      steps: { pageview: 'complete', referrals: 'complete', payments: 'pending' },
      next_step: { command: 'svc watch' },
    });
    expect(report.lead.click_id).toBe(report.click.click_id);
  });

  test('sale counts once when its first response is lost', async () => {
    const settled = { status: 409, body: { error: ERRORS.sale_duplicate.text } };
    const status = { program: {}, steps: {}, test_link: 'https://shop.test/?aff=jane', next_step: null };
    const { baseUrl, received } = await answeringServer(
      { status: 200, body: status },
      { status: 200, body: { success: true, click_id: 'cust_1_2' } },
      { status: 200, body: { success: true } },
      'reset',
      settled,
      { status: 200, body: status },
    );
    const environment = { SVC_API_KEY: 'svc_test_key', SVC_BASE_URL: baseUrl };
    const { code, stdout } = await newProject().svc(['test', 'sale', '--json'], environment);
    const ids = received
      .filter(({ path }) => path === '/api/v1/track/sale')
      .map(({ body }) => body.transaction_id);
    expect(ids).toEqual(Array(2).fill(expect.stringMatching(/^test_txn_/)));
    expect(ids[1]).toBe(ids[0]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ sale: { transaction_id: ids[0], test_mode: true } });
  });

  test('a sale whose id another program has used fails and says what to do', async () => {
    const status = { program: {}, steps: {}, test_link: 'https://shop.test/?aff=jane', next_step: null };
    const taken = { error: ERRORS.sale_duplicate_elsewhere.text };
    const { baseUrl } = await answeringServer(
      { status: 200, body: status },
      { status: 200, body: { success: true, click_id: 'cust_1_2' } },
      { status: 200, body: { success: true } },
      { status: 409, body: taken, headers: { 'svc-error-code': 'sale_duplicate_elsewhere' } },
    );
    const environment = { SVC_API_KEY: 'svc_test_key', SVC_BASE_URL: baseUrl };
    const { code, stdout } = await newProject().svc(['test', 'sale', '--json'], environment);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      error: expect.stringContaining('409'),
      fix: FIXES.sale_duplicate_elsewhere,
    });
  });

  test('is refused while no partner has a link that works', async () => {
    const environment = await environmentOf({ partnerStatus: 'pending' });
    const { code, stdout } = await newProject().svc(['test', 'lead', '--json'], environment);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      error: expect.stringContaining('no referral link'),
      fix: expect.stringContaining('Approve a partner'),
    });
  });
});

describe('svc status', () => {
  test('shows the program, the steps and what to do next', async () => {
    const environment = await environmentOf({ name: 'Acme Partners', domain: 'acme.test' });
    const { code, stdout } = await newProject().svc(['status'], environment);
    expect(code).toBe(0);
    expect(stdout).toContain(`Acme Partners, program ${program.programId}`);
    expect(stdout).toContain('20 % of every sale');
    expect(stdout).toMatch(/pageview +pending +0 test clicks/);
    expect(stdout).toContain('Next: svc test click');
  });

  test('--json prints the response of the service, including next_step', async () => {
    const environment = await environmentOf();
    const { stdout } = await newProject().svc(['status', '--json'], environment);
    const response = await fetch(`${service.baseUrl}/api/v1/cli/status`, {
      headers: { authorization: `Bearer ${program.apiKey}` },
    });
    expect(JSON.parse(stdout)).toEqual(await response.json());
  });

  test('shows real events apart from tests, and what was refused with the fix', async () => {
    const environment = await environmentOf();
    const client = trackingClient(service);
    await newProject().svc(['test', 'click'], environment);
    await client.clickId(program);
    await client.click({ affiliate_url: program.affiliateUrl }, { origin: 'https://staging.shop.test' });
    await client.click({ affiliate_url: 'https://shop.test/?aff=typo' }, { origin: program.origin });
    const shown = async () => (await newProject().svc(['status'], environment)).stdout;
    await expect.poll(shown, POLL).toContain('https://staging.shop.test: refused once, last 20');
    const stdout = await shown();
    expect(stdout).toContain('aff=typo: refused once, last 20');
    expect(stdout).toContain('add them to the allowed origins of the program');
    expect(stdout).toMatch(/pageview +complete +1 test click\n/);
    expect(stdout).toContain('live        1 click, 0 leads, 0 sales; the last 20');
  });

  test('lists payment events that had no effect, with what to do', async () => {
    const environment = await environmentOf();
    await seedNoticedEvent(service.pool, program);
    const { stdout } = await newProject().svc(['status'], environment);
    expect(stdout).toContain('1 payment event of the last 7 days, last 20');
    expect(stdout).toContain('no click has this id');
    expect(stdout).toContain('Check that the page passes on the click id');
  });

  test('--check exits with 0 exactly when nothing is left to do', async () => {
    const environment = await environmentOf();
    const codeOf = async () => (await newProject().svc(['status', '--check'], environment)).code;
    expect(await codeOf()).toBe(1);
    await newProject().svc(['test', 'sale'], environment);
    expect(await codeOf()).toBe(1);
    const client = trackingClient(service);
    const { customerKey } = await client.customer(program);
    await client.soldTo(program, customerKey);
    const { code, stdout } = await newProject().svc(['status', '--check', '--json'], environment);
    expect([code, JSON.parse(stdout).next_step]).toEqual([0, null]);
  });

  test('warns about a program id that does not match the key', async () => {
    const environment = { ...(await environmentOf()), SVC_PROGRAM_ID: '999999' };
    const { stdout } = await newProject().svc(['status'], environment);
    expect(stdout).toContain('SVC_PROGRAM_ID is 999999');
  });
});

describe('svc watch', () => {
  test('--json prints one line for each thing that happens, refused requests included', async () => {
    const environment = await environmentOf();
    const [command = '', ...args] = svcCommand(['watch', '--json']);
    const child = spawn(command, args, { env: { PATH: process.env.PATH, ...environment } });
    onTestFinished(() => void child.kill('SIGKILL'));
    const client = trackingClient(service);
    const lines: { type: string }[] = [];
    createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line)));
    // Once it watches: until then, a click is not shown.
    const clickUntilSeen = async () => {
      await client.clickId(program);
      return lines.map(({ type }) => type);
    };
    await expect.poll(clickUntilSeen, { timeout: 30_000, interval: 1_000 }).toContain('click');
    await client.click({ affiliate_url: program.affiliateUrl }, { origin: 'https://staging.shop.test' });
    await expect
      .poll(() => lines, POLL)
      .toContainEqual(
        expect.objectContaining({
          type: 'refused',
          event: 'click',
          error: ERRORS.origin_not_allowed.text,
          value: 'https://staging.shop.test',
        }),
      );
  });

  test('ends with 1 for a wrong key', async () => {
    const environment = { ...(await environmentOf()), SVC_API_KEY: 'svc_wrong_key_1234' };
    const { code, stderr } = await newProject().svc(['watch'], environment);
    expect([code, stderr]).toEqual([1, expect.stringContaining('401')]);
  });
});

describe('settings', () => {
  test('.svc/.env is read, and the environment takes precedence', async () => {
    const project = newProject();
    const first = await environmentOf({ name: uniqueName('first') });
    await project.svc(initArgs(service.baseUrl, first.SVC_API_KEY));
    const programIn = async (environment = {}) => {
      const { stdout } = await project.svc(['status', '--json'], environment);
      return JSON.parse(stdout).program.id;
    };
    expect(await programIn()).toBe(program.programId);
    const second = await environmentOf({ name: uniqueName('second') });
    expect(await programIn({ SVC_API_KEY: second.SVC_API_KEY })).toBe(program.programId);
  });

  test('without settings, the error says how to get them', async () => {
    const { code, stderr } = await newProject().svc(['status']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/SVC_API_KEY is missing.*\n.*svc init/);
  });
});

describe('with --json a failure is JSON on stdout, and nothing else is written:', () => {
  async function runFailing(args: readonly string[], environment: Readonly<Record<string, string>>) {
    const { code, stdout, stderr } = await newProject().svc(args, environment);
    expect(stderr).toBe('');
    return { code, ...JSON.parse(stdout) };
  }

  test('for a wrong key, without repeating the key', async () => {
    const environment = { ...(await environmentOf()), SVC_API_KEY: 'svc_wrong_key_1234' };
    const failed = await runFailing(['status', '--json'], environment);
    expect(failed).toEqual({
      code: 1,
      error: `The service answered 401: ${ERRORS.api_key_unknown.text}`,
      fix: expect.stringContaining('svc init'),
    });
  });

  test('when the service is down', async () => {
    const environment = { SVC_API_KEY: 'svc_test_key', SVC_BASE_URL: 'http://127.0.0.1:9' };
    const failed = await runFailing(['test', 'sale', '--json'], environment);
    expect(failed).toMatchObject({ code: 1, error: expect.stringContaining('No answer from') });
  });

  test('when the service is overloaded or fails', async () => {
    const busy = { status: 503, body: { error: 'Service unavailable' } };
    const fault = { status: 500, body: { error: '?' }, headers: { 'x-request-id': 'request-7' } };
    const { baseUrl } = await answeringServer(busy, fault);
    const environment = { SVC_API_KEY: 'svc_test_key', SVC_BASE_URL: baseUrl };
    const args = ['status', '--json'];
    expect(await runFailing(args, environment)).toMatchObject({
      fix: expect.stringContaining('Retry-After'),
    });
    expect(await runFailing(args, environment)).toMatchObject({ fix: expect.stringContaining('request-7') });
  });

  test('for wrong usage', async () => {
    const failed = await runFailing(['test', 'click', '--json', '--unknown'], {});
    expect(failed).toMatchObject({ code: 2, error: expect.stringContaining('--unknown') });
  });
});

describe('when the reader has closed the pipe,', () => {
  test('svc init still completes', async () => {
    const { SVC_API_KEY } = await environmentOf();
    const project = newProject();
    const run = await project.svc(initArgs(service.baseUrl, SVC_API_KEY), {}, 'stdout');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(project.read('.svc/.env')).toContain(SVC_API_KEY);
  });

  test('a failure still sets the exit code', async () => {
    expect(await newProject().svc(['tset'], {}, 'stderr')).toMatchObject({ code: 2 });
  });
});

describe('exit code', () => {
  test.each([
    ['0 for help', ['--help'], 0],
    ['0 for the help of a command', ['help', 'init'], 0],
    ['0 for the version', ['--version'], 0],
    ['2 for no command', [], 2],
    ['2 for half a command', ['test'], 2],
    ['2 for an unknown command', ['tset'], 2],
    ['2 for a bad number', ['setup', 'processor', '--timeout', 'soon'], 2],
  ])('%s', async (_, args, code) => {
    expect(await newProject().svc(args)).toMatchObject({ code });
  });
});

describe('what a service calls things', () => {
  const evil = 'Acme\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e Partners';
  const none = { testEventCount: 0, hasTestEvents: false, latestTestEvent: null };
  const payments = { processorConnectionStatus: evil, processorAccountId: evil };
  const body = {
    program: {
      id: 7,
      name: evil,
      domain: evil,
      currency: 'USD',
      cookie_window_days: 60,
      lead_source: 'any',
      commission: null,
      allowed_origins: [],
    },
    steps: { pageview: 'pending', referrals: 'pending', payments: 'pending' },
    statistics: { pageview: none, referrals: none, payments },
    has_partners: true,
    test_link: null,
    next_step: { step: 'pageview', command: evil, why: evil },
  };
  const CONTROLS = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u;

  test.each([
    ['status', ['status']],
    ['init', ['init', '--yes']],
  ])('reaches the terminal of svc %s without any control character', async (_, args) => {
    const { baseUrl } = await answeringServer({ status: 200, body });
    const environment = { SVC_API_KEY: 'svc_test_key', SVC_BASE_URL: baseUrl };
    const { code, stdout, stderr } = await newProject().svc(args, environment);
    expect(code).toBe(0);
    expect(stdout).toContain('Acme');
    expect(stdout + stderr).not.toMatch(CONTROLS);
  });

  test('nor does an error, and JSON has it escaped and as it was', async () => {
    const { baseUrl } = await answeringServer({ status: 400, body: { error: evil } }, { status: 200, body });
    const environment = { SVC_API_KEY: 'svc_test_key', SVC_BASE_URL: baseUrl };
    const project = newProject();
    const refused = await project.svc(['status'], environment);
    expect(refused.stderr).toContain('Acme');
    expect(refused.stdout + refused.stderr).not.toMatch(CONTROLS);
    const { stdout } = await project.svc(['status', '--json'], environment);
    expect(stdout).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(JSON.parse(stdout)).toEqual(body);
  });
});
