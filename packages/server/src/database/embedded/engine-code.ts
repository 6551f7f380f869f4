import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { PGliteOptions } from '@electric-sql/pglite';

/**
 * Node compiles a function of the engine when it first runs, and once more, optimized, when it has run often. A start runs
 * thousands of them a little, and optimizing all those takes a second of computing and 40 MB. So a function has to run a hundred times as
 * much as by Node's own measure; those that matter under load do within seconds. One at a time, because each thread that
 * compiles keeps the memory it has used.
 */
const OPTIMIZE_LATE = ['--wasm-tiering-budget=180000000', '--wasm-num-compilation-tasks=1'];

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
    for (const flag of OPTIMIZE_LATE) setFlagsFromString(flag);
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
