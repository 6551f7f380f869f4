import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../packages/server/test/support/free-port.js';
import { type SeededProgram, seedProgram, uniqueName } from '../../packages/server/test/support/seed.js';
import { type RunningService, startService } from '../../packages/server/test/support/service.js';
import { booksOf, clickOn, POLL } from './support.js';

const EXAMPLE = fileURLToPath(new URL('../express', import.meta.url));

let service: RunningService;
let program: SeededProgram;
beforeAll(async () => {
  service = await startService('postgres');
  program = await seedProgram(service.pool);
});
afterAll(() => service.close());

/** The example as its `npm start` runs it. `post` sends JSON to it, with the cookie of a click. */
async function startExample(baseUrl = service.baseUrl) {
  const child = spawn('npm', ['start', '--silent'], {
    cwd: EXAMPLE,
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: '--conditions=svc-source',
      PORT: '0',
      SVC_API_KEY: program.apiKey,
      SVC_BASE_URL: baseUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that what npm has started ends with it.
    detached: true,
  });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    await ended;
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const { value: line } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  const origin = /http:\S+/.exec(line ?? '')?.[0];
  if (origin === undefined) throw new Error(`the example does not run:\n${errors}`);
  const postAsVisitor = (path: string, body: object, clickId?: string) =>
    fetch(origin + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(clickId !== undefined && { cookie: `theme=dark; svc_click_id=${clickId}` }),
      },
      body: JSON.stringify(body),
    });
  /** Opens a page, as a browser with the cookie of a click does. */
  const openInShop = (path: string, clickId: string) =>
    fetch(origin + path, { headers: { accept: 'text/html', cookie: `svc_click_id=${clickId}` } });
  return { post: postAsVisitor, open: openInShop, errors: () => errors };
}

describe('the Express example', () => {
  test('forwards click, signup, payment and refund, each once', async () => {
    const { post, errors } = await startExample();
    const clickId = await clickOn(service, program);
    const [userId, orderId] = [uniqueName('user'), uniqueName('order')];
    const signup = await post('/signup', { userId, email: 'ann@people.test' }, clickId);
    expect(signup.status).toBe(201);
    const books = () => booksOf(service, program, userId);
    await expect.poll(books, POLL).toMatchObject([{ status: 'lead' }]);
    expect((await post('/purchase', { userId, orderId })).status).toBe(201);
    expect((await post('/purchase', { userId, orderId })).status).toBe(201);
    await expect.poll(books, POLL).toEqual([
      {
        status: 'customer',
        email: 'ann@people.test',
        click_id: clickId,
        paid: 4900,
        refunded: 0,
        earned: 980,
      },
    ]);
    expect((await post('/refund', { orderId })).status).toBe(204);
    await expect.poll(books, POLL).toMatchObject([{ refunded: 4900, earned: 0 }]);
    expect(errors()).toBe('');
  });

  test('sets the cookie again, so that it outlives the seven days that Safari gives scripts', async () => {
    const { post, open } = await startExample();
    const clickId = await clickOn(service, program);
    expect((await open('/', clickId)).headers.getSetCookie()).toEqual([
      `svc_click_id=${clickId}; Path=/; Max-Age=5184000; SameSite=Lax`,
    ]);
    // What a page asks for itself may be answered after a newer click.
    const response = await post('/refund', { orderId: uniqueName('order') }, clickId);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test('lets people sign up when the service is away, and says so in the log', async () => {
    const { post, errors } = await startExample(`http://127.0.0.1:${await freePort()}`);
    const response = await post('/signup', { userId: uniqueName('user'), email: 'ann@people.test' });
    expect(response.status).toBe(201);
    await expect.poll(errors, POLL).toContain('svc: lead was not recorded');
  });
});
