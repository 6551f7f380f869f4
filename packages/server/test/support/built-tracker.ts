import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('../../../browser', import.meta.url));

/**
 * The folder with the built browser library. `npm test` builds before it tests; for a single test file it is
 * built here when it is missing or older than its source.
 */
export function builtTracker(): string {
  const dist = join(PACKAGE, 'dist');
  const script = fs.statSync(join(dist, 'svc-tracker.js'), { throwIfNoEntry: false });
  const src = join(PACKAGE, 'src');
  const isStale = fs
    .readdirSync(src)
    .some((name) => fs.statSync(join(src, name)).mtimeMs > (script?.mtimeMs ?? 0));
  if (isStale) execFileSync('npm', ['run', '--silent', 'build'], { cwd: PACKAGE, stdio: 'pipe' });
  return dist;
}
