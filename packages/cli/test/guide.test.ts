import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type CliStatusAnswer, ERRORS } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { trackingClient } from '../../server/test/http/tracking-client.js';
import { type SeededProgram, seedProgram, uniqueName } from '../../server/test/support/seed.js';
import { type RunningService, startService } from '../../server/test/support/service.js';
import { detectFrameworks, FRAMEWORKS } from '../src/frameworks.js';
import { fillSnippet, SECTIONS, writeGuide } from '../src/guide.js';
import { newProject } from './support.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const DASHBOARD_ONLY = new RegExp(
  `^(${[
    'Authentication required|Missing permission|programId must|(limit|cursor|from|to|<field>) is|Invalid signature',
    '(name|short_link|code) is already|A processor id|link_domains has|This (partner|person|key|claim|order)|Not possible for|Nothing (is due|was imported)',
    'The (last owner|program is|partner is|service has|adjustment)|Invitation not found|Only events|No link of an',
    'This (workspace|payout)|You are viewing|Invalid (email or password|password|code|backup code|token)$|Set up two-factor',
    'Payout details cannot|The (period has|payout details of)|The setup token|Method not allowed|The webhook is|A (workspace can have|payout run is)',
    'Too much work is|lead_reward_cents needs|only is invalid|The name server|url must|This email address has an account',
    'account is already|api_key (belongs|is of another)|a backfill is running|An event of the card processor about this customer|Idempotency-Key was|A request with this Idempotency-Key|The stored response',
  ].join('|')})`,
);

/** How long something that happens in the background may take on a busy machine. */
const POLL = { timeout: 10_000 };

let service: RunningService;
let program: SeededProgram;
let status: CliStatusAnswer;
beforeAll(async () => {
  service = await startService('postgres');
  program = await seedProgram(service.pool, {
    name: 'Acme *Partners*',
    domain: 'acme.test',
    cookieWindowDays: 45,
  });
  const headers = { authorization: `Bearer ${program.apiKey}` };
  const response = await fetch(`${service.baseUrl}/api/v1/cli/status`, { headers });
  status = (await response.json()) as CliStatusAnswer;
});
afterAll(() => service.close());

const install = 'npm install @svc/browser @svc/node';
const facts = () => ({ status, baseUrl: service.baseUrl, frameworks: [], install });

describe('the guide', () => {
  test('contains the facts of the program, and no sample values or placeholders', async () => {
    const guide = await writeGuide(facts());
    for (const fact of [
      'Program: Acme \\*Partners\\*\n',
      `Program id: \`${program.programId}\``,
      'Domain: `acme.test`',
      'Commission: 20 % of every sale\n',
      'Cookie duration: 45 days',
      `Service: \`${service.baseUrl}\``,
      'aff=',
      `data-svc-program-id="${program.programId}"`,
      `src="${service.baseUrl}/js/svc-tracker.js"`,
      'cookieWindowDays: 45',
    ]) {
      expect(guide).toContain(fact);
    }
    expect(guide).not.toMatch(/\{\{|424242|svc\.example\.com|shop\.example\b(?!\/\?aff)|undefined/);
    expect(guide).not.toContain(program.apiKey);
  });

  test('names the customer id by all its names, and every command of the tests', async () => {
    const guide = await writeGuide(facts());
    for (const word of [
      'customer_key',
      'customerExternalId',
      'svc_customer_key',
      'customerKey',
      'subscription_data: { metadata: attribution }',
      'test click',
      'test lead',
      'test sale',
      'setup processor',
      'status --json',
      'next_step',
      'test_mode',
    ]) {
      expect(guide).toContain(word);
    }
  });

  test('has the script tag, the click id, renewals and partial refunds in the section of every framework', async () => {
    const guide = await writeGuide(facts());
    const sections = guide
      .slice(guide.indexOf('## Snippets'), guide.indexOf('## Test it'))
      .split(/^### /m)
      .slice(1);
    expect(sections).toHaveLength(FRAMEWORKS.length);
    const tag = `src="${service.baseUrl}/js/svc-tracker.js" data-svc-program-id="${program.programId}"`;
    for (const section of sections) expect(section).toContain(tag);
    for (const title of ['Express', 'Next.js', 'Python', 'curl']) {
      const section = sections.find((one) => one.startsWith(title)) ?? '';
      expect(section, title).toMatch(/renewal/i);
      expect(section, title).toMatch(/refund_?id/i);
      expect(section, title).toMatch(/occurred_?at/i);
      expect(section.match(/click_?id/gi)?.length, title).toBeGreaterThan(1);
    }
  });

  test('says what to do about every error that an integrator can get', async () => {
    const guide = await writeGuide(facts());
    const missing = Object.values(ERRORS).filter(
      ({ status, text }) => !guide.includes(`| ${status} | \`${text}\` | `),
    );
    expect(missing.map(({ text }) => text).filter((text) => !DASHBOARD_ONLY.test(text))).toEqual([]);
  });

  test('begins with the snippets for the frameworks in the folder', async () => {
    const guide = await writeGuide({ ...facts(), frameworks: ['express', 'processor'] });
    const titles = [...guide.matchAll(/^### (.*)$/gm)].map(([, title]) => title);
    expect(titles).toEqual([
      'Express (found in this project)',
      'Stripe Checkout (found in this project)',
      'Next.js',
      'React',
      'Plain HTML',
      'Python',
      'curl, and any other language',
    ]);
  });
});

/** Takes every request and answers none. It ends with the test. */
async function silentService() {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['nothing', {}, []],
  ['a page', { 'index.html': '' }, ['html']],
  ['pages in public', { 'public/index.html': '' }, ['html']],
  ['Next.js by its package', { 'package.json': { next: '1', react: '1' } }, ['nextjs']],
  ['Next.js by its settings', { 'next.config.mjs': '' }, ['nextjs']],
  ['React with Vite', { 'package.json': { react: '1' }, 'index.html': '' }, ['react']],
  ['a server', { 'package.json': { express: '1', stripe: '1' } }, ['express', 'processor']],
  ['Python', { 'requirements.txt': 'flask' }, ['python']],
  ['a broken package.json', { 'package.json': '{' }, []],
])('recognises %s', async (_, files, expected) => {
  const project = newProject();
  for (const [path, content] of Object.entries(files)) {
    await project.write(
      path,
      typeof content === 'string' ? content : JSON.stringify({ dependencies: content }),
    );
  }
  expect(await detectFrameworks(project.folder)).toEqual(expected);
});

describe('the snippets', () => {
  test('compile in a strict project', async () => {
    const project = newProject();
    for (const { files } of FRAMEWORKS.map((framework) => SECTIONS[framework])) {
      for (const { path, snippet } of files) await project.write(path, await fillSnippet(snippet, facts()));
    }
    await project.write(
      'next.d.ts',
      `declare module 'next/headers' {
         export function cookies(): Promise<{ get(name: string): { name: string; value: string } | undefined }>;
       }
       declare module 'next/server' { export function after(work: () => Promise<void>): void; }`,
    );
    const compilerOptions = {
      strict: true,
      noEmit: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      jsx: 'react-jsx',
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: ['node'],
    };
    await project.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['**/*'] }));
    await symlink(join(ROOT, 'node_modules'), join(project.folder, 'node_modules'));
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const run = promisify(execFile)(process.execPath, [tsc, '-p', project.folder]);
    expect(await run.catch((error) => error)).toMatchObject({ stdout: '', stderr: '' });
  });

  test.each([
    ['a name', 'shop.test', 'shop.test'],
    ['a name with a port', 'shop.test:8443', 'shop.test'],
    ['localhost', 'localhost', null],
    ['localhost with a port', 'localhost:5173', null],
    ['an IP address', '127.0.0.1:3000', null],
  ])('give a cookie only a domain that cookies can have: of %s', async (_, domain, expected) => {
    const { program } = status;
    const guide = await writeGuide({ ...facts(), status: { ...status, program: { ...program, domain } } });
    expect(guide.match(/cookieWindowDays: 45\b/g)).toHaveLength(2);
    const domains = [...guide.matchAll(/\bdomain: '(.*)'/g)].map(([, found]) => found);
    expect(domains).toEqual(expected === null ? [] : [expected, expected]);
    expect(guide).toContain(`success_url: 'https://${domain}/thanks'`);
  });

  test('for curl and Python carry a customer from click to refund', async () => {
    const { apiKey: SVC_API_KEY } = program;
    const env = { PATH: process.env.PATH, SVC_API_KEY, SVC_BASE_URL: service.baseUrl };
    const run = promisify(execFile);
    const script = (await fillSnippet('curl.sh', facts())).replace(
      /https:\/\/\S*\?aff=jane/,
      program.affiliateUrl,
    );
    const { stdout } = await run('sh', ['-c', script], { env });
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers).toMatchObject([
      { success: true, attributed: true },
      { success: true, amount_cents: 4900 },
      { success: true },
      { success: true, refunded_amount_cents: 900 },
      { success: true, refunded_amount_cents: 4900 },
    ]);

    const project = newProject();
    await project.write('svc_events.py', await fillSnippet('python.py', facts()));
    const [userId, orderId] = [uniqueName('user'), uniqueName('order')];
    const clickId = await trackingClient(service).clickId(program);
    const events = [
      `on_signup("${userId}", "ann@customer.test", "${clickId}")`,
      `on_payment("${userId}", "${orderId}", 4900, "${clickId}")`,
      `on_payment("${userId}", "${orderId}-2", 4900)`,
      `on_refund("${orderId}", 900, "part-1")`,
      `on_refund("${orderId}")`,
    ];
    // Each of them in the background, one after the other.
    const steps = events.map((call) => `${call}\nfor thread in threading.enumerate()[1:]: thread.join()`);
    const code = [
      'import threading',
      'from svc_events import *',
      ...steps,
      'repeat()',
      'print(unreported)',
    ].join('\n');
    const python = await run('python3', ['-c', code], { cwd: project.folder, env });
    expect(python).toEqual({ stdout: '[]\n', stderr: '' });
    const { rows } = await service.pool.query(
      `select c.click_number is not null as clicked, s.transaction_id as id, s.refunded_cents as refunded
         from customers c join sales s on s.customer_id = c.id where c.customer_key = $1 order by s.id`,
      [userId],
    );
    expect(rows).toEqual([
      { clicked: true, id: orderId, refunded: 4900 },
      { clicked: true, id: `${orderId}-2`, refunded: 0 },
    ]);
  });

  test('for Express respond before the service has, and keep what could not be reported for later', async () => {
    process.env.SVC_API_KEY = program.apiKey;
    process.env.SVC_BASE_URL = await silentService();
    vi.resetModules();
    const { app, pending } = await import('../templates/snippets/express.js');
    const server = createServer(app).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const signup = await fetch(`${shop}/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: uniqueName('user'), email: 'ann@customer.test' }),
    });
    expect(signup.status).toBe(201);
    // The report is still under way.
    expect(pending.size).toBe(0);
    await expect.poll(() => pending.size, POLL).toBe(1);
    vi.resetModules();
  });

  test('for Express carry a customer from click to refund', async () => {
    process.env.SVC_API_KEY = program.apiKey;
    process.env.SVC_BASE_URL = service.baseUrl;
    const { app, onRenewal } = await import('../templates/snippets/express.js');
    app.set('trust proxy', true);
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const clickId = await trackingClient(service).clickId(program);
    const headers = { cookie: `svc_click_id=${clickId}`, 'x-forwarded-proto': 'https' };
    const postToGuide = (path: string, body: object) =>
      fetch(shop + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const userId = uniqueName('user');
    const orderId = uniqueName('order');
    const saleId = `acme-${orderId}`;
    /** Waits until the customer, whom the click brought, has exactly these sales: the shop reports in the background. */
    const recorded = (sales: readonly object[]) =>
      expect
        .poll(async () => {
          const { rows } = await service.pool.query(
            `select c.click_number is not null as clicked,
                    coalesce(jsonb_agg(jsonb_build_object('id', s.transaction_id, 'refunded', s.refunded_cents) order by s.id)
                             filter (where s.id is not null), '[]') as sales
               from customers c left join sales s on s.customer_id = c.id where c.customer_key = $1 group by 1`,
            [userId],
          );
          return rows;
        }, POLL)
        .toEqual([{ clicked: true, sales }]);
    try {
      const page = await fetch(shop, { headers: { ...headers, accept: 'text/html' } });
      expect(await page.text()).toContain('/js/svc-tracker.js" data-svc-program-id="');
      expect(page.headers.get('set-cookie')).toContain(`svc_click_id=${clickId}; Path=/; Max-Age=`);
      const signup = await postToGuide('/signup', { id: userId, email: 'ann@customer.test' });
      expect(signup.status).toBe(201);
      await recorded([]);
      expect((await postToGuide('/orders', { id: orderId, userId })).status).toBe(201);
      await recorded([{ id: saleId, refunded: 0 }]);
      const part = { cents: 400, refundId: 'part-1' };
      for (const _time of ['first', 'repeated']) {
        expect((await postToGuide(`/orders/${orderId}/refund`, part)).status).toBe(204);
        await recorded([{ id: saleId, refunded: 400 }]);
      }
      expect((await postToGuide(`/orders/${orderId}/refund`, {})).status).toBe(204);
      await recorded([{ id: saleId, refunded: 4900 }]);
      const renewalId = uniqueName('renewal');
      onRenewal({ id: renewalId, userId, cents: 4900, paidAt: new Date() });
      await recorded([
        { id: saleId, refunded: 4900 },
        { id: renewalId, refunded: 0 },
      ]);
    } finally {
      server.close();
    }
  });
});
