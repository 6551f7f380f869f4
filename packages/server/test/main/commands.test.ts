import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open.js';
import { VARIABLES } from '../../src/service/environment.js';
import { exampleFile, newNames } from '../provision/provision-support.js';
import {
  engines,
  newDataDir,
  newEmptyDataDir,
  newEmptyPostgresUrl,
  newPostgresUrl,
  newUnmigratedDataDir,
} from '../support/engines.js';
import { seedProgram } from '../support/seed.js';
import { runServer } from '../support/service-process.js';

type Engine = (typeof engines)[number];

async function environmentOf(engine: Engine, isMigrated: boolean): Promise<Record<string, string>> {
  if (engine === 'embedded')
    return { SVC_DATA_DIR: isMigrated ? await newDataDir() : await newUnmigratedDataDir() };
  return { DATABASE_URL: isMigrated ? await newPostgresUrl() : await newEmptyPostgresUrl() };
}

/** Does something in the database of an environment that no process has open. */
async function inDatabase<Result>(
  env: Record<string, string>,
  run: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.SVC_DATA_DIR ?? '' });
  try {
    return await run(database.pool);
  } finally {
    await database.close();
  }
}

async function writeJson(value: unknown): Promise<string> {
  const path = join(newEmptyDataDir(), 'provision.json');
  await writeFile(path, JSON.stringify(value), { mode: 0o600 });
  return path;
}

// biome-ignore lint/suspicious/noExplicitAny: as parsed from JSON
function withoutKey(file: any): unknown {
  delete file.workspaces[0].programs[0].api_token;
  return file;
}

const linesOf = (text: string) => text.trimEnd().split('\n');

describe('help', () => {
  test('shows the commands, every variable and the exit codes', async () => {
    const { code, stdout, stderr } = await runServer(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const command of ['serve', 'migrate', 'provision \\[options\\] <file>', 'verify']) {
      expect(stdout).toMatch(new RegExp(`^ {2}${command}`, 'm'));
    }
    for (const { name } of VARIABLES) expect(stdout).toContain(name);
    expect(stdout).toContain('Exit codes: 0 done, 1 failed or refused, 2 wrong use.');
  });

  test.each([
    ['serve', 'SVC_PROVISION_FILE'],
    ['migrate', 'monthly click tables'],
    ['provision', '<file>'],
    ['verify', 'each difference'],
  ])('of %s says what it does, without touching anything', async (command, text) => {
    const { code, stdout } = await runServer([command, '--help'], { PORT: 'no port' });
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: svc-server ${command}`);
    expect(stdout).toContain(text);
    expect(stdout).toContain('Exit codes');
  });
});

describe('wrong use ends with 2 and says what is wrong', () => {
  test.each([
    [['srve'], "unknown command 'srve'"],
    [['serve', '--port', '80'], "unknown option '--port'"],
    [['provision'], "missing required argument 'file'"],
    [['verify', 'extra'], 'too many arguments'],
    [[], 'Usage: svc-server'],
  ])('%j', async (args, text) => {
    const { code, stdout, stderr } = await runServer(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(text);
  });
});

describe('an environment that cannot be used ends with 1, a line for each problem', () => {
  const bad = { PORT: 'x', SVC_RATE_LIMIT: 'no', DATABASE_URL: 'mysql://hunter2@db.test/x' };

  test.each([[['serve']], [['provision', 'x.json']]])('%j', async (args) => {
    const { code, stdout, stderr } = await runServer(args, {
      ...bad,
      SVC_SECRET: 'thirty-two-or-more-characters-of-it',
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(linesOf(stderr)).toEqual([
      'svc-server: PORT must be an integer from 1 to 65535, not "x"',
      'svc-server: DATABASE_URL must be an address such as postgres://user:password@host:5432/database',
      'svc-server: SVC_RATE_LIMIT must be "on" or "off", not "no"',
    ]);
  });
});

describe.each(engines)('the commands on %s', { timeout: 180_000 }, (engine) => {
  test('migrate makes the schema and the months ahead, and the second time nothing', async () => {
    const env = await environmentOf(engine, false);
    const first = await runServer(['migrate'], env);
    expect(first.code).toBe(0);
    expect(linesOf(first.stdout)).toContain('applied 0001_identity');
    expect(linesOf(first.stdout).at(-1)).toBe('made 4 months of click partitions');
    const second = await runServer(['migrate'], env);
    expect(second).toEqual({ code: 0, stderr: '', stdout: 'nothing to do: the database is up to date\n' });
  });

  test('provision prints a generated key once, and changes nothing the second time', async () => {
    const env = await environmentOf(engine, true);
    const path = await writeJson(withoutKey(exampleFile(newNames())));
    const first = await runServer(['provision', path], env);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(/^program 1: .+ \/ Acme Partners\n {2}API key .+: svc_live_[\w-]{32}$/m);
    const second = await runServer(['provision', path], env);
    expect(second).toMatchObject({ code: 0, stderr: '' });
    expect(second.stdout).not.toMatch(/created|updated|removed|svc_live_/);
  });

  test('verify ends with 0 over right books, and with 1 and the row over wrong ones', async () => {
    const env = await environmentOf(engine, true);
    const program = await inDatabase(env, (pool) => seedProgram(pool));
    const right = await runServer(['verify'], env);
    expect(right).toMatchObject({ code: 0, stderr: '' });
    // One line for each table, how much that was, and the result; nothing that only a terminal would understand.
    const lines = linesOf(right.stdout);
    expect(lines.slice(0, -2).filter((line) => !/^checked [a-z_]+ +\d+$/.test(line))).toEqual([]);
    expect(lines.at(-2)).toMatch(/^[\d,]+ rows? in [\d,.]+ s \([\d,]+ rows\/s\)$/);
    expect(lines.at(-1)).toBe('no differences found');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(right.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    await inDatabase(env, (pool) =>
      pool.query(
        `insert into daily_totals (program_id, day, partner_id, link_id, currency, slot, leads)
         values ($1, '2026-01-01', $2, $3, 'USD', 0, 7)`,
        [program.programId, program.partnerId, program.linkId],
      ),
    );
    const wrong = await runServer(['verify'], env);
    expect(wrong).toMatchObject({ code: 1, stderr: '' });
    expect(wrong.stdout).toMatch(/^daily_totals .*: .+$/m);
    expect(linesOf(wrong.stdout).at(-1)).toBe('1 difference');
  });
});

test('provision brings an empty database to the schema first', async () => {
  const env = await environmentOf('postgres', false);
  const { code, stdout } = await runServer(['provision', await writeJson(exampleFile(newNames()))], env);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {2}workspaces +1 created$/m);
});

test('provision refuses a bad file with a line for each problem, and applies nothing of it', async () => {
  const env = await environmentOf('postgres', true);
  const file = exampleFile(newNames());
  file.workspaces[0].programs[0].commission.basis_points = -1;
  file.workspaces[0].programs[0].partners[0].status = 'maybe';
  const { code, stdout, stderr } = await runServer(['provision', await writeJson(file)], env);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(linesOf(stderr)).toEqual([
    'svc-server: workspaces[0].programs[0].commission.basis_points: must be an integer from 0 to 10000',
    'svc-server: workspaces[0].programs[0].partners[0].status: must be one of pending, approved, rejected, suspended',
  ]);
  const { rows } = await inDatabase(env, (pool) => pool.query('select 1 from workspaces'));
  expect(rows).toEqual([]);
});

test('provision refuses what belongs to somebody else, and applies nothing of the file', async () => {
  const env = await environmentOf('postgres', true);
  const theirs = await inDatabase(env, (pool) => seedProgram(pool));
  const names = { ...newNames(), shortLink: theirs.shortLink };
  const { code, stderr } = await runServer(['provision', await writeJson(exampleFile(names))], env);
  expect(code).toBe(1);
  expect(linesOf(stderr)).toEqual([
    'svc-server: workspaces[0].programs[0].partners[0].links[0].short_link: belongs to another workspace',
  ]);
  const { rows } = await inDatabase(env, (pool) => pool.query('select 1 from workspaces'));
  expect(rows).toHaveLength(1);
});

test('verify does not judge a database of another version', async () => {
  const { code, stderr } = await runServer(['verify'], await environmentOf('postgres', false));
  expect(code).toBe(1);
  expect(linesOf(stderr)).toEqual([
    'svc-server: The database schema is out of date: run `svc-server migrate`',
  ]);
});

test('a provision file that is not there', async () => {
  const { code, stderr } = await runServer(['provision', '/nowhere.json'], {
    SVC_DATA_DIR: newEmptyDataDir(),
  });
  expect(code).toBe(1);
  expect(linesOf(stderr)).toEqual(['svc-server: /nowhere.json cannot be read: there is no such file']);
});

test('reports a refused sign-in at PostgreSQL in one line, without the password', async () => {
  const url = new URL(await newPostgresUrl());
  url.password = 'hunter2';
  const { code, stderr } = await runServer(['migrate'], { DATABASE_URL: url.href });
  expect(code).toBe(1);
  expect(linesOf(stderr)).toEqual([
    'svc-server: password authentication failed for user "postgres": correct user and password in DATABASE_URL',
  ]);
});
