import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { PGliteOptions } from '@electric-sql/pglite';

/**
 * How much a function of the engine must have run before it is compiled a second time, optimized: ten times Node's own
 * value. A start runs thousands of them a little, and optimizing all of those takes half a second and 60 MB; those that
 * matter under load get there within the first seconds of it.
 */
const OPTIMIZE_LATER = '--wasm-tiering-budget=18000000';

type EngineCode = NonNullable<PGliteOptions['pgliteWasmModule']>;

/** Node's own, which its types leave to those of browsers. */
const { compile } = (globalThis as unknown as { WebAssembly: { compile(code: Buffer): Promise<EngineCode> } })
  .WebAssembly;

let compiling: Promise<EngineCode> | undefined;

/**
 * Compiles the engine's code, once for each process, on threads of its own. Call it early and without waiting: meanwhile
 * this thread can load the rest of the program. A failure reaches whoever opens a database.
 */
export function compileEngine(): Promise<EngineCode> {
  if (compiling === undefined) {
    setFlagsFromString(OPTIMIZE_LATER);
    compiling = readEngine().then(compile);
    // Whoever opens the database hears of it.
    compiling.catch(() => undefined);
  }
  return compiling;
}

async function readEngine(): Promise<Buffer> {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  return readFile(join(dirname(entry), 'pglite.wasm'));
}
