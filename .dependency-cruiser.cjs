/** The import rules of ARCHITECTURE.md: main → service → rpc|http → app → domain ← adapters; services never import one another. */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'services-stay-apart',
      comment: 'A service reaches another one over gRPC only.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/(?!$1/)' },
    },
    {
      name: 'packages-do-not-import-services',
      comment: 'Only the local stack, which starts them, knows the services.',
      severity: 'error',
      from: { path: '^packages/(?!local-stack/)' },
      to: { path: '^services/' },
    },
    {
      name: 'domain-is-pure',
      comment: 'Rules know no transport, no store, no wire type.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/domain/' },
      to: {
        path: [
          '^services/[^/]+/src/(rpc|http|app|adapters|store|clients|main|service|context|config)',
          '^packages/contracts/',
          'node_modules/(@grpc|express|pg|@lancedb|@qdrant|ioredis)/',
        ],
      },
    },
    {
      name: 'credit-rules-are-pure',
      comment:
        'What a search costs, periods, balances and plans know no store; the SQL beside them keeps the credits.',
      severity: 'error',
      from: {
        path: '^services/gateway/src/billing/(balance|bill-search|billing-period|credits|ledger|plans)\\.ts$',
      },
      to: {
        path: [
          '^services/gateway/src/(rpc|http|store|clients|main|service|context|config)',
          '^services/gateway/src/billing/(?!balance|bill-search|billing-period|credits|ledger\\.|plans)',
          'node_modules/(express|pg)/',
        ],
      },
    },
    {
      name: 'use-cases-know-no-transport-and-no-store',
      severity: 'error',
      from: { path: '^services/[^/]+/src/app/' },
      to: {
        path: [
          '^services/[^/]+/src/(rpc|http|adapters|store|clients|main|service|context|config)',
          '^packages/contracts/',
          'node_modules/(@grpc|express|pg|@lancedb|@qdrant|ioredis)/',
        ],
      },
    },
    {
      name: 'adapters-do-not-know-transports',
      severity: 'error',
      from: { path: '^services/[^/]+/src/(adapters|store)/' },
      to: { path: '^services/[^/]+/src/(rpc|http|main|service|context)' },
    },
    {
      name: 'facets-depend-on-nothing',
      severity: 'error',
      from: { path: '^packages/facets/src/' },
      to: { pathNot: '^packages/facets/src/' },
    },
    {
      name: 'only-main-is-started',
      severity: 'error',
      from: { pathNot: '/main\\.ts$' },
      to: { path: '^services/[^/]+/src/main\\.ts$' },
    },
    {
      name: 'no-test-code-in-sources',
      severity: 'error',
      from: { path: '^(services|packages)/[^/]+/src/' },
      to: { path: '(^tests/|/test/|@jest)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|/generated/)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.tests.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'default'] },
  },
};
