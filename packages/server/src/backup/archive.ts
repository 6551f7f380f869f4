import fs from 'node:fs';
import { basename, join } from 'node:path';
import { BackupError } from './backup-error.js';

/** What a backup was made of and with. */
export interface Manifest {
  readonly format: 'svc-backup';
  readonly version: number;
  /** The version of PGlite, whose files another one may not be able to read. */
  readonly engine: string;
}

export const BACKUP_VERSION = 1;
/** The first entry of a backup, and the last, which says that all of it is there. */
export const MANIFEST = 'svc-backup.json';
export const END = 'svc-backup-end.json';

const BLOCK_BYTES = 512;
const PIECE_BYTES = 256 * 1024;

/** An entry of a tar archive: a directory, a text, or what a file contains when its turn comes. */
export type Entry =
  | { readonly path: string; readonly kind: 'directory' }
  | { readonly path: string; readonly kind: 'text'; readonly text: string }
  | { readonly path: string; readonly kind: 'file'; readonly from: string };

/**
 * The bytes of a tar archive. Files may be written to meanwhile: each is read up to the size it had when its turn came, and filled
 * up with zeros where it has become shorter; one that is gone is left out. Everything is its owner's alone.
 */
export async function* packEntries(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  const { Header } = await import('tar');
  const header = (path: string, type: 'File' | 'Directory', size: number): Buffer => {
    const mode = type === 'File' ? 0o600 : 0o700;
    const block = Buffer.alloc(BLOCK_BYTES);
    const made = new Header({ path, mode, size, type, mtime: new Date(0), uid: 0, gid: 0 });
    if (made.encode(block)) throw new BackupError(`The name ${path} is too long for a backup`);
    return block;
  };
  for await (const entry of entries) {
    if (entry.kind === 'directory') yield header(`${entry.path}/`, 'Directory', 0);
    else if (entry.kind === 'text') {
      const bytes = Buffer.from(entry.text);
      yield header(entry.path, 'File', bytes.length);
      yield padded(bytes);
    } else yield* packFile(entry.from, (size) => header(entry.path, 'File', size));
  }
  yield Buffer.alloc(2 * BLOCK_BYTES);
}

async function* packFile(path: string, header: (size: number) => Buffer): AsyncGenerator<Buffer> {
  const file = await fs.promises.open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return;
  try {
    const { size } = await file.stat();
    yield header(size);
    for (let at = 0; at < size; ) {
      const piece = Buffer.alloc(Math.min(PIECE_BYTES, size - at));
      await readAll(file, piece, at);
      at += piece.length;
      yield padded(piece);
    }
  } finally {
    await file.close();
  }
}

async function readAll(file: fs.promises.FileHandle, piece: Buffer, at: number): Promise<void> {
  for (let filled = 0; filled < piece.length; ) {
    const { bytesRead } = await file.read(piece, filled, piece.length - filled, at + filled);
    if (bytesRead === 0) return;
    filled += bytesRead;
  }
}

/** With zeros up to a whole block; pieces of files are whole ones except for the last. */
function padded(bytes: Buffer): Buffer {
  const over = bytes.length % BLOCK_BYTES;
  return over === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(BLOCK_BYTES - over)]);
}

/**
 * Unpacks a backup into an empty directory. Throws `BackupError`: it is no backup, was cut off or damaged, or was made by
 * another version of the engine.
 */
export async function unpackBackup(path: string, directory: string, engine: string): Promise<void> {
  const { extract } = await import('tar');
  const isOurs = (name: string) =>
    [MANIFEST, END, 'secret'].includes(name) || /^(?:db|mails)(?:\/|$)/.test(name);
  try {
    await extract({
      cwd: directory,
      file: path,
      strict: true,
      preserveOwner: false,
      filter: (name, entry) =>
        isOurs(name) && (!('type' in entry) || /^(?:File|Directory)$/.test(entry.type)),
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new BackupError(`${path} cannot be read: there is no such file`);
    throw new BackupError(`${basename(path)} is damaged, or no backup: ${message}`, { cause: error });
  }
  const manifest = readJson(join(directory, MANIFEST)) as Manifest | null;
  if (manifest?.format !== 'svc-backup')
    throw new BackupError(`${basename(path)} is no backup of svc-server`);
  if (readJson(join(directory, END)) === null)
    throw new BackupError(`${basename(path)} was cut off: its end is missing`);
  if (manifest.version !== BACKUP_VERSION || manifest.engine !== engine)
    throw new BackupError(
      `${basename(path)} was made by a version of svc-server with another database engine (${manifest.engine}, not ${engine}): ` +
        'restore it with that version',
    );
  for (const name of [MANIFEST, END]) fs.rmSync(join(directory, name));
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
