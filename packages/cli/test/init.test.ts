import { statSync } from 'node:fs';
import { chmod, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answeringServer } from '../../node/test/support.js';
import { connectPlatform } from '../../server/test/support/connections.js';
import { type SeededProgram, seedProgram } from '../../server/test/support/seed.js';
import { type RunningService, startService } from '../../server/test/support/service.js';
import { sign } from '../src/generated-files.js';
import { parseVariables } from '../src/settings.js';
import { initArgs, newProject, type Project } from './support.js';

let service: RunningService;
let program: SeededProgram;
beforeAll(async () => {
  service = await startService('postgres');
  program = await seedProgram(service.pool);
});
afterAll(() => service.close());

const runInit = (project: Project, ...more: string[]) =>
  project.svc(initArgs(service.baseUrl, program.apiKey, ...more));
const modeOf = (project: Project, path: string) => statSync(join(project.folder, path)).mode & 0o777;

describe('in an empty folder', () => {
  test('svc init writes the key, the settings, and the same guide twice', async () => {
    const project = newProject();
    const run = await runInit(project, '--program-id', String(program.programId));
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect((await readdir(join(project.folder, '.svc'))).toSorted()).toEqual(
      ['.env', '.env.example', 'AGENTS.md', 'skills.md'].toSorted(),
    );
    expect(parseVariables(project.read('.svc/.env'))).toEqual({
      SVC_API_KEY: program.apiKey,
      SVC_PROGRAM_ID: String(program.programId),
      SVC_BASE_URL: service.baseUrl,
    });
    expect(project.read('.svc/.env.example')).toContain('SVC_API_KEY=\n');
    expect(project.read('.svc/skills.md')).toBe(project.read('.svc/AGENTS.md'));
    expect(project.read('.gitignore')).toBe('.svc/.env\n');
    expect(modeOf(project, '.svc/.env')).toBe(0o600);
    expect(modeOf(project, '.svc/AGENTS.md')).toBe(0o644);
  });

  test('the key is in .svc/.env and nowhere else', async () => {
    const project = newProject();
    const { stdout } = await runInit(project);
    const others = ['.svc/.env.example', '.svc/AGENTS.md', '.gitignore'].map((path) => project.read(path));
    expect(stdout + others.join('')).not.toContain(program.apiKey);
  });

  test('--json asks nothing, and prints what was written', async () => {
    const project = newProject();
    await project.write('package.json', '{"dependencies":{"express":"1"}}');
    const environment = { SVC_API_KEY: program.apiKey, SVC_BASE_URL: service.baseUrl };
    const first = await project.svc(['init', '--json'], environment);
    expect([first.code, first.stderr]).toEqual([0, '']);
    const files = ['.svc/.env', '.svc/.env.example', '.svc/AGENTS.md', '.svc/skills.md'];
    const report = {
      ok: true,
      program: { id: program.programId, name: expect.any(String) },
      files: files.map((path) => ({ path, state: 'written' })),
      frameworks: ['express'],
      next_step: { step: 'pageview', command: 'svc test click', why: expect.any(String) },
    };
    expect(JSON.parse(first.stdout)).toEqual(report);
    await project.write('.svc/AGENTS.md', 'my own');
    const { stdout } = await project.svc(['init', '--json'], environment);
    expect(JSON.parse(stdout).files).toContainEqual({ path: '.svc/AGENTS.md', state: 'kept' });
  });

  test('reads the settings from the environment', async () => {
    const project = newProject();
    const environment = { SVC_API_KEY: program.apiKey, SVC_BASE_URL: `${service.baseUrl}/` };
    expect(await project.svc(['init', '--yes'], environment)).toMatchObject({ code: 0 });
    expect(parseVariables(project.read('.svc/.env'))).toMatchObject({
      SVC_API_KEY: program.apiKey,
      SVC_BASE_URL: service.baseUrl,
    });
  });
});

describe('the Stripe account in .svc/.env', () => {
  /** The key of a program whose workspace has this account, or none (null). */
  async function savedKeyOf(account: string | null): Promise<string> {
    const { workspaceId, apiKey } = await seedProgram(service.pool);
    if (account !== null) {
      await connectPlatform(service.pool, workspaceId, { account_id: account });
    }
    return apiKey;
  }

  async function accountAfterInit(project: Project, apiKey: string): Promise<string | undefined> {
    expect(await project.svc(initArgs(service.baseUrl, apiKey))).toMatchObject({ code: 0 });
    return parseVariables(project.read('.svc/.env')).PROCESSOR_CONNECTED_ACCOUNT_ID;
  }

  test('is the connected account, also after the key changes', async () => {
    const project = newProject();
    expect(await accountAfterInit(project, await savedKeyOf('acct_1First'))).toBe('acct_1First');
    expect(await accountAfterInit(project, await savedKeyOf('acct_1Second'))).toBe('acct_1Second');
    expect(await accountAfterInit(project, await savedKeyOf(null))).toBe(undefined);
  });

  test('is kept when the service has none, if the file belongs to the same program', async () => {
    const project = newProject();
    const held = `SVC_PROGRAM_ID=${program.programId}\nPROCESSOR_CONNECTED_ACCOUNT_ID=acct_1Held\n`;
    await project.write('.svc/.env', sign(held, 'env'));
    expect(await accountAfterInit(project, program.apiKey)).toBe('acct_1Held');
  });
});

describe('in a git repository', () => {
  test('git never tracks the key, and .gitignore keeps its lines', async () => {
    const project = newProject();
    project.git('init', '--quiet');
    await project.write('.gitignore', 'node_modules/\ndist/');
    await runInit(project);
    expect(project.read('.gitignore')).toBe('node_modules/\ndist/\n.svc/.env\n');
    project.git('add', '--all');
    const tracked = project.git('ls-files').trim().split('\n');
    expect(tracked).toContain('.svc/AGENTS.md');
    expect(tracked).not.toContain('.svc/.env');
    await runInit(project);
    expect(project.read('.gitignore')).toBe('node_modules/\ndist/\n.svc/.env\n');
  });

  test('warns about a .svc/.env that git tracks, with what to do, until git no longer tracks it', async () => {
    const project = newProject();
    project.git('init', '--quiet');
    await project.write('.svc/.env', 'SVC_API_KEY=svc_test_old\n');
    project.git('add', '--all');
    const { code, stdout } = await runInit(project);
    expect(code).toBe(0);
    expect(stdout).toMatch(/note {2}Git tracks \.svc\/\.env, so \.gitignore does not keep the key out/);
    expect(stdout).toContain('Run git rm --cached .svc/.env and commit.');
    project.git('rm', '--quiet', '--cached', '.svc/.env');
    expect((await runInit(project)).stdout).not.toContain('Git tracks');
  });

  test('a .gitignore with Windows line endings keeps them in every line', async () => {
    const project = newProject();
    await project.write('.gitignore', 'node_modules/\r\ndist/');
    await runInit(project);
    expect(project.read('.gitignore')).toBe('node_modules/\r\ndist/\r\n.svc/.env\r\n');
  });
});

describe('run again, svc init', () => {
  const paths = ['.svc/.env', '.svc/.env.example', '.svc/AGENTS.md', '.svc/skills.md', '.gitignore'];

  test('changes nothing if nothing has changed', async () => {
    const project = newProject();
    await runInit(project);
    const before = paths.map(project.read);
    const { code, stdout } = await runInit(project);
    expect(code).toBe(0);
    expect(stdout).toContain('Already right: .svc/AGENTS.md');
    expect(paths.map(project.read)).toEqual(before);
  });

  test('updates the files it wrote', async () => {
    const project = newProject();
    await runInit(project);
    const other = await seedProgram(service.pool, { name: 'Other Partners' });
    expect(await project.svc(initArgs(service.baseUrl, other.apiKey))).toMatchObject({ code: 0 });
    expect(parseVariables(project.read('.svc/.env'))).toMatchObject({ SVC_API_KEY: other.apiKey });
    expect(project.read('.svc/AGENTS.md')).toContain('Other Partners');
  });

  test('keeps files that a person has changed, and says so', async () => {
    const project = newProject();
    await runInit(project);
    const edited = `${project.read('.svc/AGENTS.md')}\nOur own rule.\n`;
    await project.write('.svc/AGENTS.md', edited);
    await project.write('.svc/skills.md', 'Ours from the beginning.\n');
    const { code, stdout } = await runInit(project);
    expect(code).toBe(0);
    expect(stdout).toContain('Kept .svc/AGENTS.md');
    expect(stdout).toContain('Kept .svc/skills.md');
    expect(project.read('.svc/AGENTS.md')).toBe(edited);
    expect(project.read('.svc/skills.md')).toBe('Ours from the beginning.\n');
  });

  test('keeps a changed .env too, names what differs, and makes it readable only by its owner', async () => {
    const project = newProject();
    await runInit(project);
    const edited = project.read('.svc/.env').replace(program.apiKey, 'svc_test_by_hand');
    await project.write('.svc/.env', edited);
    await chmod(join(project.folder, '.svc/.env'), 0o644);
    const { stdout } = await runInit(project);
    expect(project.read('.svc/.env')).toBe(edited);
    expect(modeOf(project, '.svc/.env')).toBe(0o600);
    expect(stdout).toMatch(/SVC_API_KEY: \.svc\/\.env or the environment has another value/);
  });

  test('does not count Windows line endings from git as a change by a person', async () => {
    const project = newProject();
    await runInit(project);
    await project.write('.svc/AGENTS.md', project.read('.svc/AGENTS.md').replaceAll('\n', '\r\n'));
    const other = await seedProgram(service.pool, { name: 'Other Partners' });
    await project.svc(initArgs(service.baseUrl, other.apiKey));
    expect(project.read('.svc/AGENTS.md')).toContain('Other Partners');
  });

  test.each([
    ['a file', '# empty so far\n'],
    ['nothing yet', null],
  ])('a .env that is a link to %s is written where it leads', async (_, before) => {
    const project = newProject();
    await mkdir(join(project.folder, '.svc'));
    if (before !== null) await project.write('shared/.env', sign(before, 'env'));
    else await mkdir(join(project.folder, 'shared'));
    await symlink('../shared/.env', join(project.folder, '.svc/.env'));
    expect(await runInit(project)).toMatchObject({ code: 0 });
    expect(await readlink(join(project.folder, '.svc/.env'))).toBe('../shared/.env');
    expect(parseVariables(project.read('shared/.env'))).toMatchObject({ SVC_API_KEY: program.apiKey });
    expect(modeOf(project, 'shared/.env')).toBe(0o600);
    expect(await readdir(join(project.folder, 'shared'))).toEqual(['.env']);
  });

  test('makes a .env that others can read private again', async () => {
    const project = newProject();
    await runInit(project);
    await chmod(join(project.folder, '.svc/.env'), 0o644);
    await runInit(project);
    expect(modeOf(project, '.svc/.env')).toBe(0o600);
  });
});

describe('is refused, and writes nothing,', () => {
  async function runRefused(args: readonly string[]) {
    const project = newProject();
    const run = await project.svc(args);
    expect(await readdir(project.folder)).toEqual([]);
    expect(run.stdout).toBe('');
    return run;
  }

  test('with a wrong key', async () => {
    expect(await runRefused(initArgs(service.baseUrl, 'svc_wrong_key_1234'))).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/401: Invalid API key\n.*Use the API key of the program/),
    });
  });

  test('with the key of another program', async () => {
    const run = await runRefused(initArgs(service.baseUrl, program.apiKey, '--program-id', '999999'));
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining(`program ${program.programId}`) });
  });

  test('when the service is down', async () => {
    const run = await runRefused(initArgs('http://127.0.0.1:9', program.apiKey));
    expect(run).toMatchObject({ code: 1, stderr: expect.stringMatching(/No answer .*\n.*SVC_BASE_URL/) });
  });

  test.each(['<!doctype html>', '{}', '[]', '{"program":null}'])(
    'with the address of something else, which answers %s',
    async (body) => {
      const { baseUrl } = await answeringServer({ status: 200, body });
      const run = await runRefused(initArgs(baseUrl, program.apiKey));
      expect(run).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('does not answer like the service'),
      });
    },
  );

  test.each([
    ['nothing to ask and nothing given', ['init']],
    ['no key', ['init', '--yes', '--base-url', 'http://127.0.0.1:9']],
    ['an invalid address', initArgs('service.test', 'svc_test_key')],
    ['a key that would break the file', initArgs('http://127.0.0.1:9', 'key\nSVC_BASE_URL=http://evil.test')],
    [
      'a program id that is not a number',
      initArgs('http://127.0.0.1:9', 'svc_test_key', '--program-id', 'one'),
    ],
    ['an unknown option', ['init', '--force']],
  ])('with %s, as wrong usage', async (_, args) => {
    const { code, stderr } = await runRefused(args);
    expect(code).toBe(2);
    expect(stderr).toMatch(/svc (init )?--/);
  });

  test('when .svc is a file', async () => {
    const project = newProject();
    await project.write('.svc', '');
    expect(await runInit(project)).toMatchObject({ code: 1, stderr: expect.stringContaining('.svc') });
  });

  test.runIf(process.platform === 'linux')('when the .env cannot be closed to others', async () => {
    const project = newProject();
    await mkdir(join(project.folder, '.svc'));
    // Nobody, not even root, may change the mode of such a file.
    await symlink('/proc/self/comm', join(project.folder, '.svc/.env'));
    const { code, stderr } = await runInit(project);
    expect(code).toBe(1);
    expect(stderr).toMatch(/\.env cannot be written \(EPERM\)\n.*Check that the folder is yours/);
  });
});
