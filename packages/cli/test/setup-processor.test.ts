import { statSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Answer, answeringServer } from '../../node/test/support.js';
import { isUntouched, sign } from '../src/generated-files.js';
import { parseVariables } from '../src/settings.js';
import { newProject, type Project } from './support.js';

const CONNECT = {
  status: 200,
  body: {
    authorize_url: 'https://processor.test/oauth?state=abc&scope=read_only',
    poll_token: 'token/1',
    interval_seconds: 0.1,
    expires_at: '2999-01-01T00:00:00Z',
  },
};
const state = (status: string, account_id: string | null = null) => ({
  status: 200,
  body: { status, account_id },
});
const PENDING = state('pending');
const CONNECTED = state('connected', 'acct_1Shop');

/** Runs the command against a service that gives these responses. */
async function setUp(project: Project, answers: readonly Answer[], ...more: string[]) {
  const { baseUrl, received } = await answeringServer(...answers);
  const environment = { SVC_API_KEY: 'svc_test_key', SVC_BASE_URL: baseUrl };
  const args = more.includes('--browser') ? [] : ['--no-browser'];
  const run = await project.svc(['setup', 'processor', ...args, ...more], environment);
  return { ...run, received };
}

describe('svc setup processor', () => {
  test('shows the address, waits for the decision, and writes the account into .svc/.env', async () => {
    const project = newProject();
    const { code, stdout, received } = await setUp(project, [CONNECT, PENDING, PENDING, CONNECTED]);
    expect(code).toBe(0);
    expect(stdout).toContain(CONNECT.body.authorize_url);
    expect(stdout).toContain('Connected: acct_1Shop');
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/v1/cli/processor/connect',
      ...Array(3).fill('GET /api/v1/cli/processor/connect/token%2F1'),
    ]);
    expect(received.every(({ headers }) => headers.authorization === 'Bearer svc_test_key')).toBe(true);
    expect(parseVariables(project.read('.svc/.env'))).toEqual({
      PROCESSOR_CONNECTED_ACCOUNT_ID: 'acct_1Shop',
    });
    expect(statSync(join(project.folder, '.svc/.env')).mode & 0o777).toBe(0o600);
    expect(project.read('.gitignore')).toBe('.svc/.env\n');
  });

  test('keeps the rest of a .svc/.env that a person has changed', async () => {
    const project = newProject();
    await project.write('.svc/.env', '# ours\nSVC_PROGRAM_ID=7\nPROCESSOR_CONNECTED_ACCOUNT_ID=\nOTHER=1\n');
    await setUp(project, [CONNECT, CONNECTED]);
    expect(project.read('.svc/.env')).toBe(
      '# ours\nSVC_PROGRAM_ID=7\nPROCESSOR_CONNECTED_ACCOUNT_ID=acct_1Shop\nOTHER=1\n',
    );
  });

  test('a .svc/.env from svc init can still be updated by the next init', async () => {
    const project = newProject();
    await project.write('.svc/.env', sign('SVC_PROGRAM_ID=7\nPROCESSOR_CONNECTED_ACCOUNT_ID=\n', 'env'));
    await setUp(project, [CONNECT, CONNECTED]);
    expect(isUntouched(project.read('.svc/.env'))).toBe(true);
    expect(parseVariables(project.read('.svc/.env'))).toEqual({
      SVC_PROGRAM_ID: '7',
      PROCESSOR_CONNECTED_ACCOUNT_ID: 'acct_1Shop',
    });
  });

  test('a .svc/.env that it created can be updated by the next init', async () => {
    const project = newProject();
    await setUp(project, [CONNECT, CONNECTED]);
    expect(isUntouched(project.read('.svc/.env'))).toBe(true);
  });

  test('survives a restart of the service', async () => {
    const unavailable = { status: 503, body: { error: 'Service unavailable' } };
    const { code } = await setUp(newProject(), [CONNECT, 'reset', unavailable, PENDING, CONNECTED]);
    expect(code).toBe(0);
  });

  test('opens the browser, unless --no-browser is set', async () => {
    const project = newProject();
    await project.write('browser.sh', '#!/bin/sh\nprintf %s "$1" > opened.txt\nmv opened.txt opened\n');
    const browser = join(project.folder, 'browser.sh');
    await chmod(browser, 0o755);
    const opened = () => readFile(join(project.folder, 'opened'), 'utf8').catch(() => null);
    // The decision comes after the browser has opened.
    const { baseUrl } = await answeringServer(
      CONNECT,
      ...Array(2).fill(async () => ((await opened()) === null ? PENDING : CONNECTED)),
      async () => ((await opened()) === null ? PENDING : CONNECTED),
    );
    const environment = { SVC_API_KEY: 'svc_test_key', SVC_BASE_URL: baseUrl, BROWSER: browser };
    expect(await project.svc(['setup', 'processor'], environment)).toMatchObject({ code: 0 });
    expect(await opened()).toBe(CONNECT.body.authorize_url);
  });

  test('asks the person to open the address if there is no browser', async () => {
    const { baseUrl } = await answeringServer(CONNECT, CONNECTED);
    const environment = { SVC_API_KEY: 'svc_test_key', SVC_BASE_URL: baseUrl, BROWSER: '/no/such/program' };
    const { code, stdout } = await newProject().svc(['setup', 'processor'], environment);
    expect(code).toBe(0);
    expect(stdout).toContain('Open this address');
  });

  test.each<[string, Answer[], RegExp]>([
    ['the person declines', [CONNECT, state('denied')], /declined at Stripe.*\n.*again/],
    ['the address was not used in time', [CONNECT, state('expired')], /not used in time\n.*again/],
    ['no account is named', [CONNECT, state('connected')], /names no account/],
    [
      'the account would break the file',
      [CONNECT, state('connected', 'a\nSVC_API_KEY=b')],
      /names no account/,
    ],
    [
      'an account is connected',
      [
        {
          status: 409,
          body: { error: 'A processor account is already connected. Replace it in the dashboard.' },
          headers: { 'svc-error-code': 'processor_connected' },
        },
      ],
      /already connected\. Replace it in the dashboard\.\n.*sign in to the dashboard/,
    ],
    [
      'the service has no Stripe credentials',
      [
        {
          status: 503,
          body: { error: 'Processor is not configured' },
          headers: { 'svc-error-code': 'processor_not_configured' },
        },
      ],
      /Processor is not configured\n.*The operator of the service/,
    ],
    [
      'the address is not a web address',
      [{ ...CONNECT, body: { ...CONNECT.body, authorize_url: 'file:///etc/passwd' } }],
      /no web address/,
    ],
    ['the service does not respond', [CONNECT, 'reset'], /No answer from/],
  ])('fails, and changes nothing, when %s', async (_, answers, message) => {
    const project = newProject();
    const { code, stderr } = await setUp(project, answers);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(() => project.read('.svc/.env')).toThrow();
  });

  test('gives up after --timeout', async () => {
    const { code, stderr } = await setUp(newProject(), [CONNECT, PENDING], '--timeout', '0.5');
    expect(code).toBe(1);
    expect(stderr).toMatch(/within 0.5 seconds\n.*--timeout/);
  });
});
