// Fails when the initial script, the entry, the application and all they load statically, is over its limit. Needs `npm run build`.
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const MAX_BYTES = 250_000;
const dist = new URL('../dist/', import.meta.url);

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

if (!existsSync(new URL('.vite/manifest.json', dist))) throw new Error('run npm run build first');
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8')) as Record<
  string,
  Chunk
>;

/** The names of a chunk and of everything it needs before it runs. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const needed of manifest[name]?.imports ?? []) withImports(needed, found);
  return found;
}

const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry);
if (entry === undefined) throw new Error('dist/.vite/manifest.json names no entry');
// The entry loads the application, whatever else it waits for.
const initial = new Set([...withImports(entry), ...withImports('src/app.tsx')]);
const files = [...initial].map((name) => manifest[name]?.file ?? '');
const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, dist))).length, 0);
const said = `the dashboard's initial script: ${(bytes / 1000).toFixed(1)} kB gzip of ${MAX_BYTES / 1000} kB`;
if (bytes > MAX_BYTES) {
  console.error(`${said}; load what is not needed at once with a page of its own`);
  process.exitCode = 1;
} else if (process.argv.includes('--verbose')) {
  console.log(said);
}
