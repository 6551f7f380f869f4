import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as esbuild, type Platform } from 'esbuild';
import { createLogger, build as vite } from 'vite';
import { describe, expect, test } from 'vitest';
import { sharedTrial } from './trial.js';
import { runAsWorker } from './worker.js';

const SERVER_ENTRY = `import { exercise } from './exercise.js'; globalThis.run = exercise;`;
const PAGE_ENTRY = `import { init, signup } from '@svc/browser'; init({ programId: 1 }); globalThis.signUp = signup;`;

describe('packed client packages', () => {
  const trial = sharedTrial();

  test('carry the licence of the repository', () => {
    const licence = readFileSync('LICENSE', 'utf8');
    for (const name of ['node', 'browser', 'cli', 'testing', 'server'])
      expect(readFileSync(`packages/${name}/LICENSE`, 'utf8'), name).toBe(licence);
    for (const name of ['node', 'browser'])
      expect(readFileSync(join(trial.project.folder, `node_modules/@svc/${name}/LICENSE`), 'utf8')).toBe(
        licence,
      );
  });

  test.each<[Platform, string[]]>([
    ['neutral', []],
    ['browser', []],
    ['browser', ['workerd', 'worker']],
    ['browser', ['edge-light']],
  ])('run after esbuild has bundled them for %s with the conditions %j', async (platform, conditions) => {
    await trial.project.write('server-entry.js', SERVER_ENTRY);
    const { outputFiles, warnings } = await esbuild({
      absWorkingDir: trial.project.folder,
      entryPoints: ['server-entry.js'],
      outdir: 'out',
      bundle: true,
      write: false,
      minify: true,
      format: 'iife',
      platform,
      conditions,
      logLevel: 'silent',
    });
    expect(warnings).toEqual([]);
    const exercise = await trial.prepare();
    await trial.expectDone(exercise, await runAsWorker(outputFiles[0]?.text ?? '', exercise));
  });

  test.each<['page' | 'worker', string, object]>([
    ['page', PAGE_ENTRY, {}],
    ['worker', SERVER_ENTRY, { ssr: { target: 'webworker', noExternal: true } }],
  ])('are bundled by Vite for a %s without a warning', async (kind, entry, options) => {
    await trial.project.write(`${kind}.js`, entry);
    const warnings: string[] = [];
    const logger = createLogger('warn');
    logger.warn = (message) => warnings.push(message);
    logger.warnOnce = logger.warn;
    await vite({
      configFile: false,
      root: trial.project.folder,
      customLogger: logger,
      ...options,
      build: {
        outDir: `vite-${kind}`,
        emptyOutDir: true,
        ...(kind === 'worker' && { ssr: `${kind}.js` }),
        rollupOptions: { input: `${kind}.js`, output: { entryFileNames: 'out.js' } },
      },
    });
    expect(warnings).toEqual([]);
    const script = readFileSync(join(trial.project.folder, `vite-${kind}/out.js`), 'utf8');
    expect(script).not.toMatch(/\bnode:|\brequire\(/);
    if (kind === 'page') return;
    const exercise = await trial.prepare();
    await trial.expectDone(exercise, await runAsWorker(script, exercise));
  });
});
