/**
 * The arrows of ARCHITECTURE.md, checked. Each rule names one wall; an import against it fails `npm run check`.
 */
const server = (...folders) => `^packages/server/src/(${folders.join('|')})`;

/** What starts everything: nothing below imports it. */
const CALLERS = ['adapters', 'work', 'long-work', 'service', 'main', 'engine-program', 'work-program'];

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'core-stands-alone',
      comment:
        'The rules of attribution and money depend on nothing, so that they can be tested and trusted alone.',
      severity: 'error',
      from: { path: '^packages/core/src' },
      to: { pathNot: '^packages/core/src' },
    },
    {
      name: 'contract-imports-nothing-of-ours',
      severity: 'error',
      comment: 'Apart from the reader of referrals and the form of names, which have one implementation.',
      from: { path: '^packages/contract/src' },
      to: { path: '^packages/(?!(contract/|core/src/(names|attribution/referral)\\.ts))' },
    },
    {
      name: 'the-server-library-stands-alone',
      comment: 'It is published, and runs wherever there is a fetch.',
      severity: 'error',
      from: { path: '^packages/node/src' },
      to: { pathNot: '^packages/node/src' },
    },
    {
      name: 'the-tool-speaks-only-http',
      comment:
        'svc knows the service as any integrator does: by the server library and the contract. What a statement is signed as is a ' +
        'published format (docs/books.md), written once.',
      severity: 'error',
      from: { path: '^packages/cli/src' },
      to: { path: '^packages/(?!(cli|node|contract)/|core/src/canonical-json\\.ts)' },
    },
    {
      name: 'the-browser-library-stands-alone',
      comment:
        'Every byte of it is loaded by every visitor. How an address holds a referral is two constants of core, put in when it is built.',
      severity: 'error',
      from: { path: '^packages/browser/src' },
      to: { pathNot: '^packages/(browser/src|core/src/attribution/referral-pattern\\.ts)' },
    },
    {
      name: 'the-dashboard-speaks-only-http',
      comment:
        'What it knows of the service comes from the description at /openapi.json; currencies come from contract.',
      severity: 'error',
      from: { path: '^packages/dashboard/src' },
      to: { path: '^packages/(?!(dashboard|core|contract)/)' },
    },
    {
      name: 'dashboard-pages-stand-side-by-side',
      comment: 'A page is loaded alone; what two of them need is in ui, format or a file of their own area.',
      severity: 'error',
      from: { path: '^packages/dashboard/src/(api|format|session|shell|ui)' },
      to: { path: '^packages/dashboard/src/(pages|router)' },
    },
    {
      name: 'nobody-imports-the-server',
      comment: 'Apart from the package that runs it inside of tests.',
      severity: 'error',
      from: { path: '^packages/(?!(server|testing)/)' },
      to: { path: '^packages/server' },
    },
    {
      name: 'the-database-knows-nobody',
      severity: 'error',
      from: { path: server('database') },
      to: { path: '^packages/(core|contract|server/src/(?!database))' },
    },
    {
      name: 'ingest-knows-no-callers',
      comment: 'What is recorded does not depend on where a command came from.',
      severity: 'error',
      from: { path: server('ingest') },
      to: {
        path: server(
          'events',
          'operations',
          'delivery',
          'features',
          'payments',
          'providers',
          'provision',
          'verify',
          'auth',
          ...CALLERS,
        ),
      },
    },
    {
      name: 'events-and-the-runner-know-no-feature',
      severity: 'error',
      from: { path: server('events', 'operations') },
      to: {
        path: server('delivery', 'features', 'payments', 'providers', 'provision', 'verify', ...CALLERS),
      },
    },
    {
      name: 'events-know-no-operation',
      severity: 'error',
      from: { path: server('events') },
      to: { path: server('operations') },
    },
    {
      name: 'features-know-no-callers',
      severity: 'error',
      from: { path: server('delivery', 'features', 'payments', 'provision', 'verify') },
      to: { path: server(...CALLERS) },
    },
    {
      name: 'features-know-no-provisioning-and-no-delivery',
      severity: 'error',
      from: { path: server('features', 'payments') },
      to: { path: server('delivery', 'provision', 'verify') },
    },
    {
      name: 'providers-know-no-database',
      comment: 'A provider verifies, parses, translates and fetches; payments/ stores and decides.',
      severity: 'error',
      from: { path: server('providers') },
      to: {
        path: [
          server('database', 'ingest', 'operations', 'features', ...CALLERS),
          '^node_modules/(pg|kysely)/',
        ],
      },
    },
    {
      name: 'providers-know-only-the-port',
      comment:
        'Of payments/, a provider sees the port and the readers of JSON and metadata that every provider needs.',
      severity: 'error',
      from: { path: server('providers') },
      to: {
        path: '^packages/server/src/payments/(?!provider|own-accounts|fetched-event|read-json|sale-keys)',
      },
    },
    {
      name: 'payments-know-no-provider',
      comment: 'The composition passes the list of providers in.',
      severity: 'error',
      from: { path: server('payments') },
      to: { path: server('providers') },
    },
    {
      name: 'features-know-no-sign-in',
      comment: 'Sign-in calls the security features; what both need of passwords is in crypto/.',
      severity: 'error',
      from: { path: server('delivery', 'features', 'operations', 'payments', 'provision', 'verify', 'work') },
      to: { path: server('auth') },
    },
    {
      name: 'crypto-and-addresses-know-nobody',
      severity: 'error',
      from: { path: server('crypto', 'net') },
      to: { path: '^packages/(core|contract|server/src/(?!(crypto|net)/))' },
    },
    {
      name: 'work-knows-no-http',
      severity: 'error',
      from: { path: server('work') },
      to: { path: server('adapters', 'service', 'main') },
    },
    {
      name: 'adapters-hold-no-sql',
      comment: 'Routes pass the pool on to operations; they do not use it.',
      severity: 'error',
      from: { path: server('adapters') },
      to: { path: '^node_modules/(pg|kysely)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: { path: '^packages/(?!testing/)[^/]+/src' },
      to: { path: '(/test/|^(bench|demo|e2e|examples|scripts)/)' },
    },
    {
      name: 'testing-takes-no-test-code',
      severity: 'error',
      from: { path: '^packages/testing/src' },
      to: { path: '(/test/|^(bench|demo|e2e|examples|scripts)/)' },
    },
    {
      name: 'the-stand-in-stands-alone',
      comment:
        'It plays the part of others, so that it shares nothing with the service but how amounts are written.',
      severity: 'error',
      from: { path: '^packages/stand-in/src' },
      to: { path: '^packages/(?!stand-in/|contract/src/currencies)' },
    },
    {
      name: 'the-product-knows-no-stand-in',
      severity: 'error',
      from: { path: '^packages/(?!testing/|stand-in/)[^/]+/src' },
      to: { path: '^packages/stand-in' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|/test/)' },
    tsPreCompilationDeps: 'specify',
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['svc-source', 'import', 'types', 'default'],
    },
  },
};
