import { defineConfig } from 'vitest/config';
import { sources, timeouts } from './vitest.config.js';

/** `npm run test:browsers`, before a release: the tracker and the web application in Firefox and WebKitGTK, where they are installed. */
export default defineConfig({
  ...sources,
  test: {
    ...timeouts,
    testTimeout: 120_000,
    hookTimeout: 600_000,
    globalSetup: ['packages/server/test/support/global-setup.ts'],
    setupFiles: ['packages/server/test/support/remember-hashes.ts'],
    maxWorkers: 1,
    include: ['e2e/browsers/*.browsers.ts'],
  },
});
