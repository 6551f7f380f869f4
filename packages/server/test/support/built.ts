import { execFileSync } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const DASHBOARD = join(ROOT, 'packages/dashboard');
const CLI = join(ROOT, 'packages/cli');
const SERVER = join(ROOT, 'packages/server');
/** Below node_modules, where programs find the packages they import. */
const CACHE = join(ROOT, 'node_modules/.cache/svc-test-programs');

/**
 * The program `svc-server` as it is shipped. Tests that start processes start this one: compiling the sources at each
 * start would take most of their time. `npm test` builds before it tests; otherwise it is built here.
 */
export function builtServer(): string {
  for (const name of ['core', 'contract', 'server'].map((name) => join(ROOT, 'packages', name))) {
    if (!isStale(join(name, 'src'), join(name, 'tsconfig.tsbuildinfo'))) continue;
    runSync(ROOT, 'npx', ['tsc', '-b']);
    break;
  }
  return join(SERVER, 'bin/svc-server.js');
}

/**
 * A program of a test in JavaScript, over the built server. It imports packages and `packages/server/src`, nothing else
 * of the repository.
 */
export function builtProgram(file: string): string {
  builtServer();
  const source = fs
    .readFileSync(file, 'utf8')
    .replaceAll(/(?<= from ')(?:\.\.\/)+src\//g, `${join(SERVER, 'dist')}/`);
  const program = join(CACHE, `${basename(file, '.ts')}-${hash('sha256', source).slice(0, 16)}.mjs`);
  if (fs.existsSync(program)) return program;
  const typescript = createRequire(import.meta.url)('typescript') as typeof import('typescript');
  const { ESNext } = typescript.ModuleKind;
  const { outputText } = typescript.transpileModule(source, {
    compilerOptions: { module: ESNext, target: typescript.ScriptTarget.ES2023 },
  });
  fs.mkdirSync(CACHE, { recursive: true });
  // Several tests may be about to start it.
  const unfinished = join(CACHE, randomUUID());
  fs.writeFileSync(unfinished, outputText);
  fs.renameSync(unfinished, program);
  return program;
}

/** The program `svc` as it is shipped; built when that has not been done since it was changed. */
export function builtCli(): string {
  const program = join(CLI, 'dist/main.js');
  if (isStale(join(CLI, 'src'), program)) runSync(CLI, 'npm', ['run', '--silent', 'build']);
  return join(CLI, 'bin/svc.js');
}

/** Builds the web application when that has not been done since it was changed. */
export function buildDashboard(): void {
  if (isStale(join(DASHBOARD, 'src'), join(DASHBOARD, 'dist/index.html'))) {
    runSync(DASHBOARD, 'npm', ['run', '--silent', 'build']);
  }
}

function isStale(sources: string, built: string): boolean {
  const builtMs = fs.statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return fs
    .readdirSync(sources, { recursive: true, withFileTypes: true })
    .some((entry) => entry.isFile() && fs.statSync(join(entry.parentPath, entry.name)).mtimeMs > builtMs);
}

function runSync(cwd: string, command: string, args: readonly string[]): void {
  // Vitest sets NODE_ENV to "test", with which Vite would bundle the development build of React, a third larger.
  const env = { ...process.env, NODE_ENV: 'production' };
  try {
    execFileSync(command, args, { cwd, env, stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: Buffer; stderr?: Buffer };
    throw new Error(`${command} ${args.join(' ')} failed in ${cwd}:\n${stdout}${stderr}`, { cause: error });
  }
}
