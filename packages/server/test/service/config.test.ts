import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deriveKey, loadOrCreateSecret } from '../../src/crypto/secret.js';
import { ConfigError, readConfig } from '../../src/service/config.js';
import { environmentHelp, VARIABLES } from '../../src/service/environment.js';

const SECRET = 'a-secret-of-more-than-32-characters';

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('an environment that can be used', () => {
  test('nothing set gives the defaults of the contract', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 4600,
      baseUrl: 'http://localhost:4600',
      hosts: [],
      dnsServer: null,
      databaseUrl: null,
      readUrl: null,
      dataDir: resolve('data'),
      secret: null,
      previousSecrets: [],
      provisionFile: null,
      setupToken: null,
      clickRetentionMonths: null,
      webhooksAllowPrivate: false,
      metricsToken: null,
      publicDocs: true,
      rateLimit: true,
      trustProxy: false,
      processor: {
        secretKey: null,
        clientId: null,
        webhookSecrets: [],
        apiBase: null,
        connectBase: null,
        connectScope: 'read_write',
        testEvents: 'test',
      },
      mail: null,
    });
  });

  test('blank values count as unset, whatever the variable', () => {
    const blank = Object.fromEntries(VARIABLES.map(({ name }) => [name, ' \t']));
    expect(readConfig(blank)).toEqual(readConfig({}));
  });

  test('the base address follows the port, and is an origin without its slash', () => {
    expect(readConfig({ PORT: '8080' }).baseUrl).toBe('http://localhost:8080');
    expect(readConfig({ SVC_BASE_URL: 'https://svc.acme.example/' }).baseUrl).toBe(
      'https://svc.acme.example',
    );
  });

  test('several webhook secrets may be active while one is being rolled', () => {
    const { processor } = readConfig({
      PROCESSOR_WEBHOOK_SECRET: 'whsec_old, whsec_new',
      PROCESSOR_TEST_EVENTS: 'live',
    });
    expect(processor).toMatchObject({ webhookSecrets: ['whsec_old', 'whsec_new'], testEvents: 'live' });
  });

  test('several previous secrets may be given, each of which only decrypts', () => {
    const { secret, previousSecrets } = readConfig({
      SVC_SECRET: SECRET,
      SVC_PREVIOUS_SECRETS: 'the-one-before-this, and-the-one-before-that',
    });
    expect([secret, previousSecrets]).toEqual([SECRET, ['the-one-before-this', 'and-the-one-before-that']]);
  });

  test.each([
    ['true', true],
    ['false', false],
    ['1', 1],
    ['loopback, 10.0.0.0/8,::1', ['loopback', '10.0.0.0/8', '::1']],
  ])('trusts proxies as configured: %s', (given, expected) => {
    expect(readConfig({ SVC_TRUST_PROXY: given }).trustProxy).toEqual(expected);
  });

  test.each([
    ['1', 1],
    [' 24 ', 24],
    ['9999', 9999],
  ])('clicks are kept for as many months as are given: %s', (given, months) => {
    expect(readConfig({ SVC_CLICK_RETENTION_MONTHS: given }).clickRetentionMonths).toBe(months);
  });

  test('mail needs an address and a sender', () => {
    const env = { SMTP_URL: 'smtp://u:p@mail.test:587', MAIL_FROM: 'Acme <hello@acme.test>' };
    expect(readConfig(env).mail).toEqual({
      smtpUrl: 'smtp://u:p@mail.test:587',
      from: 'Acme <hello@acme.test>',
    });
  });

  test('further hosts are names, however they are written', () => {
    const { hosts } = readConfig({ SVC_HOSTS: 'Go.Acme.example, svc.internal:8080,[FD00::1],10.0.0.7' });
    expect(hosts).toEqual(['go.acme.example', 'svc.internal', '[fd00::1]', '10.0.0.7']);
  });

  test.each(['10.0.0.2', '127.0.0.1:5353', '[::1]:53', 'fd00::53'])('reads the name server %s', (given) => {
    expect(readConfig({ SVC_DNS_SERVER: given }).dnsServer).toBe(given);
  });

  test.each(['dns.acme.test', '10.0.0.2:0', '10.0.0:53', '[::1]', 'x'])(
    'rejects the name server %s',
    (given) => {
      expect(() => readConfig({ SVC_DNS_SERVER: given })).toThrow(
        'SVC_DNS_SERVER must be the address of a name server',
      );
    },
  );

  test('what is open to strangers can be closed', () => {
    const env = { SVC_PUBLIC_DOCS: 'off', METRICS_TOKEN: 'monitoring', SVC_SETUP_TOKEN: 'chosen-token' };
    expect(readConfig(env)).toMatchObject({
      publicDocs: false,
      metricsToken: 'monitoring',
      setupToken: 'chosen-token',
    });
    expect(readConfig({ SVC_PUBLIC_DOCS: 'on' }).publicDocs).toBe(true);
  });

  test('a secret has 32 characters or more', () => {
    expect(readConfig({ SVC_SECRET: 'x'.repeat(32) }).secret).toHaveLength(32);
    expect(problemsOf({ SVC_SECRET: 'x'.repeat(31) })).toEqual([
      'SVC_SECRET must have at least 32 characters',
    ]);
  });

  test('with a server of its own the secret is required, but not for commands that only touch the database', () => {
    const env = { DATABASE_URL: 'postgres://svc@db.test/svc' };
    expect(problemsOf(env)).toEqual([
      'SVC_SECRET is required with DATABASE_URL: at least 32 random characters',
    ]);
    expect(readConfig({ ...env, SVC_SECRET: SECRET }).secret).toBe(SECRET);
    expect(readConfig(env, { requireSecret: false }).secret).toBeNull();
  });
});

describe('an environment that cannot be used', () => {
  test.each([
    ['PORT', '0', 'PORT must be an integer from 1 to 65535, not "0"'],
    ['PORT', '65536', 'PORT must be an integer from 1 to 65535, not "65536"'],
    ['PORT', '4600.5', 'PORT must be an integer from 1 to 65535, not "4600.5"'],
    ['HOST', 'http://x', 'HOST must be a host name or an IP address, not "http://x"'],
    [
      'SVC_BASE_URL',
      'https://acme.example/svc',
      'SVC_BASE_URL must be scheme://host[:port] with http or https and no path, such as https://svc.acme.example, not "https://acme.example/svc"',
    ],
    ['SVC_PUBLIC_DOCS', 'no', 'SVC_PUBLIC_DOCS must be "on" or "off", not "no"'],
    ['METRICS_TOKEN', 'two words', 'METRICS_TOKEN must be one word without spaces'],
    [
      'SVC_SETUP_TOKEN',
      'seven77',
      'SVC_SETUP_TOKEN must be one word of at least 8 characters without spaces',
    ],
    ['SVC_RATE_LIMIT', 'no', 'SVC_RATE_LIMIT must be "on" or "off", not "no"'],
    [
      'SVC_PROVISION_FILE',
      '/nowhere.json',
      'SVC_PROVISION_FILE must be a file that can be read, not "/nowhere.json"',
    ],
    [
      'PROCESSOR_CONNECT_SCOPE',
      'write',
      'PROCESSOR_CONNECT_SCOPE must be "read_write" or "read_only", not "write"',
    ],
    ['PROCESSOR_TEST_EVENTS', 'yes', 'PROCESSOR_TEST_EVENTS must be "test" or "live", not "yes"'],
    [
      'PROCESSOR_API_BASE',
      'localhost:9000',
      'PROCESSOR_API_BASE must be an http or https address without query, not "localhost:9000"',
    ],
    ['MAIL_FROM', 'Acme', 'MAIL_FROM must be an address such as Acme <hello@acme.example>, not "Acme"'],
  ])('%s=%s', (name, value, problem) => {
    expect(problemsOf({ [name]: value })).toEqual([problem]);
  });

  test.each(['0', '-1', '1.5', '1e3', '10000', 'ever'])('SVC_CLICK_RETENTION_MONTHS=%s', (given) => {
    expect(problemsOf({ SVC_CLICK_RETENTION_MONTHS: given })).toEqual([
      `SVC_CLICK_RETENTION_MONTHS must be an integer from 1 to 9999, not ${JSON.stringify(given)}`,
    ]);
  });

  test.each(['too-short', 'long-enough-to-be-one,', 'long-enough-to-be-one, short'])(
    'SVC_PREVIOUS_SECRETS=%s',
    (given) => {
      expect(problemsOf({ SVC_PREVIOUS_SECRETS: given })).toEqual([
        'SVC_PREVIOUS_SECRETS must be one secret of at least 16 characters, or several with a comma between two',
      ]);
    },
  );

  test.each(['everyone', '10.0.0.0/33', '1.2.3.4,', '300.1.1.1'])('SVC_TRUST_PROXY=%s', (given) => {
    expect(problemsOf({ SVC_TRUST_PROXY: given })).toEqual([
      expect.stringContaining('SVC_TRUST_PROXY must be'),
    ]);
  });

  test.each(['https://acme.example', 'acme.example/svc', 'acme.example,', '*.acme.example', 'a b'])(
    'SVC_HOSTS=%s',
    (given) => {
      expect(problemsOf({ SVC_HOSTS: given })).toEqual([
        expect.stringContaining('SVC_HOSTS must be host names'),
      ]);
    },
  );

  test('reports all problems at once, in the order of the table', () => {
    const env = {
      MAIL_FROM: 'nobody',
      SMTP_URL: 'mail.test',
      PORT: 'x',
      SVC_SECRET: 'short',
      SVC_HOSTS: '/',
      SVC_SETUP_TOKEN: 'x',
      METRICS_TOKEN: 'a b',
      DATABASE_URL: 'mysql://db.test/svc',
      PROCESSOR_WEBHOOK_SECRET: 'a,,b',
    };
    expect(problemsOf(env).map((problem) => problem.split(' ')[0])).toEqual([
      'PORT',
      'SVC_HOSTS',
      'DATABASE_URL',
      'SVC_SECRET',
      'SVC_SETUP_TOKEN',
      'METRICS_TOKEN',
      'PROCESSOR_WEBHOOK_SECRET',
      'SMTP_URL',
      'MAIL_FROM',
    ]);
  });

  test('read replicas are those of a server', () => {
    const DATABASE_READ_URL = 'postgres://svc@one.test:5432,two.test:5433/svc';
    expect(problemsOf({ DATABASE_READ_URL })).toEqual([
      'DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replicas',
    ]);
    const env = { DATABASE_URL: DATABASE_READ_URL, DATABASE_READ_URL, SVC_SECRET: 'x'.repeat(32) };
    expect(readConfig(env)).toMatchObject({ databaseUrl: DATABASE_READ_URL, readUrl: DATABASE_READ_URL });
  });

  test('no message repeats a secret', () => {
    const leaks = 'hunter2 hunter2';
    const secrets = VARIABLES.filter((variable) => 'isSecret' in variable).map(({ name }) => name);
    const problems = problemsOf(Object.fromEntries(secrets.map((name) => [name, leaks])));
    expect(problems.length).toBeGreaterThanOrEqual(4);
    expect(problems.join('\n')).not.toContain('hunter2');
  });

  test('mail without a sender', () => {
    expect(problemsOf({ SMTP_URL: 'smtp://mail.test' })).toEqual(['MAIL_FROM is required with SMTP_URL']);
  });
});

test('the help lists every variable', () => {
  for (const { name } of VARIABLES) expect(environmentHelp()).toContain(name);
});

describe('the generated secret', () => {
  const newDir = () => mkdtemp(join(tmpdir(), 'svc-secret-'));

  test('is made once, for its owner only, and stays', async () => {
    const dir = join(await newDir(), 'data');
    const secret = await loadOrCreateSecret(dir);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect((await stat(join(dir, 'secret'))).mode & 0o777).toBe(0o600);
    expect(await loadOrCreateSecret(dir)).toBe(secret);
  });

  test('starts at the same moment get the same one and leave nothing else behind', async () => {
    const dir = await newDir();
    const secrets = await Promise.all(Array.from({ length: 20 }, () => loadOrCreateSecret(dir)));
    expect(new Set(secrets).size).toBe(1);
    expect(await readdir(dir)).toEqual(['secret']);
    expect((await readFile(join(dir, 'secret'), 'utf8')).trim()).toBe(secrets[0]);
  });

  test('a damaged one is refused rather than replaced', async () => {
    const dir = await newDir();
    await writeFile(join(dir, 'secret'), 'short');
    await expect(loadOrCreateSecret(dir)).rejects.toThrow('holds no secret of at least 32 characters');
  });

  test('keys for different purposes reveal nothing about each other', () => {
    expect(deriveKey(SECRET, 'sessions')).toBe(deriveKey(SECRET, 'sessions'));
    expect(deriveKey(SECRET, 'sessions')).not.toBe(deriveKey(SECRET, 'storage'));
  });
});
