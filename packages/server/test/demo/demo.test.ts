import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { newEmptyDataDir } from '../support/engines.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/service-process.js';
import { type DemoProcess, isInstalled, paste, startDemo, tourOf } from './demo-process.js';

/** Making a database and ninety days takes seconds of computing, on machines that are busy with other tests too. */
const SLOW_MS = 300_000;

let dataDir: string;
let port: number;
let demo: DemoProcess;

beforeAll(async () => {
  if (!isInstalled('curl')) {
    throw new Error('These tests run the curl lines that the demo prints: install curl (apt install curl).');
  }
  dataDir = newEmptyDataDir();
  port = await freePort();
  demo = startDemo({ SVC_DATA_DIR: dataDir, PORT: String(port) });
  await demo.ready();
}, SLOW_MS);

afterAll(async () => {
  demo?.child.kill('SIGKILL');
  await demo?.ended;
});

/** Checks what the pasted lines answered, step by step. */
function expectTour(answers: string): void {
  const steps = answers.split(/^\d+\. .*\n/m).slice(1);
  expect(steps).toHaveLength(13);
  const [, click = '', lead = '', sale = '', signIn = '', list = '', story = '', refund = '', after = ''] =
    steps;
  expect(click).toMatch(/^cust_\d+_\d+\n$/);
  expect(JSON.parse(lead)).toMatchObject({ success: true, click_id: click.trim(), attributed: true });
  const { commission } = JSON.parse(sale) as { commission: { id: number; amount_cents: number } };
  expect(commission).toMatchObject({ amount_cents: 1470, status: 'pending' });
  expect(signIn).toBe('signed in: 200\n');
  expect(JSON.parse(list).data).toMatchObject([{ id: commission.id, amount_cents: 1470, currency: 'USD' }]);
  expect(story).toMatch(/^The customer clicked the link maria of Maria Silva /);
  expect(story).toContain(' 30 % of 49.00 USD = 14.70 USD.\n');
  expect(JSON.parse(refund)).toMatchObject({
    refunded_amount_cents: 2450,
    commission: { id: commission.id, amount_cents: 735 },
  });
  expect(after).toMatch(
    /^A refund of 24\.50 USD reversed 7\.35 USD .*\nThe commission now stands at 7\.35 USD/,
  );
  const [card = '', webhook = '', cardRefund = '', status = ''] = steps.slice(9);
  expect(card).toBe('paid: 303\n');
  const byCard = webhook.split('\n');
  expect(byCard[0]).toMatch(/^"transaction_id":"pi_\w+"$/);
  expect(JSON.parse(byCard[1] ?? '').data).toMatchObject([{ amount_cents: 1470, status: 'pending' }]);
  expect(JSON.parse(byCard[1] ?? '').data[0].id).not.toBe(commission.id);
  expect(cardRefund).toMatch(
    /^refunded: 200\n"refunded_amount_cents":4900\n\{"data":\[\{.*"status":"reversed"/,
  );
  expect(JSON.parse(status)).toMatchObject({
    program: { name: 'Tidydesk' },
    steps: { pageview: 'complete', referrals: 'complete', payments: 'complete' },
    next_step: null,
  });
}

describe.sequential('the demo', { timeout: SLOW_MS }, () => {
  test('prints its address, how to sign in and which key to use, on lines that fit a terminal of 100 columns', () => {
    const printed = demo.stdout();
    expect(printed).toContain(`Service     http://localhost:${port}\n`);
    expect(printed).toContain(`http://localhost:${port}/docs`);
    expect(printed).toMatch(/Sign-in {5}owner@demo\.test \/ \S{8,}/);
    expect(printed).toMatch(/API key {5}svc_test_\w+/);
    expect(printed).toMatch(/Cards {7}http:\/\/localhost:\d+ {2}a stand-in .*: no money moves/);
    const long = printed
      .replaceAll(dataDir, 'data')
      .split('\n')
      .filter((line) => line.length > 100);
    expect(long).toEqual([]);
  });

  test('keeps its log out of the way, and prints no colours where nobody sees them', () => {
    expect(demo.stderr()).toBe('');
    expect(demo.stdout()).not.toMatch(/^\{/m);
    expect(demo.stdout()).not.toContain('\u001b');
  });

  for (const shell of ['sh', 'bash', 'dash', 'zsh']) {
    test.skipIf(!isInstalled(shell))(
      `prints lines that work as printed, and twice, in ${shell}`,
      async () => {
        const lines = tourOf(demo.stdout());
        const { stdout, stderr } = await paste(shell, lines + lines);
        expect(stderr).toBe('');
        const [first = '', second = ''] = stdout.split(/^(?=1\. )/m);
        expectTour(first);
        expectTour(second);
        const click = /^cust_\d+_\d+$/m.exec(second)?.[0];
        await until(() => demo.stdout().includes(`  click    ${click}`));
        await until(() => /^\d\d:\d\d:\d\d {2}sale {5}49\.00 USD, /m.test(demo.stdout()));
      },
    );
  }

  test('lets a partner in, who sees the program', async () => {
    const base = `http://localhost:${port}`;
    const [, email, password] = /Sign-in .*\n +(\S+) \/ (\S+) {2}a partner/.exec(demo.stdout()) ?? [];
    const signedIn = await fetch(`${base}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: base },
      body: JSON.stringify({ email, password }),
    });
    const cookie = signedIn.headers.getSetCookie().map((one) => one.split(';')[0]);
    const programs = await fetch(`${base}/api/partner/programs`, { headers: { cookie: cookie.join('; ') } });
    const { data } = (await programs.json()) as { data: { name: string }[] };
    expect(data.map(({ name }) => name)).toContain('Tidydesk');
  });

  test('names pages that are there', async () => {
    const answer = await fetch(`http://localhost:${port}/docs`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/html');
  });

  test('leads on into a shop on another origin, and shows what happens there', async () => {
    const [, link = ''] = / {2}Shop +(\S+) /.exec(demo.stdout()) ?? [];
    const { origin } = new URL(link);
    expect(origin).not.toBe(`http://localhost:${port}`);
    const [, script = ''] = /<script defer src="([^"]+)"/.exec(await (await fetch(link)).text()) ?? [];
    expect(new URL(script).origin).toBe(`http://localhost:${port}`);
    expect((await fetch(script)).headers.get('content-type')).toContain('text/javascript');

    const click = await fetch(`http://localhost:${port}/track/click`, {
      method: 'POST',
      headers: { origin },
      body: JSON.stringify({ affiliate_url: link }),
    });
    const { click_id } = (await click.json()) as { click_id: string };
    const submit = (path: string, cookie: string) =>
      fetch(origin + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie },
        body: new URLSearchParams({ name: 'Ann', email: 'ann@people.test' }),
      });
    const signup = await submit('/signup', `svc_click_id=${click_id}`);
    const [session = ''] = signup.headers.getSetCookie()[0]?.split(';') ?? [];
    await submit('/orders', session);
    await until(() => demo.stdout().includes('the partner earns $14.70'));
    const { headers: checkout } = await submit('/checkout', session);
    const page = checkout.get('location') ?? '';
    expect(await (await fetch(page)).text()).toContain('no money moves');
    const { headers: paid } = await fetch(page, { method: 'POST', redirect: 'manual' });
    expect(paid.get('location')).toMatch(`${origin}/checkout/cs_`);
    const booked =
      /webhook {2}checkout\.session\.completed: Recorded as sale pi_\w+ of 49\.00 USD; .* 14\.70 USD/;
    await until(() => booked.test(demo.stdout()));
    expect(demo.stdout()).toMatch(
      /^\d\d:\d\d:\d\d {2}lead {5}The signup is recorded and credited to the partner\.$/m,
    );
  });

  test('says so, and nothing is lost, when it is started twice at once', async () => {
    const second = startDemo({ SVC_DATA_DIR: dataDir, PORT: String(port) });
    expect(await second.ended).toBe(1);
    expect(second.stderr()).toContain('is in use by process');
    expect(second.stderr()).toContain('Is the demo running already in another terminal?');
    expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);
  });

  test('ends cleanly on Ctrl-C', async () => {
    expect(await demo.interrupt()).toBe(0);
    expect(demo.stdout()).toMatch(/The demo has ended\.\n$/);
    expect(demo.stderr()).toBe('');
  });

  test('leaves right books, in which every status of a commission and every movement occurs', async () => {
    const { pool, close } = await openDatabase({ dataDir: join(dataDir, 'demo') });
    const { differences, checked } = await verifyBooks(pool);
    expect(differences).toEqual([]);
    expect(checked).toMatchObject({ missed_totals: 0 });
    const { rows: statuses } = await pool.query('select distinct status from commissions order by 1');
    expect(statuses.map(({ status }) => status)).toEqual(['held', 'paid', 'payable', 'pending', 'reversed']);
    const { rows: kinds } = await pool.query('select distinct kind from ledger_movements order by 1');
    expect(kinds.map(({ kind }) => kind)).toEqual(['carry', 'earn', 'hold', 'mature', 'pay', 'reverse']);
    await close();
  });

  test('starts again on the same data, on the next port where its own is taken', async () => {
    const other = createServer().listen(port, '127.0.0.1');
    demo = startDemo({ SVC_DATA_DIR: dataDir, PORT: String(port) });
    await demo.ready();
    other.close();
    const [, taken = ''] = /^Port \d+ is in use, so the demo takes (\d+)\.$/m.exec(demo.stdout()) ?? [];
    expect(Number(taken)).toBeGreaterThan(port);
    expect(demo.stdout()).not.toContain('Making the demo workspace');
    const { stdout } = await paste('sh', tourOf(demo.stdout()));
    expectTour(stdout);
    expect(await demo.interrupt()).toBe(0);
  });
});
