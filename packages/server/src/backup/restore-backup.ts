import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { lockDirectory } from '../database/embedded/lock.js';
import { installedEngine } from '../database/embedded/prepared-database.js';
import { syncPath, syncTree } from '../database/embedded/sync-path.js';
import { unfinishedRestores } from '../database/embedded/unfinished-restore.js';
import { openDatabase } from '../database/open.js';
import { unpackBackup } from './archive.js';
import { BackupError } from './backup-error.js';

/** In the order in which they take their places. The database is last: until it is there, no service starts in the directory. */
const MOVED = ['mails', 'secret', 'db'];

/**
 * Restores a backup into a data directory that is empty or not there: all of it, or nothing. The copy is opened once, so that the engine
 * repairs it, before it takes its place. Throws `BackupError`, or `DirectoryInUseError` when a process has the directory.
 */
export async function restoreBackup(file: string, dataDir: string): Promise<void> {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  refuseContents(dataDir);
  const release = await lockDirectory(join(dataDir, 'db'));
  const unfinished = join(dataDir, `restoring-${randomBytes(6).toString('hex')}`);
  try {
    refuseContents(dataDir);
    for (const name of leftovers(dataDir)) fs.rmSync(join(dataDir, name), { recursive: true });
    fs.mkdirSync(unfinished, { mode: 0o700 });
    await unpackBackup(file, unfinished, installedEngine());
    const database = await openDatabase({ dataDir: unfinished });
    await database.close();
    await syncTree(unfinished);
    for (const name of MOVED)
      if (fs.existsSync(join(unfinished, name))) fs.renameSync(join(unfinished, name), join(dataDir, name));
    syncPath(dataDir);
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
    release();
  }
}

/**
 * What a restore that was killed has left: its directory, and what it had moved from there. A directory is empty when a restore
 * begins, and no database is created in it afterwards, so beside an unfinished one nothing else can be of a service.
 */
function leftovers(dataDir: string): string[] {
  const unfinished = unfinishedRestores(dataDir);
  if (unfinished.length === 0 || fs.existsSync(join(dataDir, 'db'))) return unfinished;
  return [...unfinished, ...MOVED.filter((name) => fs.existsSync(join(dataDir, name)))];
}

function refuseContents(dataDir: string): void {
  const left = new Set(leftovers(dataDir));
  const found = fs.readdirSync(dataDir).filter((name) => !left.has(name) && !name.startsWith('db.lock'));
  if (found.length === 0) return;
  throw new BackupError(
    `${dataDir} is not empty (${found.slice(0, 3).join(', ')}): a backup is only restored into an empty data directory`,
  );
}
