import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest, in this order: begun late, one of them would keep a single core busy while the others have nothing to do. */
const FIRST = [
  'packages/server/test/guarantees/histories.test.ts',
  'e2e/dashboard/pages.test.ts',
  'packages/server/test/payments/crash.test.ts',
  'packages/server/test/guarantees/outage.test.ts',
  'packages/server/test/guarantees/crash.test.ts',
  'packages/server/test/guarantees/simulation.test.ts',
];

/** Those that change or measure what all files of a process share: `Intl`, the variables a module reads when it is loaded, memory. */
export const ALONE = [
  'examples/test/nextjs.test.ts',
  'packages/cli/test/guide.test.ts',
  'packages/dashboard/test/locales.test.ts',
  'packages/server/test/database/open.test.ts',
  'packages/server/test/reports/currencies.test.ts',
];

export const sources = {
  resolve: { conditions: ['svc-source'] },
  ssr: { resolve: { conditions: ['svc-source'] } },
};
export const timeouts = { testTimeout: 60_000, hookTimeout: 120_000 };

/** The longest first, those that need a process of their own last, and in between folder by folder. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const path = relative(import.meta.dirname, moduleId);
      if (ALONE.includes(path)) return FIRST.length + 1;
      return FIRST.includes(path) ? FIRST.indexOf(path) : FIRST.length;
    };
    return files.toSorted((a, b) => rank(a) - rank(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

export default defineConfig({
  ...sources,
  test: {
    globalSetup: ['packages/server/test/support/global-setup.ts'],
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...sources,
        test: {
          ...timeouts,
          name: 'together',
          unstubGlobals: true,
          setupFiles: ['packages/server/test/support/remember-hashes.ts'],
          include: [
            'packages/*/test/**/*.test.ts',
            'e2e/**/*.test.ts',
            'examples/test/**/*.test.ts',
            'scripts/*.test.ts',
          ],
          exclude: ALONE,
        },
      },
      { ...sources, test: { ...timeouts, name: 'alone', include: ALONE } },
    ],
  },
});
