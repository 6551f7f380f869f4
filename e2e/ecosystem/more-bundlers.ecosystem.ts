import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sharedTrial } from './trial.js';
import { runAsWorker } from './worker.js';

const WEBPACK = `
  import webpack from 'webpack';
  const [target, entry] = process.argv.slice(2);
  webpack({ mode: 'production', target, entry, output: { path: import.meta.dirname + '/webpack-' + target, filename: 'out.js' } }, (error, stats) => {
    if (error) throw error;
    const { warnings, errors } = stats.toJson({ warnings: true, errors: true });
    console.log(JSON.stringify([...warnings, ...errors].map(({ message }) => message)));
  });`;

const ROLLUP = `
  import resolve from '@rollup/plugin-node-resolve';
  import { rollup } from 'rollup';
  const warnings = [];
  const bundle = await rollup({ input: process.argv[2], plugins: [resolve({ browser: true })], onwarn: ({ message }) => warnings.push(message) });
  await bundle.write({ file: 'rollup/out.js', format: 'iife' });
  console.log(JSON.stringify(warnings));`;

describe('packed client packages', () => {
  const trial = sharedTrial({
    webpack: '^5.113.0',
    rollup: '^4.68.8',
    '@rollup/plugin-node-resolve': '^16.0.0',
  });
  const outputOf = (path: string) => readFileSync(join(trial.project.folder, path), 'utf8');

  test.each(['web', 'webworker'])('are bundled by webpack for %s without a warning', async (target) => {
    const { project } = trial;
    await project.write('server.js', `import { exercise } from './exercise.js'; globalThis.run = exercise;`);
    await project.write('page.js', `import { init } from '@svc/browser'; init({ programId: 1 });`);
    await project.write('webpack.mjs', WEBPACK);
    expect(JSON.parse(await project.node('webpack.mjs', target, './page.js'))).toEqual([]);
    expect(JSON.parse(await project.node('webpack.mjs', target, './server.js'))).toEqual([]);
    const exercise = await trial.prepare();
    await trial.expectDone(exercise, await runAsWorker(outputOf(`webpack-${target}/out.js`), exercise));
  });

  test('are bundled by Rollup without a warning', async () => {
    const { project } = trial;
    await project.write('server.js', `import { exercise } from './exercise.js'; globalThis.run = exercise;`);
    await project.write('rollup.mjs', ROLLUP);
    expect(JSON.parse(await project.node('rollup.mjs', 'server.js'))).toEqual([]);
    const exercise = await trial.prepare();
    await trial.expectDone(exercise, await runAsWorker(outputOf('rollup/out.js'), exercise));
  });
});
