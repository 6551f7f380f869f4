import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { until } from '../support/service-process.js';

const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url));
const MAIN = fileURLToPath(new URL('../../../../demo/main.ts', import.meta.url));

/** The demo in a process of its own, as `npm run demo` starts it. */
export interface DemoProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  stdout(): string;
  stderr(): string;
  /** Resolves when it has said everything; rejects with what it said when it ends instead. */
  ready(): Promise<void>;
  /** Ctrl-C; resolves to the exit code. */
  interrupt(): Promise<number | null>;
}

/** Starts the demo. `stdout` has what it printed so far. */
export function startDemo(env: Readonly<Record<string, string>>, args: readonly string[] = []): DemoProcess {
  const child = spawn(process.execPath, ['--conditions=svc-source', '--import', 'tsx', MAIN, ...args], {
    cwd: REPOSITORY,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  return {
    child,
    ended,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    async ready() {
      await until(() => isOver || /^ {2}Start over .*\n/m.test(written.stdout));
      if (isOver) throw new Error(`the demo ended:\n${written.stdout}${written.stderr}`);
    },
    interrupt() {
      child.kill('SIGINT');
      return ended;
    },
  };
}

/** The lines to be pasted, out of what the demo printed. */
export function tourOf(printed: string): string {
  return /^echo '1\. (?:.*\n)+?echo '13\. .*\n(?:.+\n)+(?=\n)/m.exec(printed)?.[0] ?? '';
}

/** Whether a program is on this machine. */
export function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

/** Pastes lines into a shell, which reads them from its standard input as it would from a terminal. */
export function paste(shell: string, lines: string): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = execFile(shell, { encoding: 'utf8' }, (error, stdout, stderr) => {
      if (error === null) resolve({ stdout, stderr });
      else reject(new Error(`${shell} ended with ${error.code}:\n${stdout}${stderr}`));
    });
    child.stdin?.end(lines);
  });
}
