import fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findGuidesFolder, findTrackerScript, findWebFolder } from '../src/service/built-files.js';

const ASSETS = fileURLToPath(new URL('../dist/assets', import.meta.url));

/** For `npm pack`: copies what other packages of the repository build into this one. With `--remove` it is gone again. */
fs.rmSync(ASSETS, { recursive: true, force: true });
if (!process.argv.includes('--remove')) {
  const [web, script, guides] = [findWebFolder(), findTrackerScript(), findGuidesFolder()];
  if (web === null || script === null || guides === null)
    throw new Error('The web application, the browser script or the guides are missing');
  fs.cpSync(web, join(ASSETS, 'web'), { recursive: true });
  fs.cpSync(script, join(ASSETS, 'svc-tracker.js'));
  fs.mkdirSync(join(ASSETS, 'docs'));
  for (const name of fs.readdirSync(guides).filter((one) => /\.(md|txt)$/.test(one))) {
    fs.cpSync(join(guides, name), join(ASSETS, 'docs', name));
  }
}
