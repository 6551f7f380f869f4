import fs from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Pool } from 'pg';
import { installedEngine } from '../database/embedded/prepared-database.js';
import { BACKUP_VERSION, END, type Entry, MANIFEST, packEntries } from './archive.js';

/** Fast, because the service goes on beside it. */
const GZIP_LEVEL = 1;
/** Not in a backup: the log is taken at the end, the others mean nothing elsewhere. */
const LEFT_OUT =
  /^(?:pg_wal\/.+|postmaster\.(?:pid|opts)|.*\/pgsql_tmp.*|pg_internal\.init|.*\/pg_internal\.init)$/;
const CONTROL = 'global/pg_control';

export interface BackupSource {
  readonly pool: Pool;
  /** Keeps the engine from removing its log while `work` runs. */
  readonly keepingLog: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly dataDir: string;
  /** Ends it early. */
  readonly signal?: AbortSignal;
}

/**
 * Writes a backup of the data directory of the open embedded database to a file that is there: the database, the generated secret, and
 * mails. Whatever was answered until the time that it resolves to is in it. Everything else goes on meanwhile, but for the checkpoint
 * at its start, which is one like any other.
 *
 * It is what PostgreSQL calls a base backup: files are copied while they change, together with the log of what changed since the
 * checkpoint, from which the engine repairs them when it first opens the copy.
 */
export async function writeBackup(
  { pool, keepingLog, dataDir, signal }: BackupSource,
  file: string,
): Promise<Date> {
  return keepingLog(async () => {
    const { rows } = await pool.query<{ file: string }>(
      `select pg_walfile_name(pg_backup_start('svc', true)) as file`,
    );
    const firstLog = rows[0]?.file ?? '';
    const result = { until: new Date(0) };
    let isStopped = false;
    const stop = async () => {
      isStopped = true;
      const { rows: ended } = await pool.query<Stopped>(
        `select now() as until, labelfile as label, pg_walfile_name(lsn) as file from pg_backup_stop(false)`,
      );
      const [row] = ended;
      if (row === undefined) throw new Error('the backup did not end');
      result.until = row.until;
      return row;
    };
    try {
      const entries = listEntries(dataDir, firstLog, stop);
      await pipeline(
        Readable.from(packEntries(entries)),
        createGzip({ level: GZIP_LEVEL }),
        fs.createWriteStream(file, { flags: 'r+' }),
        { signal },
      );
      return result.until;
    } finally {
      if (!isStopped) await stop();
    }
  });
}

interface Stopped {
  readonly until: Date;
  readonly label: string;
  /** The last file of the log that the copy needs. */
  readonly file: string;
}

async function* listEntries(
  dataDir: string,
  firstLog: string,
  stop: () => Promise<Stopped>,
): AsyncGenerator<Entry> {
  const database = join(dataDir, 'db');
  const manifest = { format: 'svc-backup', version: BACKUP_VERSION, engine: installedEngine() };
  yield { path: MANIFEST, kind: 'text', text: JSON.stringify(manifest) };
  yield { path: 'secret', kind: 'file', from: join(dataDir, 'secret') };
  yield* listTree(dataDir, 'mails', '');
  yield { path: 'db', kind: 'directory' };
  yield* listTree(database, '', 'db/');
  yield { path: `db/${CONTROL}`, kind: 'file', from: join(database, CONTROL) };
  const { label, file: lastLog } = await stop();
  for (const name of fs.readdirSync(join(database, 'pg_wal')).toSorted())
    if (/^[0-9A-F]{24}$/.test(name) && name >= firstLog && name <= lastLog)
      yield { path: `db/pg_wal/${name}`, kind: 'file', from: join(database, 'pg_wal', name) };
  yield { path: 'db/backup_label', kind: 'text', text: label };
  yield { path: END, kind: 'text', text: '{}' };
}

/** Everything below `root/start`, each directory before what is in it. */
async function* listTree(root: string, start: string, prefix: string): AsyncGenerator<Entry> {
  const waiting = [start];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const found = await fs.promises.readdir(join(root, path), { withFileTypes: true }).catch(() => []);
    if (path !== '' && (found.length > 0 || fs.existsSync(join(root, path))))
      yield { path: `${prefix}${path}`, kind: 'directory' };
    for (const entry of found) {
      const below = path === '' ? entry.name : `${path}/${entry.name}`;
      if (LEFT_OUT.test(below) || below === CONTROL) continue;
      if (entry.isDirectory()) waiting.push(below);
      else if (entry.isFile()) yield { path: `${prefix}${below}`, kind: 'file', from: join(root, below) };
    }
  }
}
