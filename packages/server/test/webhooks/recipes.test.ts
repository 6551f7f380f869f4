import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { outgoingRules } from '../../src/net/outgoing.js';
import { blocksOf } from '../docs/markdown.js';
import { newEmptyDataDir } from '../support/engines.js';
import { freePort } from '../support/free-port.js';
import { ask, lead, sale, signInAs } from '../support/management.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { startDelivering } from './delivering.js';
import { startReceiver } from './receiver.js';

const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url));
const blocks = blocksOf(readFileSync(join(REPOSITORY, 'docs/webhooks.md'), 'utf8'));
const MANY_RETRIES = { timeoutMs: 5_000, retryPausesMs: Array.from({ length: 200 }, () => 50) };

/** The block of the guide with this comment above it. */
function block(comment: string): string {
  const found = blocks.find((one) => one.comment === comment);
  if (found === undefined) throw new Error(`the guide has no block "${comment}"`);
  return found.text;
}

/** A folder with a file of the guide, as its reader has it. */
function writeFile(name: string): string {
  const folder = newEmptyDataDir();
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, name), block(`file: ${name}`));
  return folder;
}

describe('the recipes of the guide', () => {
  const service = shared(() => startService('embedded', { webhookRules: outgoingRules(true) }));
  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });
  let program: SeededProgram;
  let cookie = '';
  beforeAll(async () => {
    program = await seedProgram(service.pool);
    cookie = await signInAs(service, program.workspaceId, 'owner');
  });

  async function create(body: object): Promise<string> {
    const path = `/api/workspaces/${program.workspaceId}/webhooks`;
    const made = await ask(service, path, { method: 'POST', cookie, body });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const { webhook, secret } = made.body;
    closers.push(() => ask(service, `${path}/${webhook.id}`, { method: 'DELETE', cookie }));
    return secret;
  }

  function deliver(): void {
    const delivering = startDelivering(service, MANY_RETRIES);
    closers.push(() => delivering.stop());
  }

  /** Runs a server of the guide; its webhook exists before it does, as its secret comes from there. */
  async function run(name: string, types: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const port = await freePort();
    const secret = await create({ url: `http://127.0.0.1:${port}/`, types });
    const variables = { PATH: process.env.PATH, PORT: String(port), SVC_WEBHOOK_SECRET: secret, ...env };
    const child: ChildProcess = spawn(process.execPath, [name], { cwd: writeFile(name), env: variables });
    closers.push(() => child.kill());
    let printed = '';
    child.stdout?.on('data', (text) => {
      printed += text;
    });
    // An event that is refused before it listens would come after the next.
    await eventually(() => expect(fetch(`http://127.0.0.1:${port}/`)).resolves.toBeDefined());
    return { printed: () => printed, port };
  }

  const eventually = (check: () => void | Promise<void>) =>
    vi.waitFor(check, { timeout: 30_000, interval: 50 });

  test('the receiver prints verified events once, and refuses a forged one', async () => {
    const { printed, port } = await run('receiver.mjs', ['lead.created', 'sale.created']);
    deliver();
    await sale(service, program);
    await eventually(() => expect(printed()).toMatch(/^\d+ lead\.created\n\d+ sale\.created\n$/));
    const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' };
    const forged = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: '{}' });
    expect(forged.status).toBe(400);
  });

  test.each(['verify.mjs', 'verify.py'])('%s accepts what was sent and nothing else', async (name) => {
    const receiver = await startReceiver();
    closers.push(() => receiver.close());
    const secret = await create({ url: receiver.url, types: ['sale.created'] });
    deliver();
    await sale(service, program);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const [{ headers, body } = { headers: {} as Record<string, string>, body: '' }] = receiver.received;
    const folder = writeFile(name);
    const [command, script] = name.endsWith('.py')
      ? [
          'python3',
          'import json, sys; from verify import verify; print(json.dumps([verify(*one) for one in json.load(sys.stdin)]))',
        ]
      : [
          process.execPath,
          `import { verify } from './verify.mjs'; import fs from 'node:fs';
         console.log(JSON.stringify(JSON.parse(fs.readFileSync(0)).map((one) => verify(...one))))`,
        ];
    const options = name.endsWith('.py') ? ['-c', script] : ['--input-type=module', '-e', script];
    const rotated = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` };
    const cases = [
      [secret, headers, body],
      [secret, rotated, body],
      [secret, headers, `${body} `],
      [`whsec_${'A'.repeat(43)}=`, headers, body],
      [secret, { ...headers, 'webhook-id': 'evt_other' }, body],
      [secret, { ...headers, 'webhook-timestamp': '1' }, body],
    ];
    const printed = execFileSync(command, options, { cwd: folder, input: JSON.stringify(cases) });
    expect(JSON.parse(printed.toString())).toEqual([true, true, false, false, false, false]);
  });

  test('the Slack webhook gets a readable line for each sale', async () => {
    const receiver = await startReceiver();
    closers.push(() => receiver.close());
    await create({ ...JSON.parse(block('body: slack')), url: receiver.url });
    deliver();
    const { transactionId } = await sale(service, program);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const { rows } = await service.pool.query(
      'select p.name as partner, g.name as program from partners p, programs g where p.id = $1 and g.id = $2',
      [program.partnerId, program.programId],
    );
    const { text } = JSON.parse(receiver.received[0]?.body ?? '');
    const [{ partner, program: name }] = rows;
    expect(text.replaceAll('\u200b', '')).toContain(
      `New sale: 100.00 USD of order ${transactionId} through ${partner} in ${name} <https://svc.acme.test/p/${program.programId}/customers/`,
    );
  });

  test('leads and orders reach the marketing tool, also after it was away', async () => {
    const kept = new Map<string, object>();
    let refusals = 2;
    const tool = http.createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      if (refusals-- > 0) return response.writeHead(500).end();
      const key = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
      kept.set(key, { ...kept.get(key), ...JSON.parse(body) });
      return response.writeHead(200).end();
    });
    await new Promise<void>((resolve) => tool.listen(0, '127.0.0.1', resolve));
    closers.push(() => tool.close());
    const env = {
      CRM_URL: `http://127.0.0.1:${(tool.address() as AddressInfo).port}`,
      CRM_CREDENTIALS: 'c2l0ZTprZXk=',
    };
    await run('sync-leads.mjs', ['lead.created', 'sale.created'], env);
    deliver();
    const customerKey = await lead(service, program);
    const { transactionId } = await sale(service, program, { customerKey });
    await eventually(() =>
      expect(kept.get(customerKey)).toMatchObject({
        referred_by: program.partnerId,
        signed_up_at: expect.any(Number),
        last_order: transactionId,
      }),
    );
  });
});
