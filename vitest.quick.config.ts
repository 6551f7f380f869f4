import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { ALONE, sources, timeouts } from './vitest.config.js';

process.env.SVC_TEST_QUICK = 'on';

/** From each part of the server the file that shows soonest that the part is broken, and starts no process. */
const SERVER = [
  'audit/audit',
  'clicks/ensure-click-partitions',
  'commissions/operations',
  'customers/customer',
  'database/statements',
  'database/transaction',
  'guarantees/isolation',
  'guarantees/references-at-once',
  'http/click',
  'http/lead',
  'http/refund',
  'http/sale',
  'integration/integration',
  'keys/key-matrix',
  'operations/managing',
  'partners/portal',
  'payments/events',
  'payments/webhook',
  'payouts/payouts',
  'people/joining',
  'programs/lead-source',
  'provision/provision',
  'reports/report',
  'rules/preview',
  'sales/explain',
  'security/sign-in',
  'verify/verify-credit',
  'webhooks/messages',
  'webhooks/webhooks',
];

/** `npm run test:quick`, for while you work: the rules, the clients, and a slice of the server on the embedded engine. */
export default defineConfig({
  ...sources,
  test: {
    ...timeouts,
    globalSetup: ['packages/server/test/support/global-setup.ts'],
    setupFiles: ['packages/server/test/support/remember-hashes.ts'],
    maxWorkers: availableParallelism(),
    isolate: false,
    unstubGlobals: true,
    include: [
      'packages/{core,contract,dashboard}/test/**/*.test.ts',
      'packages/node/test/{cookies,retries,svc}.test.ts',
      'packages/cli/test/settings.test.ts',
      'packages/server/test/{config,encryption,network,logger}.test.ts',
      ...SERVER.map((name) => `packages/server/test/${name}.test.ts`),
    ],
    exclude: ALONE,
  },
});
