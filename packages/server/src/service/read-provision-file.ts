import type { Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ProvisionError, type ProvisionFile, parseProvisionFile } from '../provision/index.js';

const OTHERS = 0o066;
const GROUP_READ = 0o040;

/**
 * Reads and checks a provision file. Throws `ProvisionError`: there is no such file, its content is not accepted, or it
 * has a password or token and others can read or change it. Contract section 7.2.
 */
export async function readProvisionFile(path: string): Promise<ProvisionFile> {
  const { text, stat } = await readText(resolve(path));
  const file = parseProvisionFile(text);
  if (hasSecrets(file) && isOpenToOthers(stat, process.geteuid?.())) {
    throw new ProvisionError([
      `${resolve(path)} has passwords or tokens, and others can read or change it: run chmod 600 ${path}`,
    ]);
  }
  return file;
}

async function readText(path: string): Promise<{ readonly text: string; readonly stat: Stats }> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    // Of the file that is read, even if another takes its name meanwhile.
    const stat = await file.stat();
    return { text: await file.readFile('utf8'), stat };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'there is no such file' : code;
    throw new ProvisionError([`${path} cannot be read: ${reason}`]);
  } finally {
    await file?.close();
  }
}

function hasSecrets({ workspaces }: ProvisionFile): boolean {
  return workspaces.some(
    ({ members, programs }) =>
      members.some(({ password }) => password !== undefined) ||
      programs.some(({ apiToken }) => apiToken !== undefined),
  );
}

/**
 * Whether others than the owner can read or change a file. As PostgreSQL judges the file of its key: a system may hand a
 * file of root's to the group of the service, as Kubernetes does with secrets (mode 0440). What is not a regular file,
 * such as a pipe, is in no directory for others to open. `user` undefined: Windows, which knows no such modes.
 */
export function isOpenToOthers(
  stat: Pick<Stats, 'mode' | 'uid' | 'isFile'>,
  user: number | undefined,
): boolean {
  if (user === undefined || !stat.isFile()) return false;
  const open = stat.mode & OTHERS;
  const isHandedOver = stat.uid === 0 && user !== 0;
  return (isHandedOver ? open & ~GROUP_READ : open) !== 0;
}
