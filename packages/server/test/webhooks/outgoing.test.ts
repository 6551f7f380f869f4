import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createSender, type Sender } from '../../src/delivery/sender.js';
import { isAllowedTarget, type OutgoingRules, outgoingRules, parseTarget } from '../../src/net/outgoing.js';
import { isPublicAddress } from '../../src/net/public-address.js';
import { startReceiver } from './receiver.js';

const PUBLIC = [
  '1.1.1.1',
  '93.184.216.34',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
];
const FORBIDDEN = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:1.1.1.1',
  '64:ff9b::7f00:1',
  '64:ff9b::101:101',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2002:101:101::1',
  '2001::1',
  '2001:db8::1',
  '100::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  '',
  'localhost',
];

test.each(PUBLIC)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
test.each(FORBIDDEN)('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

const rulesOf = (...answers: string[][]): OutgoingRules & { asked: string[] } => {
  const asked: string[] = [];
  return {
    allowsPrivate: false,
    asked,
    async resolve(hostname) {
      asked.push(hostname);
      return answers[Math.min(asked.length, answers.length) - 1] ?? [];
    },
  };
};

describe('what may be set', () => {
  const rules = rulesOf();
  test.each([
    'https://shop.test/hook?x=1',
    'https://shop.test:8443/hook',
    'https://1.1.1.1/',
    'https://localhost.shop.test/',
    'https://mylocalhost.test/',
    'https://[2606:4700:4700::1111]/',
  ])('%s', (url) => expect(parseTarget(url, rules)?.href).toBe(url));

  test.each([
    'http://shop.test/',
    'https://jane@shop.test/',
    'https://:secret@shop.test/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0x7f000001/',
    'https://127.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'https://localhost./',
    'https://LocalHost../',
    'https://hooks.localhost/',
    'https://hooks.localhost.:8443/',
    'https://intranet/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://router.home.arpa/',
    'https://100.64.0.1./',
    'https://[fe80::1]/',
    'https://[64:ff9b::7f00:1]/',
    'file:///etc/passwd',
    'https://',
    'nothing',
  ])('not %s', (url) => expect(parseTarget(url, rules)).toBeNull());

  test('a name with only private addresses is refused, one that cannot be looked up now is not', async () => {
    const url = new URL('https://shop.test/');
    expect(await isAllowedTarget(url, rulesOf(['10.0.0.1', 'fd00::1']))).toBe(false);
    expect(await isAllowedTarget(url, rulesOf(['10.0.0.1', '1.1.1.1']))).toBe(true);
    const unknown = { allowsPrivate: false, resolve: () => Promise.reject(new Error('ENOTFOUND')) };
    expect(await isAllowedTarget(url, unknown)).toBe(true);
  });

  test('with private addresses allowed, http and loopback too, but no other scheme and no credentials', () => {
    const open = outgoingRules(true);
    expect(parseTarget('http://127.0.0.1:3000/hook', open)?.href).toBe('http://127.0.0.1:3000/hook');
    expect(parseTarget('http://jane:secret@127.0.0.1/', open)).toBeNull();
    expect(parseTarget('ftp://127.0.0.1/', open)).toBeNull();
  });
});

describe('what is connected to', () => {
  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  const never = new AbortController().signal;
  const sendTo = (sender: Sender, url: string) => sender.send({ url, headers: {}, body: '{}' }, never);
  function senderOf(rules: OutgoingRules): Sender {
    const sender = createSender({ rules, timeoutMs: 2_000 });
    closers.push(() => sender.close());
    return sender;
  }

  test('a name that was public when it was checked and is private now is not connected to', async () => {
    const receiver = await startReceiver();
    closers.push(() => receiver.close());
    const { port } = new URL(receiver.url);
    const url = `https://rebinding.test:${port}/`;
    const rules = rulesOf(['1.1.1.1'], ['127.0.0.1'], ['::ffff:127.0.0.1', '::1', '64:ff9b::7f00:1']);
    expect(await isAllowedTarget(new URL(url), rules)).toBe(true);
    const sender = senderOf(rules);
    for (let times = 0; times < 2; times += 1)
      expect(await sendTo(sender, url)).toEqual({ status: null, error: 'The host has no public address' });
    expect(rules.asked).toEqual(['rebinding.test', 'rebinding.test', 'rebinding.test']);
    expect(receiver.connections()).toBe(0);
  });

  test('an address in the URL is checked again too', async () => {
    const result = await sendTo(senderOf(rulesOf()), 'https://127.0.0.1:1/');
    expect(result).toEqual({ status: null, error: 'The address is not allowed' });
  });

  test('the name is looked up once for a connection, and that answer is what is connected to', async () => {
    const receiver = await startReceiver();
    closers.push(() => receiver.close());
    const { port } = new URL(receiver.url);
    const asked: string[] = [];
    const resolve = async (hostname: string) => {
      asked.push(hostname);
      return ['127.0.0.1'];
    };
    const sender = senderOf({ allowsPrivate: true, resolve });
    for (let times = 0; times < 3; times += 1)
      expect(await sendTo(sender, `http://hooks.test:${port}/`)).toEqual({ status: 204, error: null });
    expect(asked).toEqual(['hooks.test']);
    expect(receiver.received.map(({ headers }) => headers.host)).toEqual(Array(3).fill(`hooks.test:${port}`));
  });

  test('a kept connection that the receiver closes is replaced without a failure', async () => {
    const receiver = await startReceiver((_received, response) => {
      response.writeHead(204).end(() => setImmediate(() => response.socket?.destroy()));
      return null;
    });
    closers.push(() => receiver.close());
    const sender = senderOf(outgoingRules(true));
    for (let times = 0; times < 20; times += 1)
      expect(await sendTo(sender, receiver.url)).toEqual({ status: 204, error: null });
  });

  test('proxies of the environment are not used', async () => {
    const proxy = await startReceiver();
    closers.push(() => proxy.close());
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    for (const name of names)
      process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : new URL(proxy.url).origin;
    closers.push(() => {
      for (const name of names) delete process.env[name];
    });
    const receiver = await startReceiver();
    closers.push(() => receiver.close());
    expect(await sendTo(senderOf(outgoingRules(true)), receiver.url)).toEqual({ status: 204, error: null });
    expect(proxy.received).toEqual([]);
  });

  test('what hangs in any phase ends after the timeout', async () => {
    const silent = http.createServer();
    silent.on('connection', () => {});
    silent.on('request', () => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    closers.push(() => {
      silent.closeAllConnections();
      silent.close();
    });
    const { port } = silent.address() as AddressInfo;
    const timedOut = { status: null, error: 'No answer within 2 s' };
    const hangingName = senderOf({ allowsPrivate: true, resolve: () => new Promise(() => {}) });
    const results = await Promise.all([
      sendTo(hangingName, 'http://hooks.test/'),
      sendTo(senderOf(outgoingRules(true)), `http://127.0.0.1:${port}/`),
      // The other side speaks no TLS and never answers the greeting.
      sendTo(senderOf(outgoingRules(true)), `https://127.0.0.1:${port}/`),
    ]);
    expect(results.slice(0, 2)).toEqual([timedOut, timedOut]);
    expect(results[2]?.status).toBeNull();
  });
});
