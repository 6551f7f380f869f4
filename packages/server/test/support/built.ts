import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, PROGRAM_FOLDER } from '../../scripts/bundle.js';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const DASHBOARD = join(ROOT, 'packages/dashboard');
const CLI = join(ROOT, 'packages/cli');
const SERVER = join(ROOT, 'packages/server');

/**
 * The program `svc-server` as it is shipped. Tests that start processes start this one: compiling the sources at each
 * start would take most of their time. `npm test` builds before it tests; otherwise it is built here.
 */
export function builtServer(): string {
  bundleStale(join(SERVER, 'src/main.ts'), PROGRAM_FOLDER);
  return join(SERVER, 'bin/svc-server.js');
}

/** A program of a test as one bundle with what it imports of the server. */
export function builtProgram(file: string): string {
  // As deep below the package as the sources, which find files of the package from where they are.
  return bundleStale(file, join(SERVER, 'dist', `test-${basename(file, '.ts')}`));
}

function bundleStale(entry: string, folder: string): string {
  const program = join(folder, `${basename(entry, '.ts')}.js`);
  const sources = [
    ...['core', 'contract', 'server'].map((name) => join(ROOT, 'packages', name, 'src')),
    dirname(entry),
  ];
  if (sources.some((source) => isStale(source, program))) bundle(entry, folder);
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
