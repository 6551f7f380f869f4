import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Two levels up is the package, from src/service as from dist/service and from the bundle in dist/program.
const PACKAGE = fileURLToPath(new URL('../..', import.meta.url));
/** What `npm pack` takes along from other packages of the repository, see scripts/collect-assets.ts. */
const PACKED = join(PACKAGE, 'dist/assets');

/** The version of this package. */
export function readVersion(): string {
  return (JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }).version;
}

/** The folder of the built web application; null where there is none. Whether it was built, its reader finds out. */
export function findWebFolder(): string | null {
  return folderOf('@svc/dashboard') ?? packed('web');
}

/** The path of the built browser script, with the same reserve. */
export function findTrackerScript(): string | null {
  const folder = folderOf('@svc/browser');
  return folder === null ? packed('svc-tracker.js') : join(folder, 'svc-tracker.js');
}

/** The folder of the guides, with the same reserve: `docs` of the repository. */
export function findGuidesFolder(): string | null {
  const folder = join(PACKAGE, '../../docs');
  return existsSync(join(folder, 'llms.txt')) ? folder : packed('docs');
}

/** All of them, as the application takes them. */
export function findBuiltFiles() {
  return {
    webFolder: findWebFolder(),
    trackerScript: findTrackerScript(),
    guidesFolder: findGuidesFolder(),
  };
}

/** Where the build of another package of the repository leaves its files; null outside of the repository. */
function folderOf(name: string): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'dist');
  } catch {
    return null;
  }
}

function packed(name: string): string | null {
  const path = join(PACKED, name);
  return existsSync(path) ? path : null;
}
