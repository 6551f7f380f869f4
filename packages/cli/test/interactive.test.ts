import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SeededProgram, seedProgram } from '../../server/test/support/seed.js';
import { type RunningService, startService } from '../../server/test/support/service.js';
import { init } from '../src/init.js';
import { parseVariables } from '../src/settings.js';
import { createInteractiveTerminal } from '../src/terminal.js';
import { newProject, type Project } from './support.js';

let service: RunningService;
let program: SeededProgram;
beforeAll(async () => {
  service = await startService('postgres');
  program = await seedProgram(service.pool, { name: 'Acme Partners' });
});
afterAll(() => service.close());

const ENTER = '\r';
const DOWN = '\u001b[B';
const CTRL_C = '\u0003';

/** Runs `svc init` with a person who types an answer whenever the next question appears. */
async function converse(project: Project, answers: readonly (readonly [question: string, keys: string])[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 100, rows: 40 });
  let shown = '';
  let unread = '';
  const waiting = [...answers];
  output.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    unread += text;
    const [question, keys] = waiting[0] ?? [];
    if (question === undefined || keys === undefined || !unread.includes(question)) return;
    waiting.shift();
    unread = '';
    // The prompt listens once it has drawn itself.
    setImmediate(() => {
      for (const key of keys.startsWith('\u001b') ? [keys.slice(0, 3), keys.slice(3)] : keys)
        input.write(key);
    });
  });
  const terminal = createInteractiveTerminal({ input, output });
  const failure = await init({ folder: project.folder, environment: {}, terminal }, {}).then(
    () => null,
    (error: Error) => error,
  );
  return { shown, failure, unanswered: waiting };
}

const SERVICE = 'Where is the service?';
const KEY = 'The API key';

describe('svc init in a terminal', () => {
  test('asks for missing values, asks again if the key is wrong, and does not show the key', async () => {
    const project = newProject();
    const { shown, failure, unanswered } = await converse(project, [
      [SERVICE, `${service.baseUrl}${ENTER}`],
      [KEY, `svc_wrong_key_1234${ENTER}`],
      [SERVICE, `${service.baseUrl}${ENTER}`],
      [KEY, `${program.apiKey}${ENTER}`],
    ]);
    expect([failure, unanswered]).toEqual([null, []]);
    expect(shown).toContain('Invalid API key');
    expect(shown).toContain('Acme Partners');
    expect(shown).not.toContain(program.apiKey);
    expect(parseVariables(project.read('.svc/.env'))).toMatchObject({ SVC_API_KEY: program.apiKey });
  });

  test('suggests known values, and replaces a changed file only after confirmation', async () => {
    const project = newProject();
    const first: readonly (readonly [string, string])[] = [
      [SERVICE, `${service.baseUrl}${ENTER}`],
      [KEY, `${program.apiKey}${ENTER}`],
    ];
    const again: typeof first = [
      [SERVICE, ENTER],
      [KEY, ENTER],
    ];
    await converse(project, first);
    const written = project.read('.svc/AGENTS.md');
    await project.write('.svc/AGENTS.md', 'ours');
    const changed = '.svc/AGENTS.md was changed by hand';
    expect(await converse(project, [...again, [changed, ENTER]])).toMatchObject({ failure: null });
    expect(project.read('.svc/AGENTS.md')).toBe('ours');
    expect(await converse(project, [...again, [changed, DOWN + ENTER]])).toMatchObject({ failure: null });
    expect(project.read('.svc/AGENTS.md')).toBe(written);
  });

  test('changes nothing when the person cancels', async () => {
    const project = newProject();
    const { failure } = await converse(project, [[SERVICE, CTRL_C]]);
    expect(failure).toMatchObject({ exitCode: 1, message: 'Ended before it was done' });
    expect(() => project.read('.gitignore')).toThrow();
  });
});
