import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { verifyWebhook } from '@svc/node';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { answeringServer } from '../../node/test/support.js';
import { permissionsOf } from '../../server/src/operations/permissions.js';
import { seedManagementKey, seedProgram } from '../../server/test/support/seed.js';
import { type RunningService, startService } from '../../server/test/support/service.js';
import { newProject, svcCommand } from './support.js';

let service: RunningService;
beforeAll(async () => {
  service = await startService('postgres', { numbersEvents: true });
});
afterAll(() => service.close());

type Environment = Readonly<Record<string, string>>;

/** The environment of a new workspace with a program and a management key. */
async function newEnvironment(): Promise<Environment> {
  const program = await seedProgram(service.pool);
  const permissions = permissionsOf('admin');
  const { managementKey } = await seedManagementKey(service.pool, program, { permissions });
  return { SVC_MANAGEMENT_KEY: managementKey, SVC_BASE_URL: service.baseUrl };
}

/** `svc listen` as it runs: its lines, and its end by Ctrl-C, which gives its exit code. */
function startListening(environment: Environment, ...args: string[]) {
  const [command = '', ...more] = svcCommand(['listen', ...args]);
  const child = spawn(command, more, {
    cwd: newProject().folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('svc listen has ended');
    return String(value);
  };
  return {
    next,
    /** Reads lines until one matches. */
    async find(pattern: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const found = pattern.exec(await next());
        if (found !== null) return found;
      }
    },
    async end(): Promise<number | null> {
      const exited = once(child, 'exit');
      child.kill('SIGINT');
      const [code] = await exited;
      return code;
    },
  };
}

/** Runs `svc trigger`. */
async function trigger(environment: Environment, type: string): Promise<void> {
  const { code, stdout, stderr } = await newProject().svc(['trigger', type, '--json'], environment);
  expect(code, stdout + stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ type });
}

test('new events are sent on, signed with the secret that is printed', async () => {
  const environment = await newEnvironment();
  await trigger(environment, 'payout.paid');
  const { baseUrl, received } = await answeringServer({ status: 204 });
  const listening = startListening(environment, '--forward-to', `${baseUrl}/hooks`, '--types', 'payout.paid');
  const [secret] = await listening.find(/whsec_\S+/);
  await listening.find(/Ctrl-C/);
  await trigger(environment, 'payout.created');
  await trigger(environment, 'payout.paid');
  const [, id] = await listening.find(/payout\.paid +(evt_\S+) +→ 204/);
  expect(received).toMatchObject([{ method: 'POST', path: '/hooks' }]);
  const [{ body, headers } = { body: null, headers: {} }] = received;
  expect(await verifyWebhook(JSON.stringify(body), headers, secret)).toMatchObject({
    id,
    type: 'payout.paid',
    test_mode: true,
    data: { sample: true },
  });
  expect(await listening.end()).toBe(0);
});

test('an event that is refused is shown, and the next one sent', async () => {
  const environment = await newEnvironment();
  await trigger(environment, 'claim.created');
  await trigger(environment, 'claim.answered');
  const { baseUrl, received } = await answeringServer({ status: 500 }, 'reset', { status: 200 });
  const listening = startListening(environment, '--forward-to', baseUrl, '--after', '0', '--json');
  expect(JSON.parse(await listening.next())).toMatchObject({ event: { type: 'claim.created' }, status: 500 });
  expect(JSON.parse(await listening.next())).toMatchObject({
    event: { type: 'claim.answered' },
    error: expect.any(String),
  });
  await trigger(environment, 'lead.created');
  expect(JSON.parse(await listening.next())).toMatchObject({ event: { type: 'lead.created' }, status: 200 });
  expect(received).toHaveLength(3);
});

test.each([
  [['listen', '--forward-to', 'localhost:3000'], {}, 2, /--forward-to must be an http or https address/],
  [
    ['listen', '--forward-to', 'http://localhost:3000'],
    { SVC_MANAGEMENT_KEY: '' },
    1,
    /SVC_MANAGEMENT_KEY is missing/,
  ],
  [
    ['listen', '--forward-to', 'http://localhost:3000'],
    { SVC_MANAGEMENT_KEY: 'svc_mk_x' },
    1,
    /Invalid API key/,
  ],
  [
    ['listen', '--forward-to', 'http://localhost:3000', '--types', 'sale.created,no.such'],
    {},
    2,
    /no event type "no\.such"[\s\S]*sale\.refunded/,
  ],
  [['trigger', 'moon.landed'], {}, 2, /no event type "moon\.landed"[\s\S]*lead\.created, sale\.created/],
  [['trigger', ''], {}, 2, /no event type ""/],
  [['trigger', 'sale.created', '--program', '999999'], {}, 2, /has no program 999999/],
])('%j is refused', async (args, overrides, code, message) => {
  const environment = { ...(await newEnvironment()), ...overrides };
  const run = await newProject().svc(args, environment);
  expect(run.stderr).toMatch(message);
  expect(run.code).toBe(code);
});
