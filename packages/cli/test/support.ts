import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { builtCli } from '../../server/test/support/built.js';

/** How a run of `svc` ended, and what it wrote. */
export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The end of a run that nobody reads. */
type Closed = 'stdout' | 'stderr';

/** A folder as a person has one: files in it, `svc` run in it. Removed with the test. */
export interface Project {
  readonly folder: string;
  /** Runs `svc` without a terminal, and with only these variables of its own in the environment. */
  svc(args: readonly string[], environment?: Readonly<Record<string, string>>, closed?: Closed): Promise<Run>;
  read(path: string): string;
  write(path: string, text: string): Promise<void>;
  git(...args: string[]): string;
}

export function newProject(): Project {
  const folder = mkdtempSync(join(tmpdir(), 'svc-project-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    svc: (args, environment = {}, closed) => runSvc(folder, args, environment, closed ?? null),
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    async write(path, text) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    git: (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }),
  };
}

/** How `svc` is started. */
export function svcCommand(args: readonly string[]): string[] {
  return [process.execPath, builtCli(), ...args];
}

async function runSvc(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  closed: Closed | null,
): Promise<Run> {
  const [command = '', ...more] = svcCommand(args);
  const child = spawn(command, more, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    if (name === closed) child[name].destroy();
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, ...written };
}

/** The arguments of an init that asks nothing. */
export function initArgs(baseUrl: string, apiKey: string, ...more: string[]): string[] {
  return ['init', '--yes', '--base-url', baseUrl, '--api-key', apiKey, ...more];
}
