import { EventEmitter, once } from 'node:events';
import fs from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { BACKUP_SIGNAL, requestBackup, takeBackupRequests } from '../../src/backup/requests.js';
import { writeBackup } from '../../src/backup/write-backup.js';
import { openDatabase } from '../../src/database/open.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { exampleFile, newNames } from '../provision/provision-support.js';
import { newEmptyDataDir, newPostgresUrl } from '../support/engines.js';
import { freePort } from '../support/free-port.js';
import {
  runServer,
  type ServiceProcess,
  spawnServer,
  spawnService,
  until,
} from '../support/service-process.js';

const ANSWERED_BEFORE = 200;
const AT_ONCE = 16;
const RENAME_HOOK = fileURLToPath(new URL('../support/rename-hook.cjs', import.meta.url));
const SECRET = 'a secret of the tests, 32 characters';

const newPath = (name: string) => join(newEmptyDataDir(), name);

/** A data directory with a workspace, and the environment that opens it. */
async function provisioned() {
  const names = newNames();
  const provision = newPath('acme.json');
  await writeFile(provision, JSON.stringify(exampleFile(names)), { mode: 0o600 });
  const dataDir = newPath('data');
  const env = { SVC_DATA_DIR: dataDir };
  expect((await runServer(['provision', provision], env)).code).toBe(0);
  return { names, dataDir, env };
}

/** Reports leads until it is told to stop, and keeps each with the time its answer came. */
function reportLeads({ baseUrl }: ServiceProcess, token: string) {
  const answered: { readonly key: string; readonly atMs: number }[] = [];
  const refused: number[] = [];
  let isStopped = false;
  let count = 0;
  const send = async () => {
    while (!isStopped) {
      const key = `customer-${++count}`;
      const response = await fetch(`${baseUrl}/api/v1/track/lead`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ customer_key: key }),
      });
      await response.arrayBuffer();
      if (response.ok) answered.push({ key, atMs: Date.now() });
      else refused.push(response.status);
    }
  };
  const sending = Promise.all(Array.from({ length: AT_ONCE }, send));
  const stop = async () => {
    isStopped = true;
    await sending;
  };
  return { answered, refused, stop };
}

/** The keys of all customers in a data directory, whose books are right. */
async function customersIn(dataDir: string): Promise<Set<string>> {
  const database = await openDatabase({ dataDir });
  const { rows } = await database.pool.query<{ key: string }>('select customer_key as key from customers');
  expect((await verifyBooks(database.pool)).differences).toEqual([]);
  await database.close();
  return new Set(rows.map(({ key }) => key));
}

test('a backup under load has all that was answered until the time it says, and restores it', {
  timeout: 120_000,
}, async () => {
  const { names, dataDir, env } = await provisioned();
  const service = await spawnService(env);
  await service.ready();
  const load = reportLeads(service, names.token);
  await until(() => load.answered.length > ANSWERED_BEFORE);
  const file = newPath('svc-backup.tar.gz');
  const before = load.answered.length;
  const backup = await runServer(['backup', file], env);
  expect(backup).toMatchObject({ code: 0, stderr: '' });
  const after = load.answered.length;
  expect(after, 'it goes on meanwhile').toBeGreaterThan(before);
  await until(() => load.answered.length > after);
  await load.stop();
  expect(load.refused).toEqual([]);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect((await readdir(dataDir)).filter((name) => name.endsWith('.gz'))).toEqual([]);

  const restored = newPath('restored');
  const restore = await runServer(['restore', file], { SVC_DATA_DIR: restored });
  expect(restore).toMatchObject({ code: 0, stderr: '' });
  expect((await readdir(restored)).toSorted()).toEqual(['db', 'secret']);
  const secrets = [dataDir, restored].map((one) => fs.readFileSync(join(one, 'secret'), 'utf8'));
  expect(secrets[1]).toBe(secrets[0]);
  const untilMs = Date.parse(/until (\S+)$/m.exec(backup.stdout)?.[1] ?? '');
  const promised = load.answered.filter(({ atMs }) => atMs < untilMs);
  expect(promised.length).toBeGreaterThanOrEqual(before);
  const there = await customersIn(restored);
  expect(promised.filter(({ key }) => !there.has(key))).toEqual([]);

  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
  const all = await customersIn(dataDir);
  expect(load.answered.filter(({ key }) => !all.has(key))).toEqual([]);
});

test('without a service, backup opens the database; restore takes an empty directory and a whole file', {
  timeout: 120_000,
}, async () => {
  const { dataDir, env } = await provisioned();
  const file = newPath('svc-backup.tar.gz');
  expect(await runServer(['backup', file], env)).toMatchObject({ code: 0 });
  expect((await runServer(['backup', file], env)).stderr).toContain(`${file} exists already`);
  const full = await runServer(['restore', file], env);
  expect(full).toMatchObject({ code: 1 });
  expect(full.stderr).toContain(`${dataDir} is not empty`);

  const bytes = await readFile(file);
  const tar = gunzipSync(bytes);
  const otherEngine = Buffer.from(tar.toString('latin1').replace(/"engine":"\d/, '"engine":"9'), 'latin1');
  const broken: readonly (readonly [content: Uint8Array, reason: string])[] = [
    [bytes.subarray(0, bytes.length / 2), 'is damaged, or no backup'],
    [gzipSync(tar.subarray(0, tar.length - 2048)), 'was cut off'],
    [gzipSync('hello'), 'no backup'],
    [gzipSync(otherEngine), 'another database engine'],
  ];
  const target = { SVC_DATA_DIR: newPath('restored') };
  for (const [content, reason] of broken) {
    const path = newPath('broken.tar.gz');
    await writeFile(path, content);
    const refused = await runServer(['restore', path], target);
    expect(refused.code, reason).toBe(1);
    expect(refused.stderr, reason).toContain(reason);
    expect(await readdir(target.SVC_DATA_DIR), reason).toEqual([]);
  }
  expect(await runServer(['restore', file], target)).toMatchObject({ code: 0, stderr: '' });
  expect(await runServer(['verify'], target)).toMatchObject({ code: 0 });
});

test.each(['secret', 'db'])(
  'a restore that is killed before %s has its place leaves nothing that starts, and can be repeated',
  {
    timeout: 120_000,
  },
  async (name) => {
    const { dataDir, env } = await provisioned();
    // The first start makes the secret.
    const service = await spawnService(env);
    await service.ready();
    const file = newPath('svc-backup.tar.gz');
    expect(await runServer(['backup', file], env)).toMatchObject({ code: 0 });
    service.child.kill('SIGTERM');
    await service.ended;
    const target = { SVC_DATA_DIR: newPath('restored') };
    const killed = { ...target, NODE_OPTIONS: `--require ${RENAME_HOOK}`, KILLED_BEFORE_RENAME: name };
    expect(await runServer(['restore', file], killed)).toMatchObject({ code: null });

    for (const command of ['serve', 'verify']) {
      const refused = await runServer([command], { ...target, PORT: String(await freePort()) });
      expect(refused.code, command).toBe(1);
      expect(`${refused.stdout}${refused.stderr}`, command).toContain(
        'did not finish: restore the backup again',
      );
    }
    expect(await runServer(['restore', file], target)).toMatchObject({ code: 0, stderr: '' });
    expect((await readdir(target.SVC_DATA_DIR)).toSorted()).toEqual(['db', 'secret']);
    const secrets = [dataDir, target.SVC_DATA_DIR].map((one) => readFile(join(one, 'secret'), 'utf8'));
    expect(await secrets[1]).toBe(await secrets[0]);
    expect(await runServer(['verify'], target)).toMatchObject({ code: 0 });
  },
);

test('a directory with something of a service is never emptied, though a restore was killed in it', {
  timeout: 60_000,
}, async () => {
  const { env } = await provisioned();
  const file = newPath('svc-backup.tar.gz');
  expect(await runServer(['backup', file], env)).toMatchObject({ code: 0 });
  const dataDir = newPath('shared');
  await mkdir(join(dataDir, 'restoring-0123456789ab'), { recursive: true });
  await writeFile(join(dataDir, 'secret'), SECRET);
  const refused = await runServer(['restore', file], { SVC_DATA_DIR: dataDir });
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain('is not empty (secret)');
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(SECRET);
});

test('what only looks at a database makes none where there is none', { timeout: 60_000 }, async () => {
  const target = { SVC_DATA_DIR: newPath('mistyped') };
  const looks = [
    ['verify'],
    ['backup', newPath('svc-backup.tar.gz')],
    ['export', '--workspace', 'Acme', '--out', newPath('acme.ndjson.gz')],
    ['replay', '--program', '1'],
  ];
  for (const command of looks) {
    const refused = await runServer(command, target);
    expect(refused.code, command[0]).toBe(1);
    expect(refused.stderr, command[0]).toContain(`There is no database in ${target.SVC_DATA_DIR}`);
    expect(fs.existsSync(join(target.SVC_DATA_DIR, 'db')), command[0]).toBe(false);
  }
});

test('a process that takes no backups is not signalled, whatever files were left', {
  timeout: 60_000,
}, async () => {
  const { dataDir, env } = await provisioned();
  const database = await openDatabase({ dataDir });
  await writeFile(join(dataDir, 'backup-ready'), 'left by a process that was killed');
  const file = newPath('svc-backup.tar.gz');
  const refused = await runServer(['backup', file], env);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain(
    `Process ${process.pid} has the database open and takes no requests for backups`,
  );
  expect(fs.existsSync(file)).toBe(false);
  await database.close();
});

test('a request that comes while the service still writes for one that was killed is sent until it is heard', {
  timeout: 60_000,
}, async () => {
  const { dataDir, env } = await provisioned();
  const database = await openDatabase({ dataDir });
  let asked = 0;
  const onSignal = () => {
    asked += 1;
  };
  process.on(BACKUP_SIGNAL, onSignal);
  const [begun, released] = [new EventEmitter(), new EventEmitter()];
  const stop = takeBackupRequests(
    dataDir,
    async (file) => {
      if (begun.emit('one')) await once(released, 'one');
      return writeBackup({ ...database, dataDir }, file);
    },
    (error) => begun.emit('error', error),
  );
  const beginning = once(begun, 'one');
  const killed = spawnServer(['backup', newPath('killed.tar.gz')], env);
  await beginning;
  killed.child.kill('SIGKILL');
  await killed.ended;
  const askedBefore = asked;
  const file = newPath('svc-backup.tar.gz');
  const heard = runServer(['backup', file], env);
  await until(() => asked > askedBefore + 1);
  released.emit('one');
  expect(await heard).toMatchObject({ code: 0 });
  process.off(BACKUP_SIGNAL, onSignal);
  await stop();
  await database.close();
  expect(gunzipSync(await readFile(file)).length).toBeGreaterThan(0);
  expect((await readdir(dataDir)).filter((name) => name.endsWith('.tar.gz'))).toEqual([]);
});

test('a request that is never heard ends, says so, and leaves nothing', async () => {
  const { dataDir } = await provisioned();
  const database = await openDatabase({ dataDir });
  const isDeaf = () => undefined;
  process.on(BACKUP_SIGNAL, isDeaf);
  await writeFile(join(dataDir, 'backup-ready'), await readFile(join(dataDir, 'db.lock'), 'utf8'));
  await expect(requestBackup(dataDir, () => undefined, 300)).rejects.toThrow(
    'The service has not begun the backup: its log may say why',
  );
  process.off(BACKUP_SIGNAL, isDeaf);
  await database.close();
  expect((await readdir(dataDir)).filter((name) => name.startsWith('backup-request'))).toEqual([]);
});

test('on PostgreSQL, backup and restore say what to use instead', async () => {
  const env = { DATABASE_URL: await newPostgresUrl(), SVC_SECRET: SECRET };
  const file = newPath('svc-backup.tar.gz');
  const backup = await runServer(['backup', file], env);
  expect(backup).toMatchObject({ code: 1, stderr: '' });
  expect(backup.stdout).toMatch(/pg_dump --format=custom[\s\S]*pg_basebackup/);
  expect((await runServer(['restore', file], env)).stdout).toContain('pg_restore');
  expect(fs.existsSync(file)).toBe(false);
});
