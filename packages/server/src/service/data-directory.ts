import fs from 'node:fs';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const OTHERS = 0o077;
const STICKY = 0o1000;
const MODE_BITS = 0o7777;
const SHOWN = 5;

/** The data directory cannot be used: it is not this user's, or cannot be kept from others. */
export class DataDirectoryError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'DataDirectoryError';
  }
}

/**
 * Makes a directory, or takes one that exists, and leaves everything in it to its owner alone: directories 0700, files
 * 0600. Checks all of it first and changes nothing when it cannot be used. Throws `DataDirectoryError`: it belongs to
 * another user, holds files of another user that others can read, is shared by design (such as /tmp), somebody's home or
 * working directory, or contains the program itself. Windows knows no such modes; there the directory is only made. Contract section 7.2.
 */
export function makeDirectoryPrivate(directory: string): void {
  try {
    fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
    const owner = process.geteuid?.();
    if (owner === undefined) return;
    const path = fs.realpathSync(directory);
    checkOwned(path, owner);
    // The directory itself first: from then on nobody else reaches what is in it.
    for (const loose of findLoose(path, owner)) makePrivate(loose);
  } catch (error) {
    if (error instanceof DataDirectoryError) throw error;
    const { code, path = directory } = error as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' || code === 'ENOTDIR' ? 'it is not a directory' : code;
    throw new DataDirectoryError(
      `The data directory ${directory} cannot be used: ${path}: ${reason ?? String(error)}`,
      { cause: error },
    );
  }
}

/**
 * Throws `DataDirectoryError` where a directory that exists cannot be a data directory, and changes nothing. For what only
 * looks at one: a directory named by mistake keeps the modes of its files. Contract section 7.2.
 */
export function refuseUnusableDirectory(directory: string): void {
  const owner = process.geteuid?.();
  if (owner === undefined || !fs.existsSync(directory)) return;
  checkOwned(fs.realpathSync(directory), owner);
}

function checkOwned(path: string, owner: number): void {
  const { mode, uid } = fs.statSync(path);
  const hint = 'set SVC_DATA_DIR to a directory of its own, which need not exist yet';
  const program = [process.execPath, fileURLToPath(import.meta.url)];
  if ((mode & STICKY) !== 0) {
    throw new DataDirectoryError(`The data directory ${path} is shared with other users: ${hint}`);
  }
  if (program.some((file) => file.startsWith(path.endsWith(sep) ? path : `${path}${sep}`))) {
    throw new DataDirectoryError(`The data directory ${path} contains the program itself: ${hint}`);
  }
  if (
    [homedir(), process.cwd(), sep].some((known) => fs.existsSync(known) && fs.realpathSync(known) === path)
  ) {
    throw new DataDirectoryError(`The data directory ${path} holds other files too: ${hint}`);
  }
  if (uid !== owner) {
    throw new DataDirectoryError(
      `The data directory ${path} belongs to user ${uid}, and this process runs as user ${owner}: run it as that user, ` +
        `give the directory to this one with chown, or ${hint}`,
    );
  }
}

interface Entry {
  readonly path: string;
  readonly wantedMode: number;
}

/** What of a tree is not private yet, each directory before what is in it. */
function findLoose(root: string, owner: number): readonly Entry[] {
  const loose: Entry[] = [];
  const foreign: string[] = [];
  const waiting = [root];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const stat = fs.lstatSync(path, { throwIfNoEntry: false });
    // Another process may have removed it, such as one that holds the database and has yet to refuse this one.
    if (stat === undefined) continue;
    if (stat.isSymbolicLink()) {
      if (!isPrivateTarget(path, owner)) foreign.push(path);
      continue;
    }
    if (stat.uid !== owner) {
      // Such as lost+found of a volume, which nobody but its owner can open.
      if ((stat.mode & OTHERS) !== 0) foreign.push(path);
      continue;
    }
    const wantedMode = stat.isDirectory() ? 0o700 : 0o600;
    if ((stat.mode & MODE_BITS) !== wantedMode) loose.push({ path, wantedMode });
    if (stat.isDirectory()) waiting.push(...fs.readdirSync(path).map((name) => join(path, name)));
  }
  if (foreign.length > 0) throw foreignFiles(root, foreign);
  return loose;
}

function foreignFiles(root: string, foreign: readonly string[]): DataDirectoryError {
  const more = foreign.length > SHOWN ? ` and ${foreign.length - SHOWN} more` : '';
  return new DataDirectoryError(
    `The data directory ${root} has files that others can read and this process cannot make private, because they belong ` +
      `to another user or are links to such files: ${foreign.slice(0, SHOWN).join(', ')}${more}; ` +
      'give them to the user of this process with chown, or remove them',
  );
}

/** What a link leads to is not ours to change; it only has to be private already, or nowhere. */
function isPrivateTarget(link: string, owner: number): boolean {
  if (fs.lstatSync(link).uid !== owner) return false;
  const target = fs.statSync(link, { throwIfNoEntry: false });
  return target === undefined || (target.uid === owner && (target.mode & OTHERS) === 0);
}

function makePrivate({ path, wantedMode }: Entry): void {
  const before = fs.lstatSync(path, { throwIfNoEntry: false });
  if (before === undefined || before.isSymbolicLink()) return;
  fs.chmodSync(path, wantedMode);
  const after = fs.lstatSync(path, { throwIfNoEntry: false });
  if (after === undefined || (after.mode & OTHERS) === 0) return;
  throw new DataDirectoryError(
    `${path} cannot be made private: its file system keeps no permissions; set SVC_DATA_DIR to one that does`,
  );
}
