import fs from 'node:fs';
import type { Random } from '../support/random.js';
import { createJournal, type Journal, real } from './power-journal.js';

/** Thrown by file calls while the power is off. It has no `code`, so the engine does not treat it as a file system error. */
class PowerLoss extends Error {
  constructor() {
    super('the power failed');
    this.name = 'PowerLoss';
  }
}

/** The power of a disk that holds one directory. */
export interface Power {
  /**
   * It fails at the file call of this number from now on, before the call has done anything; then the promise resolves. Who made
   * the call may never settle.
   */
  failAt(call: number): Promise<void>;
  /** Returns a function that says whether the power has failed since this call. */
  isOver(): () => boolean;
  /**
   * Forgets what was not synced when the power failed, all of it or, as a disk may, a part by chance; then the power is on
   * again. Nothing of what ran before may call any more.
   */
  restore(part: 'all' | Random): void;
  /** Node's own calls again. */
  unplug(): void;
}

interface Disk {
  readonly journal: Journal;
  /** The path under which a file of the directory was opened; undefined: not one of it. */
  readonly openPaths: Map<number, string>;
  /** Files that were open when the power failed. What is left of the program that had them may do nothing more. */
  readonly deadFiles: Set<number>;
  isInside(path: unknown): path is string;
  isOff(): boolean;
  /** Before each call that changes or syncs something. Throws when the power is off. */
  spend(): void;
  /** How often the power came back. */
  generation(): number;
}

/**
 * Watches all file calls of this thread below a directory that make changes or syncs. Only synchronous ones change anything
 * there but files that are made ahead, which are synced before they get their names.
 */
export function watchPower(directory: string, graveyard: string): Power {
  const journal = createJournal(graveyard);
  const openPaths = new Map<number, string>();
  const deadFiles = new Set<number>();
  let callsLeft = Number.POSITIVE_INFINITY;
  let isOff = false;
  let onOff = () => {};
  let generation = 0;
  const disk: Disk = {
    journal,
    openPaths,
    deadFiles,
    isInside: (path): path is string => typeof path === 'string' && path.startsWith(`${directory}/`),
    spend() {
      if (--callsLeft < 0) isOff = true;
      if (!isOff) return;
      onOff();
      throw new PowerLoss();
    },
    isOff: () => isOff,
    generation: () => generation,
  };
  const watched = { ...watchFiles(disk), ...watchNames(disk), ...watchSyncs(disk) };
  Object.assign(fs, watched);
  return {
    failAt(call) {
      callsLeft = call;
      return new Promise((resolve) => {
        onOff = resolve;
      });
    },
    isOver() {
      const begun = generation;
      return () => isOff || generation !== begun;
    },
    restore(part) {
      journal.forget(() => part === 'all' || part.chance(0.5));
      for (const file of openPaths.keys()) deadFiles.add(file);
      openPaths.clear();
      generation += 1;
      callsLeft = Number.POSITIVE_INFINITY;
      isOff = false;
    },
    unplug() {
      for (const name of Object.keys(watched)) Object.assign(fs, { [name]: real[name as keyof typeof real] });
    },
  };
}

const TO_THE_END = Number.POSITIVE_INFINITY;

function watchFiles({ journal, openPaths, deadFiles, isInside, isOff, spend }: Disk) {
  /** A number that was given out again: the file that had it is closed. */
  function opened(file: number): number {
    openPaths.delete(file);
    deadFiles.delete(file);
    return file;
  }
  return {
    openSync(path: string, flags: string | number, mode?: number): number {
      if (!isInside(path)) return opened(real.openSync(path, flags, mode));
      const isThere = real.existsSync(path);
      const isEmptied =
        flags === 'w' || (typeof flags === 'number' && (flags & real.constants.O_TRUNC) !== 0);
      if (!isThere || isEmptied) spend();
      if (isThere && isEmptied) journal.noteContents(path, 0, TO_THE_END);
      const file = opened(real.openSync(path, flags, mode));
      openPaths.set(file, path);
      if (!isThere) journal.noteCreated(path);
      return file;
    },
    closeSync(file: number): void {
      openPaths.delete(file);
      deadFiles.delete(file);
      real.closeSync(file);
    },
    writeFileSync(path: string, data: string, options?: fs.WriteFileOptions): void {
      const isThere = real.existsSync(path);
      if (isInside(path)) {
        spend();
        if (isThere) journal.noteContents(path, 0, TO_THE_END);
      }
      real.writeFileSync(path, data, options);
      if (isInside(path) && !isThere) journal.noteCreated(path);
    },
    writeSync(file: number, buffer: Uint8Array, offset: number, length: number, position: number): number {
      const path = openPaths.get(file);
      // With the power off, nobody can say why either.
      if (path !== undefined || isOff()) spend();
      if (deadFiles.has(file)) throw new PowerLoss();
      if (path !== undefined) journal.noteContents(path, position, length);
      return real.writeSync(file, buffer, offset, length, position);
    },
    ftruncateSync(file: number, length = 0): void {
      const path = openPaths.get(file);
      if (path !== undefined) {
        spend();
        journal.noteContents(path, length, TO_THE_END);
      }
      if (deadFiles.has(file)) throw new PowerLoss();
      real.ftruncateSync(file, length);
    },
    truncateSync(path: string, length = 0): void {
      if (isInside(path)) {
        spend();
        journal.noteContents(path, length, TO_THE_END);
      }
      real.truncateSync(path, length);
    },
  };
}

function watchNames({ journal, isInside, spend }: Disk) {
  return {
    unlinkSync(path: string): void {
      if (isInside(path)) {
        spend();
        journal.noteRemoved(path);
      }
      real.unlinkSync(path);
    },
    renameSync(from: string, to: string): void {
      if (isInside(from)) {
        spend();
        journal.noteRenamed(from, to);
      }
      real.renameSync(from, to);
    },
    linkSync(from: string, to: string): void {
      if (isInside(to)) spend();
      real.linkSync(from, to);
      if (isInside(to)) journal.noteCreated(to);
    },
  };
}

function watchSyncs({ journal, openPaths, deadFiles, spend, generation }: Disk) {
  const syncing = (sync: (file: number) => void) => (file: number) => {
    const path = openPaths.get(file);
    if (path !== undefined) spend();
    if (deadFiles.has(file)) throw new PowerLoss();
    sync(file);
    if (path !== undefined) journal.synced(path, journal.length());
  };
  return {
    fsyncSync: syncing(real.fsyncSync),
    fdatasyncSync: syncing(real.fdatasyncSync),
    fdatasync(file: number, done: (error: Error | null) => void): void {
      const path = openPaths.get(file);
      const begun = { length: journal.length(), generation: generation() };
      real.fdatasync(file, (error) => {
        if (path !== undefined && begun.generation === generation()) journal.synced(path, begun.length);
        done(error);
      });
    },
  };
}
