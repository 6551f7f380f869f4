import { randomBytes } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { syncPath } from '../database/embedded/sync-path.js';

/** There is a file of this name already. */
export class FileExistsError extends Error {
  constructor(path: string) {
    super(`${path} exists already: choose another name, or remove it`);
    this.name = 'FileExistsError';
  }
}

/**
 * Makes a file for the user of this process alone (mode 0600): it appears under its name when `write` has written all of it and it is
 * on disk, or not at all. `write` gets the path to write to, where an empty file is. Throws `FileExistsError`.
 */
export async function writeNewFile<Result>(
  path: string,
  write: (unfinished: string) => Promise<Result>,
): Promise<Result> {
  const target = resolve(path);
  await refuseExisting(target);
  const unfinished = `${target}.${randomBytes(6).toString('hex')}.unfinished`;
  await (await open(unfinished, 'wx', 0o600)).close();
  try {
    const result = await write(unfinished);
    syncPath(unfinished);
    // Unlike a rename, it fails where the name is taken.
    await link(unfinished, target).catch(async (error: unknown) => {
      await refuseExisting(target);
      throw error;
    });
    syncPath(dirname(target));
    return result;
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function refuseExisting(path: string): Promise<void> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return;
  await file.close();
  throw new FileExistsError(path);
}
