import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { compileTexts } from './packages/dashboard/scripts/compile-texts.js';

/** The longest, in this order: begun late, one of them would keep a single core busy while the others have nothing to do. */
const FIRST = [
  'packages/server/test/database/power-loss.test.ts',
  'packages/server/test/guarantees/histories.test.ts',
  'e2e/dashboard/pages.test.ts',
  'packages/server/test/payments/crash.test.ts',
  'packages/server/test/guarantees/outage.test.ts',
  'packages/server/test/guarantees/crash.test.ts',
  'packages/server/test/guarantees/simulation.test.ts',
  'packages/server/test/transfer/round-trips.test.ts',
];

/** Those that change or measure what all files of a process share: `Intl`, the variables a module reads when it is loaded, memory. */
export const ALONE = [
  'examples/test/nextjs.test.ts',
  'packages/cli/test/guide.test.ts',
  'packages/dashboard/test/locales.test.ts',
  'packages/server/test/database/open.test.ts',
  'packages/server/test/reports/currencies.test.ts',
];

const server = (...folders: string[]) =>
  folders.map((folder) => `packages/server/test/${folder}/**/*.test.ts`);

/**
 * Files that share what they have loaded, group by group: loading it takes each file a second. A process runs files of one
 * group only, so that what it keeps of closed databases does not add up over all of them.
 */
const GROUPS: Readonly<Record<string, string[]>> = {
  browser: ['e2e/**/*.test.ts', 'examples/test/**/*.test.ts'],
  clients: ['packages/{core,contract,dashboard,node,cli}/test/**/*.test.ts', 'scripts/*.test.ts'],
  guarantees: server('guarantees'),
  payments: server('payments'),
  http: server('http', 'keys', 'integration', 'events', 'ingest', 'clicks', 'customers'),
  money: server('payouts', 'commissions', 'sales', 'rules', 'reports', 'verify', 'partners', 'programs'),
  webhooks: server('webhooks'),
  people: server('security', 'people', 'operations', 'provision', 'workspaces', 'audit', 'management-keys'),
  program: server(
    'applications',
    'assets',
    'breakdown',
    'branding',
    'claims',
    'codes',
    'groups',
    'adjustments',
  ),
  messages: server('notifications', 'digests', 'partner-notes', 'mail'),
  books: server('transfer', 'seals', 'imports', 'policy', 'fraud'),
};

export const sources = {
  plugins: [compileTexts()],
  resolve: { conditions: ['svc-source'] },
  ssr: { resolve: { conditions: ['svc-source'] } },
};
export const timeouts = {
  testTimeout: 120_000,
  hookTimeout: 240_000,
  // Soon on every machine but a very slow one, which is no reason to fail.
  expect: { poll: { timeout: 60_000 } },
};

/** The longest first, those that need a process of their own last, and in between group by group. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const path = relative(import.meta.dirname, moduleId);
      if (ALONE.includes(path)) return FIRST.length + 1;
      return FIRST.includes(path) ? FIRST.indexOf(path) : FIRST.length;
    };
    const nameOf = ({ moduleId, project }: TestSpecification) => `${project.name} ${moduleId}`;
    return files.toSorted((a, b) => rank(a) - rank(b) || nameOf(a).localeCompare(nameOf(b)));
  }
}

const setupFiles = ['packages/server/test/support/remember-hashes.ts'];
const project = (name: string, test: object): TestProjectConfiguration => ({
  ...sources,
  test: { ...timeouts, name, unstubGlobals: true, setupFiles, ...test },
});

export default defineConfig({
  ...sources,
  test: {
    globalSetup: ['packages/server/test/support/global-setup.ts', 'e2e/dashboard/support/demo-setup.ts'],
    maxWorkers: availableParallelism(),
    // Each project would transform the same sources again.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    projects: [
      project('alone', { include: [...FIRST, ...ALONE] }),
      ...Object.entries(GROUPS).map(([name, include]) =>
        project(name, {
          include,
          exclude: [...FIRST, ...ALONE],
          isolate: false,
          ...(name === 'browser' && { setupFiles: [...setupFiles, 'e2e/support/describe-failure.ts'] }),
        }),
      ),
      project('others', {
        include: ['{packages,e2e,scripts}/**/*.test.ts', 'examples/test/**/*.test.ts'],
        exclude: ['**/node_modules/**', ...FIRST, ...ALONE, ...Object.values(GROUPS).flat()],
      }),
    ],
  },
});
