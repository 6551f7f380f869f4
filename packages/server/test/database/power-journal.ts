import fs from 'node:fs';
import { dirname, join } from 'node:path';

/** Node's original `fs` functions, from before `watchPower` replaces them. */
export const real = { ...fs };

/** One change that no sync has covered yet, and how it is undone. */
interface Change {
  /** The file, by its inode, or the directory whose entry it is. */
  readonly of: number | string;
  /** The inode of a new file: syncing the file keeps its name too, as the file systems do that databases are run on. */
  readonly created: number | null;
  undo(): void;
}

/** What was changed on a disk and not synced, in order. */
export interface Journal {
  /** Before a file is written or cut: what it has from `position` on, and its size. */
  noteContents(path: string, position: number, length: number): void;
  /** After a file was made. */
  noteCreated(path: string): void;
  /** Before a file loses its name. */
  noteRemoved(path: string): void;
  /** Before a file is renamed. */
  noteRenamed(from: string, to: string): void;
  /** So many changes are noted. */
  length(): number;
  /** A file or directory was synced: the first so many changes are on disk, as far as they are its own. */
  synced(path: string, upTo: number): void;
  /** Undoes those changes that `isLost` picks, the last one first. */
  forget(isLost: () => boolean): void;
}

/** An empty journal. Files that lose their names are kept in `graveyard`. */
export function createJournal(graveyard: string): Journal {
  let changes: Change[] = [];
  let graves = 0;
  const paths = new Map<number, string>();

  function inodeOf(path: string): number {
    const { ino } = real.statSync(path);
    if (!paths.has(ino)) paths.set(ino, path);
    return ino;
  }
  const noteName = (path: string, undo: () => void, created: number | null = null) =>
    changes.push({ of: dirname(path), created, undo });
  function bury(path: string): { readonly ino: number; readonly grave: string } {
    const grave = join(graveyard, String(++graves));
    const ino = inodeOf(path);
    real.linkSync(path, grave);
    paths.set(ino, grave);
    return { ino, grave };
  }
  function unbury({ ino, grave }: ReturnType<typeof bury>, path: string): void {
    if (real.existsSync(path)) return;
    real.renameSync(grave, path);
    paths.set(ino, path);
  }

  return {
    noteContents(path, position, length) {
      const ino = inodeOf(path);
      const { old, size } = readPart(paths.get(ino) ?? path, position, length);
      changes.push({
        of: ino,
        created: null,
        undo: () => writePart(paths.get(ino) ?? path, position, old, size),
      });
    },
    noteCreated(path) {
      noteName(path, () => remove(path), inodeOf(path));
    },
    noteRemoved(path) {
      const buried = bury(path);
      noteName(path, () => unbury(buried, path));
    },
    noteRenamed(from, to) {
      const ino = inodeOf(from);
      const replaced = real.existsSync(to) ? bury(to) : null;
      paths.set(ino, to);
      noteName(to, () => {
        if (real.existsSync(to)) real.renameSync(to, from);
        paths.set(ino, from);
        if (replaced !== null) unbury(replaced, to);
      });
    },
    length: () => changes.length,
    synced(path, upTo) {
      const stats = real.statSync(path, { throwIfNoEntry: false });
      if (stats === undefined) return;
      const of = stats.isDirectory() ? path : stats.ino;
      changes = changes.filter(
        (change, index) => index >= upTo || (change.of !== of && change.created !== of),
      );
    },
    forget(isLost) {
      for (const change of changes.toReversed()) if (isLost()) change.undo();
      changes = [];
      paths.clear();
      for (const name of real.readdirSync(graveyard)) real.unlinkSync(join(graveyard, name));
    },
  };
}

/** `rmSync` would go through the calls that are watched. */
function remove(path: string): void {
  if (real.existsSync(path)) real.unlinkSync(path);
}

function readPart(path: string, position: number, length: number) {
  const file = real.openSync(path, 'r');
  const { size } = real.fstatSync(file);
  const old = Buffer.alloc(Math.max(Math.min(length, size - position), 0));
  real.readSync(file, old, 0, old.length, position);
  real.closeSync(file);
  return { old, size };
}

function writePart(path: string, position: number, old: Buffer, size: number): void {
  const file = real.openSync(path, 'r+');
  real.writeSync(file, old, 0, old.length, position);
  if (real.fstatSync(file).size > size) real.ftruncateSync(file, size);
  real.closeSync(file);
}
