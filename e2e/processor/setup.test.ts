import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandIn } from '@svc/stand-in';
import { expect, onTestFinished, test } from 'vitest';
import { newStore, startBuiltService } from '../../packages/server/test/guarantees/built-service.js';
import { booksOf, differences } from '../../packages/server/test/payments/support.js';
import { builtCli } from '../../packages/server/test/support/built.js';
import { seedProgram } from '../../packages/server/test/support/seed.js';
import { until } from '../../packages/server/test/support/service-process.js';

const WEBHOOK_SECRET = 'whsec_of_the_stand_in';

/** Runs `svc setup processor`, as a person who follows the address it shows; gives what it wrote. */
async function setUpProcessor(folder: string, baseUrl: string, apiKey: string): Promise<string> {
  const child = spawn(process.execPath, [builtCli(), 'setup', 'processor', '--no-browser'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, SVC_BASE_URL: baseUrl, SVC_API_KEY: apiKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let written = '';
  let page: Promise<Response> | undefined;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      written += text;
      const url = /http\S+\/oauth\/authorize\?\S+(?=\s)/.exec(written)?.[0];
      if (url !== undefined) page ??= fetch(url);
    });
  }
  await once(child, 'close');
  expect(await (await page)?.text()).toContain('Your account is connected');
  return written;
}

test('from svc setup processor to a purchase on the checkout page that arrives as a sale', async () => {
  const webhook = { url: '', secret: WEBHOOK_SECRET, isUnruly: true };
  const standIn = await startStandIn({ webhook });
  onTestFinished(() => standIn.close());
  const store = await newStore('postgres');
  const program = await store.look((pool) => seedProgram(pool));
  const service = await startBuiltService({
    ...store.env,
    PROCESSOR_SECRET_KEY: 'sk_test_platform',
    PROCESSOR_CLIENT_ID: 'ca_platform',
    PROCESSOR_WEBHOOK_SECRET: WEBHOOK_SECRET,
    PROCESSOR_API_BASE: standIn.baseUrl,
    PROCESSOR_CONNECT_BASE: standIn.baseUrl,
  });
  webhook.url = `${service.baseUrl}/webhooks/processor`;
  const folder = await mkdtemp(join(tmpdir(), 'svc-e2e-'));
  const written = await setUpProcessor(folder, service.baseUrl, program.apiKey);
  const account = standIn.nextAccount ?? '';
  expect(written).toContain(`Connected: ${account}`);
  expect(readFileSync(join(folder, '.svc/.env'), 'utf8')).toContain(
    `PROCESSOR_CONNECTED_ACCOUNT_ID=${account}`,
  );

  const click = await fetch(`${service.baseUrl}/track/click`, {
    method: 'POST',
    headers: { origin: program.origin, 'content-type': 'application/json' },
    body: JSON.stringify({ affiliate_url: program.affiliateUrl }),
  });
  const { click_id: clickId } = (await click.json()) as { click_id: string };
  const form = new URLSearchParams({
    mode: 'subscription',
    'line_items[0][price_data][unit_amount]': '2900',
    'line_items[0][price_data][currency]': 'usd',
    'metadata[program_id]': String(program.programId),
    'metadata[svc_click_id]': clickId,
    'metadata[svc_customer_key]': 'ann',
    success_url: `${standIn.baseUrl}/oauth/authorize?redirect_uri=${encodeURIComponent('http://127.0.0.1:9/')}`,
  });
  const headers = { authorization: `Bearer sk_live_${account}` };
  const made = await fetch(`${standIn.baseUrl}/v1/checkout/sessions`, {
    method: 'POST',
    headers,
    body: form,
  });
  const { url } = (await made.json()) as { url: string };
  expect(await (await fetch(url)).text()).toContain('<button>Pay $29.00</button>');
  await fetch(url, { method: 'POST', redirect: 'manual' });
  const [bought] = standIn.merchant(account).paid;
  if (bought === undefined) throw new Error('nothing was bought');
  standIn.merchant(account).refund(bought, 900);
  await standIn.delivery.untilDelivered();
  await store.look(async (pool) => {
    const due = `select count(*)::int as due from work_items where kind = 'provider_event'`;
    await until(async () => (await pool.query(due)).rows[0].due === 0);
    expect(await booksOf(pool, program.workspaceId)).toMatchObject([
      { id: bought.payment.invoice, amount: 2_900, refunded: 900, test: false, commission: '400 pending' },
    ]);
    expect(await differences(pool)).toEqual([]);
  });
});
