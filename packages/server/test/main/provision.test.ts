import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/database/open.js';
import { exampleFile, newNames, storedOf } from '../provision/provision-support.js';
import { newDataDir, newEmptyDataDir, newEmptyPostgresUrl } from '../support/engines.js';
import { runServer, spawnService, until } from '../support/service-process.js';

// Several processes and databases start in each of these, one after the other.
const PATIENT = { timeout: 180_000 };
const SVC_SECRET = 'a-secret-of-more-than-32-characters';

async function writeProvisionFile(file: unknown): Promise<string> {
  const path = join(newEmptyDataDir(), 'provision.json');
  await writeFile(path, JSON.stringify(file), { mode: 0o600 });
  return path;
}

/** An empty PostgreSQL database, and a pool of the test's own. */
async function newPostgres() {
  const databaseUrl = await newEmptyPostgresUrl();
  const pool = new pg.Pool({ connectionString: databaseUrl });
  onTestFinished(() => pool.end());
  return { pool, env: { DATABASE_URL: databaseUrl, SVC_SECRET } };
}

describe('two processes with one provision file', PATIENT, () => {
  test('apply it once when both run the command at the same time', async () => {
    const names = newNames();
    const file = exampleFile(names);
    delete file.workspaces[0].programs[0].api_token;
    const path = await writeProvisionFile(file);
    const { pool, env } = await newPostgres();
    const runs = await Promise.all([1, 2].map(() => runServer(['provision', path], env)));
    expect(runs).toMatchObject(runs.map(() => ({ code: 0, stderr: '' })));
    expect(runs.filter(({ stdout }) => stdout.includes('API key (shown only this once)'))).toHaveLength(1);
    expect(runs.filter(({ stdout }) => stdout.includes('created'))).toHaveLength(1);
    const stored = await storedOf(pool, names.workspace);
    for (const table of ['programs', 'api_keys', 'partners', 'workspace_members', 'accounts'])
      expect({ table, rows: stored[table]?.length }).toEqual({ table, rows: 1 });
    const { rows } = await pool.query(`select 1 from audit_entries where action = 'program.create'`);
    expect(rows).toHaveLength(1);
  });

  test('start with it at the same time, and both serve', async () => {
    const names = newNames();
    const path = await writeProvisionFile(exampleFile(names));
    const { pool, env } = await newPostgres();
    const services = await Promise.all([1, 2].map(() => spawnService({ ...env, SVC_PROVISION_FILE: path })));
    await Promise.all(services.map((service) => service.ready()));
    const stored = await storedOf(pool, names.workspace);
    expect(stored.programs).toHaveLength(1);
    expect(stored.commission_rules).toHaveLength(2);
    for (const service of services) expect(service.stderr()).not.toContain('"level":"warn"');
  });
});

describe('a start after a person has changed something', PATIENT, () => {
  /** A data directory that was provisioned, and then changed as the dashboard does it. */
  async function changedDataDir() {
    const names = newNames();
    const file = exampleFile(names);
    const path = await writeProvisionFile(file);
    const env = { SVC_DATA_DIR: await newDataDir(), SVC_PROVISION_FILE: path };
    expect(await runServer(['provision', path], env)).toMatchObject({ code: 0 });
    const inDatabase = async <Result>(run: (pool: pg.Pool) => Promise<Result>): Promise<Result> => {
      const database = await openDatabase({ dataDir: env.SVC_DATA_DIR });
      return run(database.pool).finally(() => database.close());
    };
    await inDatabase(async (pool) => {
      await pool.query(`update programs set hold_days = 14`);
      await pool.query(`update users set name = 'olive@home.test'`);
      await pool.query('delete from program_origins');
    });
    return { names, path, env, inDatabase };
  }

  test('leaves it alone and logs one line for each field, without addresses of people', async () => {
    const { names, env, inDatabase } = await changedDataDir();
    const service = await spawnService(env);
    await service.ready();
    await until(() => service.stderr().includes('"msg":"ready"'));
    const warnings = service
      .stderr()
      .split('\n')
      .filter((line) => line.includes('"level":"warn"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(warnings).toMatchObject([
      {
        workspace: names.workspace,
        program: null,
        msg:
          `workspace ${names.workspace}: workspaces[0].members[0].name stays "[email]"; the file says "Olive" ` +
          '(svc-server provision --force FILE overwrites this)',
      },
      {
        workspace: names.workspace,
        program: 'Acme Partners',
        path: 'workspaces[0].programs[0]',
        field: 'hold_days',
        msg:
          `workspace ${names.workspace}, program Acme Partners: workspaces[0].programs[0].hold_days stays 14; ` +
          'the file says 30 (svc-server provision --force FILE overwrites this)',
      },
      { program: 'Acme Partners', field: 'allowed_origins' },
    ]);
    service.child.kill('SIGTERM');
    expect(await service.ended).toMatchObject({ code: 0 });
    const stored = await inDatabase((pool) => storedOf(pool, names.workspace));
    expect(stored).toMatchObject({
      programs: [{ hold_days: 14 }],
      program_origins: [],
      users: [{ name: 'olive@home.test' }],
    });
  });

  test('the command prints the same lines, and overwrites with --force', async () => {
    const { names, path, env, inDatabase } = await changedDataDir();
    const plain = await runServer(['provision', path], env);
    expect(plain).toMatchObject({ code: 0, stderr: '' });
    expect(plain.stdout).toContain('hold_days stays 14; the file says 30');
    expect(plain.stdout).toMatch(/^ {2}programs +1 kept$/m);
    const forced = await runServer(['provision', '--force', path], env);
    expect(forced).toMatchObject({ code: 0, stderr: '' });
    expect(forced.stdout).not.toContain('stays');
    const stored = await inDatabase((pool) => storedOf(pool, names.workspace));
    expect(stored).toMatchObject({
      programs: [{ hold_days: 30 }],
      program_origins: [{ origin: 'http://localhost:5173' }],
      users: [{ name: 'Olive' }],
    });
    const again = await runServer(['provision', path], env);
    expect(again.stdout).not.toMatch(/created|updated|kept/);
  });
});
