import fs, { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ROOT, runCommand } from '../../../node/test/packed.js';
import manifest from '../../package.json' with { type: 'json' };
import { newEmptyDataDir } from '../support/engines.js';
import { freePort } from '../support/free-port.js';
import { spawnWatched, statusOf, until } from '../support/service-process.js';

/** Where the image and the unit have the package. */
const INSTALLED = '/opt/svc/';

let folder: string;
beforeAll(async () => {
  folder = newEmptyDataDir();
  const packed = await runCommand(ROOT, 'npm', [
    ...['pack', '--workspace', '@svc/server', '--json', '--pack-destination', folder],
  ]);
  // What prepares the package writes lines of its own before.
  const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('[\n')));
  fs.writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  // Its own dependencies come from the repository instead of a registry.
  const dependencies = Object.keys(manifest.dependencies).map(installedFolder);
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await runCommand(folder, 'npm', ['install', ...flags, `./${filename}`, ...dependencies]);
});

/** Where npm has installed a dependency of the server. */
function installedFolder(name: string): string {
  const paths = createRequire(join(ROOT, 'packages/server/package.json')).resolve.paths(name) ?? [];
  const found = paths.map((path) => join(path, name)).find((path) => fs.existsSync(path));
  expect(found, name).toBeDefined();
  return String(found);
}

/** A command of the image or the unit, where the package is installed here. */
const here = (words: readonly string[]) =>
  words.map((word) => (word.startsWith(INSTALLED) ? join(folder, word.slice(INSTALLED.length)) : word));

async function expectServing(command: readonly string[], env: Readonly<Record<string, string>>) {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const [program = '', ...args] = here(command);
  const variables = { ...env, HOST: '127.0.0.1', PORT: String(port), SVC_DATA_DIR: newEmptyDataDir() };
  const service = spawnWatched(program, args, { cwd: folder, env: variables });
  await until(async () => service.child.exitCode !== null || (await statusOf(`${baseUrl}/readyz`)) === 200);
  expect(service.child.exitCode, service.stderr()).toBeNull();
  return { baseUrl, service, variables };
}

async function expectStopped({ service }: Awaited<ReturnType<typeof expectServing>>) {
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
}

test('the packed server, installed alone, serves the web application, the script and the description', async () => {
  const serving = await expectServing([`${INSTALLED}node_modules/.bin/svc-server`, 'serve'], {});
  const { baseUrl } = serving;
  const page = await (await fetch(`${baseUrl}/`)).text();
  const asset = /src="(\/[^"]+\.js)"/.exec(page)?.[1];
  expect(await statusOf(`${baseUrl}${asset}`)).toBe(200);
  const script = readFileSync(join(ROOT, 'packages/browser/dist/svc-tracker.js'), 'utf8');
  expect(await (await fetch(`${baseUrl}/js/svc-tracker.js`)).text()).toBe(script);
  expect(await statusOf(`${baseUrl}/openapi.json`)).toBe(200);
  expect(await statusOf(`${baseUrl}/docs/static/swagger-ui.css`)).toBe(200);
  await expectStopped(serving);
});

test('the command of the image serves, and its health check tells whether it does', async () => {
  const dockerfile = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
  const words = (instruction: string): string[] =>
    JSON.parse(new RegExp(`^\\s*${instruction} (\\[.*\\])$`, 'm').exec(dockerfile)?.[1] ?? 'null');
  const [, healthCheck = ''] = /HEALTHCHECK [^\n]*\\\n\s*CMD (\[.*\])/.exec(dockerfile) ?? [];
  const serving = await expectServing([...words('ENTRYPOINT'), ...words('^CMD')], {});
  const check = () => {
    const [program = '', ...args] = JSON.parse(healthCheck) as string[];
    return spawnWatched(program, args, { cwd: folder, env: serving.variables }).ended;
  };
  expect((await check()).code).toBe(0);
  await expectStopped(serving);
  expect((await check()).code).toBe(1);
});

test('the command of the systemd unit serves with the variables of the unit', async () => {
  const unit = readFileSync(join(ROOT, 'deploy/svc.service'), 'utf8');
  const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]?.split(' ') ?? [];
  const env = Object.fromEntries(settingOf('Environment').map((pair) => pair.split('=')));
  expect(Object.keys(env)).toContain('SVC_DATA_DIR');
  const [, ...args] = settingOf('ExecStart');
  await expectStopped(await expectServing([process.execPath, ...args], env));
});
