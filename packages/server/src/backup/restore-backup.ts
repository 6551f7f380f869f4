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
/** In the directory of a restore from the moment at which it begins to move. */
const MOVING = 'moving';

/**
 * Restores a backup into a data directory that is empty, not there, or left by a restore that was killed: all of it, or nothing. The copy is opened once, so that the engine
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
    fs.writeFileSync(join(unfinished, MOVING), '');
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
 * What a restore that was killed has left: its directory, and, where it had begun to move, what it had moved from there. The directory was empty
 * then, and no service starts in it before the database has its place, so that nothing of these names is a service's.
 */
function leftovers(dataDir: string): string[] {
  const unfinished = unfinishedRestores(dataDir);
  const hasMoved = unfinished.some((name) => fs.existsSync(join(dataDir, name, MOVING)));
  if (!hasMoved || fs.existsSync(join(dataDir, 'db'))) return unfinished;
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
