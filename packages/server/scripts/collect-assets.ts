import fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTrackerScript, findWebFolder } from '../src/service/built-files.js';

const ASSETS = fileURLToPath(new URL('../dist/assets', import.meta.url));

/** For `npm pack`: copies what other packages of the repository build into this one. With `--remove` it is gone again. */
fs.rmSync(ASSETS, { recursive: true, force: true });
if (!process.argv.includes('--remove')) {
  const [web, script] = [findWebFolder(), findTrackerScript()];
  if (web === null || script === null)
    throw new Error('The web application or the browser script is missing');
  fs.cpSync(web, join(ASSETS, 'web'), { recursive: true });
  fs.cpSync(script, join(ASSETS, 'svc-tracker.js'));
}
