import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/database/open.js';
import { exampleFile, newNames } from '../provision/provision-support.js';
import { newDataDir, newEmptyDataDir, newPostgresUrl, startPrivatePostgres } from '../support/engines.js';
import { freePort } from '../support/free-port.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { runServer, spawnServer, spawnService, statusOf, until } from '../support/service-process.js';

// Several processes and databases start in each of these, one after the other.
const PATIENT = { timeout: 180_000 };
const SVC_SECRET = 'a-secret-of-more-than-32-characters';

interface Answer {
  readonly status: number;
  readonly body: { readonly click_id?: string };
}

/** One click; null when the connection was refused or cut. */
async function clickOnce(baseUrl: string, { apiKey, affiliateUrl }: SeededProgram): Promise<Answer | null> {
  try {
    const response = await fetch(`${baseUrl}/track/click`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ affiliate_url: affiliateUrl }),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  } catch {
    return null;
  }
}

async function storedClickIds(pool: pg.Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>(
    `select 'cust_' || number || '_' || clicked_ms as id from clicks`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** A PostgreSQL database with a program in it, and a connection of the test's own. */
async function seededPostgres() {
  const databaseUrl = await newPostgresUrl();
  const pool = new pg.Pool({ connectionString: databaseUrl });
  onTestFinished(() => pool.end());
  return { pool, program: await seedProgram(pool), env: { DATABASE_URL: databaseUrl, SVC_SECRET } };
}

/** Holds a table so that nobody can use it until the function given back is called. */
async function holdTable(pool: pg.Pool, table: string): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  let isHeld = true;
  const releaseTable = async () => {
    if (!isHeld) return;
    isHeld = false;
    await client.query('rollback');
    client.release();
  };
  onTestFinished(releaseTable);
  return releaseTable;
}

async function waitingForLocks(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

describe('the end of the service', PATIENT, () => {
  test('requests in flight and queued are answered and stored, then the exit code is 0', async () => {
    const { pool, program, env } = await seededPostgres();
    const service = await spawnService({ ...env, METRICS_TOKEN: 'monitoring' });
    await service.ready();
    const release = await holdTable(pool, 'clicks');
    // The first batch waits for the table, the others wait behind it.
    const first = clickOnce(service.baseUrl, program);
    await until(async () => (await waitingForLocks(pool)) > 0);
    const requests = [first, ...Array.from({ length: 29 }, () => clickOnce(service.baseUrl, program))];
    // Another lane may take all of them at once; what then comes alone is too little for a further one.
    await until(async () => {
      requests.push(clickOnce(service.baseUrl, program));
      const headers = { authorization: 'Bearer monitoring' };
      const metrics = await fetch(`${service.baseUrl}/metrics`, { headers });
      return /queue_length [1-9]/.test(await metrics.text());
    });
    service.child.kill('SIGTERM');
    await until(() => service.stderr().includes('shutting down'));
    await until(async () => (await statusOf(`${service.baseUrl}/healthz`)) === 0);
    await release();
    const answers = await Promise.all(requests);
    expect(answers.map((answer) => answer?.status)).toEqual(answers.map(() => 200));
    expect(await service.ended).toMatchObject({ code: 0 });
    const stored = await storedClickIds(pool);
    for (const answer of answers) expect(stored).toContain(answer?.body.click_id);
    expect(stored.size).toBe(requests.length);
  });

  test('under load on the embedded database, exactly what was answered is there at the next start', async () => {
    const dataDir = await newDataDir();
    const before = await openDatabase({ dataDir });
    const program = await seedProgram(before.pool);
    await before.close();
    const service = await spawnService({ SVC_DATA_DIR: dataDir });
    await service.ready();
    const answers: Answer[] = [];
    const clients = Array.from({ length: 16 }, async () => {
      for (let answer = await clickOnce(service.baseUrl, program); answer !== null; ) {
        answers.push(answer);
        answer = await clickOnce(service.baseUrl, program);
      }
    });
    await until(() => answers.length > 200);
    service.child.kill('SIGTERM');
    expect(await service.ended).toMatchObject({ code: 0 });
    await Promise.all(clients);
    const after = await openDatabase({ dataDir });
    const stored = await storedClickIds(after.pool);
    await after.close();
    const answered = answers.filter(({ status }) => status === 200).map(({ body }) => body.click_id);
    expect([...stored].sort()).toEqual(answered.sort());
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  });

  test('a second signal ends it at once with 1', async () => {
    const { pool, program, env } = await seededPostgres();
    const service = await spawnService(env);
    await service.ready();
    await holdTable(pool, 'clicks');
    const request = clickOnce(service.baseUrl, program);
    await until(async () => (await waitingForLocks(pool)) > 0);
    service.child.kill('SIGTERM');
    await until(() => service.stderr().includes('shutting down'));
    service.child.kill('SIGINT');
    expect(await service.ended).toMatchObject({ code: 1 });
    expect(service.stderr()).toContain('second signal: exiting immediately');
    expect(await request).toBeNull();
  });

  test('logs what is still open when it ends after ten seconds', async () => {
    const { pool, program, env } = await seededPostgres();
    const service = await spawnService(env);
    await service.ready();
    await holdTable(pool, 'clicks');
    const request = clickOnce(service.baseUrl, program);
    await until(async () => (await waitingForLocks(pool)) > 0);
    service.child.kill('SIGTERM');
    expect(await service.ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/"open":\["tracking","jobs","mailer","database"\].*shutting down took/),
    });
    await request;
  });

  test('is killed when it does not end though everything is closed', async () => {
    const spinner = `process.on('exit',()=>{for(;;);})`;
    const service = await spawnService({
      SVC_DATA_DIR: await newDataDir(),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(spinner)}`,
    });
    await service.ready();
    service.child.kill('SIGTERM');
    const { code, stderr } = await service.ended;
    expect(code).toBeNull();
    expect(stderr).toContain('"msg":"stopped"');
    expect(stderr).toContain(
      `process ${service.child.pid} did not end 15 s after it began to shut down: killed`,
    );
  });

  test('an error that nobody handled is logged and ends it the same orderly way, with 1', async () => {
    const thrower = `process.on('SIGUSR1',()=>setImmediate(()=>{throw new Error('boom')}))`;
    const service = await spawnService({
      SVC_DATA_DIR: await newDataDir(),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(thrower)}`,
    });
    await service.ready();
    service.child.kill('SIGUSR1');
    const { code, stderr } = await service.ended;
    expect(code).toBe(1);
    expect(stderr).toContain('boom');
    expect(stderr).toContain('"msg":"stopped"');
  });
});

describe('the start of the service', PATIENT, () => {
  test('the first start makes database, secret and all, and says where it is', async () => {
    const dataDir = join(newEmptyDataDir(), 'new');
    const service = await spawnService({ SVC_DATA_DIR: dataDir });
    await service.ready();
    expect(await statusOf(`${service.baseUrl}/healthz`)).toBe(200);
    await until(() => service.stderr().includes('"msg":"ready"'));
    service.child.kill('SIGINT');
    const { code, stdout } = await service.ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^No account exists yet: open http:\S+\/setup#(\S+)\nSetup token, .*: \1\n$/);
  });

  test('a second process on the same embedded directory is refused in one clear line', async () => {
    const dataDir = await newDataDir();
    const service = await spawnService({ SVC_DATA_DIR: dataDir });
    await service.ready();
    for (const args of [['serve'], ['verify']]) {
      const { code, stderr } = await runServer(args, {
        SVC_DATA_DIR: dataDir,
        PORT: String(await freePort()),
      });
      expect(code).toBe(1);
      expect(stderr).toBe(
        `svc-server: The database in ${join(dataDir, 'db')} is in use by process ${service.child.pid}; ` +
          'stop it, or choose another data directory\n',
      );
    }
    expect(await statusOf(`${service.baseUrl}/readyz`)).toBe(200);
  });

  test('a PostgreSQL that is still away is waited for: 503 until it answers, then ready', async () => {
    const server = await startPrivatePostgres();
    onTestFinished(() => server.dispose());
    await server.stop();
    const service = await spawnService({ DATABASE_URL: server.url, SVC_SECRET });
    await until(() =>
      service.stderr().includes('PostgreSQL cannot be reached (ECONNREFUSED); trying for another'),
    );
    expect(await statusOf(`${service.baseUrl}/readyz`)).toBe(503);
    expect(await statusOf(`${service.baseUrl}/healthz`)).toBe(503);
    await server.start();
    await service.ready();
    expect(service.stderr()).toContain('PostgreSQL is reachable');
  });

  test('a signal while it waits for PostgreSQL ends it with 0', async () => {
    const service = await spawnService({
      DATABASE_URL: `postgres://svc@127.0.0.1:${await freePort()}/svc`,
      SVC_SECRET,
    });
    await until(() => service.stderr().includes('cannot be reached'));
    service.child.kill('SIGTERM');
    expect(await service.ended).toMatchObject({ code: 0 });
  });

  test('while the database is being migrated it answers 503, and serves afterwards', async () => {
    const { pool, program, env } = await seededPostgres();
    const release = await holdTable(pool, 'schema_versions');
    const service = await spawnService(env);
    await until(async () => (await statusOf(`${service.baseUrl}/readyz`)) !== 0);
    await until(async () => (await waitingForLocks(pool)) > 0);
    expect(await statusOf(`${service.baseUrl}/readyz`)).toBe(503);
    expect(await clickOnce(service.baseUrl, program)).toEqual({
      status: 503,
      body: { error: 'Service unavailable' },
    });
    await release();
    await service.ready();
    expect(await clickOnce(service.baseUrl, program)).toMatchObject({ status: 200 });
  });

  test('a provision file is applied before the first request can come', async () => {
    const names = newNames();
    const path = join(newEmptyDataDir(), 'provision.json');
    await writeFile(path, JSON.stringify(exampleFile(names)), { mode: 0o600 });
    const service = await spawnService({ SVC_DATA_DIR: await newDataDir(), SVC_PROVISION_FILE: path });
    const sendOnce = () =>
      fetch(`${service.baseUrl}/track/click`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${names.token}` },
        body: JSON.stringify({ affiliate_url: `https://acme.test/?aff=${names.shortLink}` }),
      });
    let first: Response | undefined;
    let isOver = false;
    void service.ended.then(() => {
      isOver = true;
    });
    await until(async () => {
      first = await sendOnce().catch(() => undefined);
      return first !== undefined || isOver;
    });
    expect(first?.status).toBe(200);
  });

  test('a provision file that is refused stops the start, a line for each problem', async () => {
    const path = join(newEmptyDataDir(), 'provision.json');
    await writeFile(path, JSON.stringify({ workspaces: [{ name: '' }, { nam: 'x' }] }));
    const dataDir = newEmptyDataDir();
    const { code, stderr } = await runServer(['serve'], { SVC_DATA_DIR: dataDir, SVC_PROVISION_FILE: path });
    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toHaveLength(3);
    expect(stderr).toContain('svc-server: workspaces[1].nam: is not a known key');
  });

  test('a port that is taken is named', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await runServer(['serve'], {
      SVC_DATA_DIR: await newDataDir(),
      PORT: String(port),
    });
    expect(code).toBe(1);
    expect(stderr).toBe(`svc-server: port ${port} on 127.0.0.1 is in use; stop what uses it, or set PORT\n`);
  });

  test('the secret is required with a PostgreSQL of its own', async () => {
    const server = spawnServer(['serve'], { DATABASE_URL: 'postgres://svc@db.test/svc' });
    expect(await server.ended).toMatchObject({
      code: 1,
      stderr: 'svc-server: SVC_SECRET is required with DATABASE_URL: at least 32 random characters\n',
    });
  });
});
