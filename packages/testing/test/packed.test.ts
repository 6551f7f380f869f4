import fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT, runCommand } from '../../node/test/packed.js';
import manifest from '../package.json' with { type: 'json' };

let folder: string;
beforeAll(async () => {
  folder = fs.mkdtempSync(join(tmpdir(), 'svc-testing-packed-'));
  const packed = await runCommand(ROOT, 'npm', [
    ...['pack', '--workspace', '@svc/testing', '--json', '--ignore-scripts', '--pack-destination', folder],
  ]);
  const [{ filename }] = JSON.parse(packed);
  fs.writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  // Its dependencies come from the repository instead of a registry.
  const dependencies = Object.keys(manifest.dependencies).map(installedFolder);
  const flags = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await runCommand(folder, 'npm', ['install', ...flags, `./${filename}`, ...dependencies]);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function installedFolder(name: string): string {
  const paths = createRequire(join(ROOT, 'packages/testing/package.json')).resolve.paths(name) ?? [];
  const found = paths.map((path) => join(path, name)).find((path) => fs.existsSync(path));
  expect(found, name).toBeDefined();
  return String(found);
}

test('twelve months of a subscription with a refund and a dispute, to the cent, from the tarball in an empty folder', async () => {
  const program = fileURLToPath(new URL('../../../examples/simulation/a-year.mjs', import.meta.url));
  fs.copyFileSync(program, join(folder, 'a-year.mjs'));
  expect(await runCommand(folder, process.execPath, ['a-year.mjs'])).toContain('a year of renewals');
});

test('its types are complete', async () => {
  const types = fs.readFileSync(join(folder, 'node_modules/@svc/testing/dist/index.d.ts'), 'utf8');
  for (const text of ['createSimulation', 'class Svc ', 'class SvcManagement']) expect(types).toContain(text);
  expect(types).not.toMatch(/from ['"](?!node:)/);
});
