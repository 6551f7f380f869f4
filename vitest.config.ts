import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['svc-source'] },
  ssr: { resolve: { conditions: ['svc-source'] } },
  test: {
    include: [
      'packages/*/test/**/*.test.ts',
      'e2e/**/*.test.ts',
      'examples/test/**/*.test.ts',
      'scripts/*.test.ts',
    ],
    globalSetup: ['packages/server/test/support/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
