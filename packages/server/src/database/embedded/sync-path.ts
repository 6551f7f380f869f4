import fs from 'node:fs';
import { join } from 'node:path';

/** Brings a file's content, or a directory's names, to disk. */
export function syncPath(path: string): void {
  const file = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

/** Brings all that is in a directory to disk, several files at a time: the disk then takes many with one write. */
export async function syncTree(directory: string): Promise<void> {
  const names = fs.readdirSync(directory, { recursive: true, encoding: 'utf8' });
  await Promise.all([directory, ...names.map((name) => join(directory, name))].map(syncAside));
}

async function syncAside(path: string): Promise<void> {
  const file = await fs.promises.open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
