import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import { bundle } from '../../server/scripts/bundle.js';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The service belongs to the package: its program, its migrations, and the database that new ones are copied from. */
bundle(at('../src/index.ts'), at('../dist/program'));
for (const [from, to] of [
  ['../../server/migrations', '../migrations'],
  ['../../server/dist/prepared-database', '../dist/prepared-database'],
] as const) {
  fs.rmSync(at(to), { recursive: true, force: true });
  fs.cpSync(at(from), at(to), { recursive: true });
}
await build({
  cwd: at('..'),
  config: false,
  entry: ['src/index.ts'],
  outDir: 'dist',
  format: 'esm',
  fixedExtension: false,
  platform: 'node',
  clean: false,
  logLevel: 'warn',
  dts: { emitDtsOnly: true },
  inputOptions: { resolve: { conditionNames: ['svc-source', 'import', 'node', 'default'] } },
});
