import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { lockDirectory } from '../database/embedded/lock.js';
import { installedEngine } from '../database/embedded/prepared-database.js';
import { syncPath, syncTree } from '../database/embedded/sync-path.js';
import { openDatabase } from '../database/open.js';
import { unpackBackup } from './archive.js';
import { BackupError } from './backup-error.js';

const UNFINISHED = /^restoring-[0-9a-f]{12}$/;

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
    // What a restore that was killed has left.
    for (const name of fs.readdirSync(dataDir).filter((one) => UNFINISHED.test(one)))
      fs.rmSync(join(dataDir, name), { recursive: true });
    fs.mkdirSync(unfinished, { mode: 0o700 });
    await unpackBackup(file, unfinished, installedEngine());
    const database = await openDatabase({ dataDir: unfinished });
    await database.close();
    await syncTree(unfinished);
    // The database last: until it is there, this is no data directory that can be used.
    for (const name of ['mails', 'secret', 'db'])
      if (fs.existsSync(join(unfinished, name))) fs.renameSync(join(unfinished, name), join(dataDir, name));
    syncPath(dataDir);
  } finally {
    fs.rmSync(unfinished, { recursive: true, force: true });
    release();
  }
}

function refuseContents(dataDir: string): void {
  const found = fs
    .readdirSync(dataDir)
    .filter((name) => !UNFINISHED.test(name) && !name.startsWith('db.lock'));
  if (found.length === 0) return;
  throw new BackupError(
    `${dataDir} is not empty (${found.slice(0, 3).join(', ')}): a backup is only restored into an empty data directory`,
  );
}
