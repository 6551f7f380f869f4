import { spawnSync } from 'node:child_process';
import { defineConfig } from 'vitest/config';
import { sources, timeouts } from './vitest.config.js';

const PATIENCE = ['--fetch-retries=0', '--fetch-timeout=20000'];
const hasRegistry = spawnSync('npm', ['view', 'next', 'version', ...PATIENCE]).status === 0;
if (!hasRegistry)
  console.warn('The npm registry cannot be reached: what has to be downloaded from it is skipped.');

/**
 * `npm run test:ecosystem`, before a release: frameworks, bundlers, runtimes and compilers of others build and run the packed client
 * packages. It downloads them from the npm registry; without one, only bundlers that are installed here are tried.
 */
export default defineConfig({
  ...sources,
  test: {
    ...timeouts,
    testTimeout: 600_000,
    hookTimeout: 900_000,
    globalSetup: ['packages/server/test/support/global-setup.ts'],
    setupFiles: ['packages/server/test/support/remember-hashes.ts'],
    maxWorkers: 1,
    include: [...(hasRegistry ? ['e2e/ecosystem/*.ecosystem.ts'] : []), 'e2e/ecosystem/bundlers.test.ts'],
  },
});
