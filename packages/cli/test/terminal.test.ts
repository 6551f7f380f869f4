import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { answeringServer } from '../../node/test/support.js';
import { createInteractiveTerminal } from '../src/terminal.js';
import { newProject, type Run, svcCommand } from './support.js';

/** The program of util-linux that runs another in a terminal of its own, which says that it has 0 columns. */
const SCRIPT = '/usr/bin/script';
const CONNECT = {
  authorize_url: 'https://processor.test/oauth',
  poll_token: 'token',
  interval_seconds: 0.1,
};

/** Runs `svc` in a terminal, and presses a key when this text appears. */
async function pressAt(
  shown: string,
  key: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Omit<Run, 'stderr'>> {
  const command = svcCommand(args).map((part) => `'${part}'`);
  const child = spawn(SCRIPT, ['--quiet', '--return', '--command', command.join(' '), '/dev/null'], {
    cwd: newProject().folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const wasShown = stdout.includes(shown);
    stdout += text;
    if (!wasShown && stdout.includes(shown)) child.stdin.write(key);
  });
  const [code] = await once(child, 'close');
  return { code, stdout: stripVTControlCharacters(stdout) };
}

test.runIf(process.platform === 'linux' && existsSync(SCRIPT)).each([
  ['Ctrl-C', '\u0003'],
  ['Escape', '\u001b'],
])('%s while svc is waiting ends it as not done, and says what to do next', async (_, key) => {
  const body = (fields: object) => ({ status: 200, body: fields });
  const { baseUrl } = await answeringServer(body(CONNECT), body({ status: 'pending', account_id: null }));
  const { code, stdout } = await pressAt(
    'Waiting for your decision',
    key,
    ['setup', 'processor', '--no-browser'],
    { SVC_API_KEY: 'svc_test_key', SVC_BASE_URL: baseUrl },
  );
  expect(code).toBe(1);
  expect(stdout).toMatch(/Ended before it was done[\s\S]*svc status/);
  expect(stdout).not.toContain('Canceled');
});

test.each([0, 1, 19, undefined])('treats a terminal that reports %s columns as 80 wide', (columns) => {
  const output = Object.assign(new PassThrough(), { isTTY: true, columns });
  const terminal = createInteractiveTerminal({ input: new PassThrough(), output });
  const line = 'A line of some words, as long as many that svc writes';
  terminal.info(line);
  terminal.end(line);
  const shown = stripVTControlCharacters(String(output.read()));
  expect(shown.split('\n').filter((text) => text.includes(line))).toHaveLength(2);
});
