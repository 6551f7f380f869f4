import fs from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { LICENSES, licensesOf } from '../../../scripts/licenses.js';
import manifest from '../package.json' with { type: 'json' };

/** Where the bundled program is; two levels below the package, as its sources are. */
export const PROGRAM_FOLDER = fileURLToPath(new URL('../dist/program', import.meta.url));

/** What the thread of the embedded database runs; a program finds it beside itself. */
const ENGINE_PROGRAM = fileURLToPath(new URL('../src/engine-program.ts', import.meta.url));

/** What the thread for long work runs. */
const WORK_PROGRAM = fileURLToPath(new URL('../src/work-program.ts', import.meta.url));

/**
 * Bundles a program with all it imports: Node reads a dozen files at its start instead of some two thousand. What
 * package.json lists as `dependencies` stays outside, because those packages read files beside their code.
 */
export function bundle(entry: string, folder: string): void {
  const { outputFiles, metafile } = buildSync({
    entryPoints: [entry, ENGINE_PROGRAM, WORK_PROGRAM],
    entryNames: '[name]',
    outdir: folder,
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    conditions: ['svc-source'],
    external: [...Object.keys(manifest.dependencies), 'pg-native'],
    // Some of what is bundled is CommonJS and requires modules of Node.
    banner: {
      js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);",
    },
    // Names stay, so that a stack trace can be read.
    minifyWhitespace: true,
    lineLimit: 160,
    legalComments: 'none',
    logLevel: 'warning',
  });
  fs.mkdirSync(folder, { recursive: true });
  // The entry last: it names the others, and its time says when all of this was made.
  const program = join(folder, `${basename(entry, '.ts')}.js`);
  for (const { path, contents } of outputFiles) if (path !== program) replaceFile(path, contents);
  for (const { path, contents } of outputFiles) if (path === program) replaceFile(path, contents);
  replaceFile(join(folder, LICENSES), Buffer.from(licensesOf(Object.keys(metafile.inputs))));
  const current = new Set([LICENSES, ...outputFiles.map(({ path }) => basename(path))]);
  for (const name of fs.readdirSync(folder)) {
    if (!current.has(name)) fs.rmSync(join(folder, name), { force: true });
  }
}

/** In one step, because the program may be started meanwhile; where nothing has changed, only the time does. */
function replaceFile(path: string, contents: Uint8Array): void {
  const now = new Date();
  if (fs.existsSync(path) && Buffer.compare(fs.readFileSync(path), contents) === 0) {
    fs.utimesSync(path, now, now);
    return;
  }
  const unfinished = `${path}.${process.pid}`;
  fs.writeFileSync(unfinished, contents);
  fs.renameSync(unfinished, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  bundle(fileURLToPath(new URL('../src/main.ts', import.meta.url)), PROGRAM_FOLDER);
}
