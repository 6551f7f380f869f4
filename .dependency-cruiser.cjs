/**
 * The arrows of ARCHITECTURE.md, checked. Each rule names one wall; an import against it fails `npm run check`.
 */
const server = (...folders) => `^packages/server/src/(${folders.join('|')})`;

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
      from: { path: '^packages/contract/src' },
      to: { path: '^packages/(?!contract/)' },
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
      comment: 'svc knows the service as any integrator does: by the server library and the contract.',
      severity: 'error',
      from: { path: '^packages/cli/src' },
      to: { path: '^packages/(?!(cli|node|contract)/)' },
    },
    {
      name: 'the-browser-library-stands-alone',
      comment: 'Every byte of it is loaded by every visitor.',
      severity: 'error',
      from: { path: '^packages/browser/src' },
      to: { pathNot: '^packages/browser/src' },
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
      severity: 'error',
      from: { path: '^packages/(?!server/)' },
      to: { path: '^packages/server' },
    },
    {
      name: 'the-database-knows-nobody',
      severity: 'error',
      from: { path: server('database') },
      to: { path: '^packages/(core|contract|server/src/(?!database))' },
    },
    {
      name: 'tracking-and-operations-know-no-callers',
      comment: 'What is recorded does not depend on who brought it.',
      severity: 'error',
      from: { path: server('tracking', 'operations') },
      to: { path: server('http', 'processor', 'jobs', 'app', 'serve', 'main', 'config') },
    },
    {
      name: 'tracking-knows-no-operations',
      severity: 'error',
      from: { path: server('tracking') },
      to: { path: server('operations', 'auth') },
    },
    {
      name: 'jobs-know-no-http',
      severity: 'error',
      from: { path: server('jobs') },
      to: { path: server('http', 'processor', 'app', 'serve', 'main', 'config') },
    },
    {
      name: 'routes-hold-no-sql',
      comment: 'Routes pass the pool on to operations; they do not use it.',
      severity: 'error',
      from: { path: server('http', 'processor') },
      to: { path: '^node_modules/(pg|kysely)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: { path: '^packages/[^/]+/src' },
      to: { path: '(/test/|^(bench|demo|e2e|examples|scripts)/)' },
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
