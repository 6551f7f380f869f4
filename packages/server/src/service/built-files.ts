import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Two levels up is the package, from src/service as from dist/service and from the bundle in dist/program.
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
/** What `npm pack` takes along from other packages of the repository. */
const PACKED = join(PACKAGE, 'dist/assets');

/** The version of this package. */
export function readVersion(): string {
  return (JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }).version;
}

/** The folder of the built web application; null where it is not installed. Whether it was built, its reader finds out. */
export function findWebFolder(): string | null {
  const packed = join(PACKED, 'web');
  return existsSync(packed) ? packed : folderOf('@svc/dashboard');
}

/** The path of the built browser script, with the same reserve. */
export function findTrackerScript(): string | null {
  const packed = join(PACKED, 'svc-tracker.js');
  if (existsSync(packed)) return packed;
  const folder = folderOf('@svc/browser');
  return folder === null ? null : join(folder, 'svc-tracker.js');
}

/** Where the build of another package of the repository leaves its files. */
function folderOf(name: string): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'dist');
  } catch {
    return null;
  }
}
