import fs from 'node:fs';
import { join } from 'node:path';

const UNFINISHED = /^restoring-[0-9a-f]{12}$/;

/** A restore into this data directory was killed, so what is in it is no service yet. */
export class UnfinishedRestoreError extends Error {
  constructor(dataDir: string) {
    super(`A restore into ${dataDir} did not finish: restore the backup again, or remove the directory`);
    this.name = 'UnfinishedRestoreError';
  }
}

/** What restores that were killed have left in a data directory: names of directories in it, which take the place of the database last. */
export function unfinishedRestores(dataDir: string): string[] {
  return fs.readdirSync(dataDir).filter((name) => UNFINISHED.test(name));
}

/** Throws `UnfinishedRestoreError` where a restore was killed before the database had its place. Nothing else may be kept in such a directory. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!fs.existsSync(dataDir) || fs.existsSync(join(dataDir, 'db'))) return;
  if (unfinishedRestores(dataDir).length > 0) throw new UnfinishedRestoreError(dataDir);
}
