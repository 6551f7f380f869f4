import { defineConfig } from 'vitest/config';
import { sources, timeouts } from './vitest.config.js';

/**
 * `npm run test:ecosystem`, before a release: frameworks, bundlers, runtimes and compilers of others build and run the packed client
 * packages. It downloads them from the npm registry.
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
    include: ['e2e/ecosystem/*.ecosystem.ts', 'e2e/ecosystem/bundlers.test.ts'],
  },
});
