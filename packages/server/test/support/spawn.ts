import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { builtProgram } from './built.js';

const packageDirectory = fileURLToPath(new URL('../..', import.meta.url));

/** A TypeScript program in a process of its own. */
export interface Program {
  child: ChildProcess;
  /** The next line of its standard output; undefined once that has ended. */
  nextLine(): Promise<string | undefined>;
  /** Waits for its end: exit code (null after a signal) and what it wrote to standard error. */
  ended: Promise<{ code: number | null; errors: string }>;
}

/** Starts `file`, over the built server, with the arguments; a program still running when the test ends is killed. */
export function startProgram(file: URL, ...args: string[]): Program {
  return startProgramWith({}, file, ...args);
}

/** The same with more variables in its environment. */
export function startProgramWith(
  env: Readonly<Record<string, string>>,
  file: URL,
  ...args: string[]
): Program {
  const child = spawn(process.execPath, [builtProgram(fileURLToPath(file)), ...args], {
    cwd: packageDirectory,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, errors }));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const nextLine = async () => {
    const line = await lines.next();
    return line.done === true ? undefined : line.value;
  };
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, nextLine, ended };
}
