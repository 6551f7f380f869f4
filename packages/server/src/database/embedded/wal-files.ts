import fs from 'node:fs';
import { join } from 'node:path';
import { syncPath } from './sync-path.js';

/** Keeps empty files ready for the log of the embedded engine. */
export interface WalFiles {
  /** The engine has started to write the file of this name: the next ones are prepared. Never throws. */
  onStarted(name: string): void;
  /** Makes no more; resolves when none is being made. */
  close(): Promise<void>;
}

const FILE_BYTES = 16 * 1024 * 1024;
const PIECE = Buffer.alloc(1024 * 1024);
const READY_AHEAD = 2;
/** Under such a name the engine makes its own, and clears away at its start what a crash has left of them. */
const UNFINISHED = 'xlogtemp.ahead';

/**
 * A new file of the log would be made by the engine when it needs one: filling it with zeros keeps everything waiting,
 * and where it is not filled, each commit has to find room on the disk for what it writes. So files are filled in another
 * thread before they are needed. The engine takes one that is there under the right name, and makes its own where none
 * is; in time it uses old files again and needs no new ones.
 *
 * Nothing is prepared for the first file: a service that writes little stays in it for long.
 */
export function createWalFiles(directory: string): WalFiles {
  let making: Promise<void> | null = null;
  let isFirst = true;
  let isClosed = false;
  let newest = '';

  /** Those after the newest file, also when another has become the newest meanwhile. */
  async function makeAhead(): Promise<void> {
    for (let started = ''; started !== newest; ) {
      started = newest;
      let name = started;
      for (let ahead = 0; ahead < READY_AHEAD && !isClosed; ahead++) {
        name = nextName(name);
        if (!fs.existsSync(join(directory, name))) await make(directory, name);
      }
    }
  }

  return {
    onStarted(name) {
      const isDue = !isFirst && !isClosed;
      isFirst = false;
      newest = name;
      if (!isDue) return;
      // What stands in the way (a full disk) is reported by the engine, when it needs the file itself.
      making ??= makeAhead()
        .catch(() => undefined)
        .finally(() => {
          making = null;
        });
    },
    async close() {
      isClosed = true;
      await making;
    },
  };
}

async function make(directory: string, name: string): Promise<void> {
  const unfinished = join(directory, UNFINISHED);
  try {
    await fillWithZeros(unfinished);
    // Both without letting the engine in between: a commit must not go to a file whose name a crash would lose. And
    // where the engine has made its own by now, this throws.
    fs.linkSync(unfinished, join(directory, name));
    syncPath(directory);
  } finally {
    fs.rmSync(unfinished, { force: true });
  }
}

/** A piece at a time, so that no commit meanwhile finds the disk busy with all of it. */
async function fillWithZeros(path: string): Promise<void> {
  const file = await fs.promises.open(path, 'w', 0o600);
  try {
    for (let written = 0; written < FILE_BYTES; written += PIECE.length) {
      await file.write(PIECE);
      await file.datasync();
    }
  } finally {
    await file.close();
  }
}

/** `…00000001 000000FF` is followed by `…00000002 00000000`: 256 files of 16 MB to each of the middle numbers. */
export function nextName(name: string): string {
  const number = (BigInt(`0x${name.slice(8, 16)}`) << 8n) + BigInt(`0x${name.slice(16)}`) + 1n;
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
  return `${name.slice(0, 8)}${hex(number >> 8n)}${hex(number & 0xffn)}`;
}
