/**
 * The import rules of ARCHITECTURE.md. Services: main → service → rpc → app → domain ← adapters. Retrieval: rpc → search →
 * rank and words → index ← its engines. Rights: service → rpc and downloads → stages and stores → rules. The gateway: service
 * and app → features, each with its routes, rules and stores → http. Ingest: commands → queue → pipeline → sources.
 * Every folder of every service is named here.
 */
const LAYERED = '^services/(embedding|reranker)/src/';
const RETRIEVAL = '^services/retrieval/src/';
const RIGHTS = '^services/rights/src/';
/** Folders of the gateway; each imports only earlier ones, and never the files that wire them. */
const GATEWAY_FOLDERS = [
  ...['http', 'billing', 'limits', 'keys', 'operations', 'assets', 'webhooks', 'accounts'],
  ...['health', 'search', 'uploads', 'agreement', 'console', 'mcp', 'contract'],
];
const WIRING = '(main|service|context|config|rpc|wire)\\.ts$';
/** Imports between packages end at their built files. */
const WIRE_TYPES = '^packages/contracts/dist/(?!candidate-texts\\.js$)';
const LIBRARIES_OF_ADAPTERS =
  'node_modules/(@grpc|express|pg|@lancedb|@qdrant|ioredis|@aws-sdk|onnxruntime-node|sharp)/';

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
      comment: 'A service reaches another one over gRPC only; so do its tests and measurements.',
      severity: 'error',
      from: { path: '^services/([^/]+)/', pathNot: '^services/gateway/src/(uploads|agreement)/' },
      to: { path: '^services/(?!$1/)' },
    },
    {
      name: 'uploads-and-repairs-run-the-pipeline',
      comment:
        'Ingest is a client of the services and no service itself; the gateway ingests one image and repairs points with it (decision 7).',
      severity: 'error',
      from: { path: '^services/gateway/src/(uploads|agreement)/' },
      to: {
        path: '^services/(?!gateway/|ingest/dist/pipeline/(one-image|agreement|repair-points)\\.js$)',
      },
    },
    {
      name: 'packages-do-not-import-services',
      comment: 'Only the local stack, which starts them, and the testkit know the services.',
      severity: 'error',
      from: { path: '^packages/(?!local-stack/|testkit/)' },
      to: { path: '^services/' },
    },
    {
      name: 'console-works-on-the-public-api',
      comment: 'The page knows the service through its client only.',
      severity: 'error',
      from: { path: '^packages/console/src/' },
      to: { path: '^(?:services|packages)/(?!console/|sdk/)' },
    },
    {
      name: 'packages-are-imported-by-their-exports',
      severity: 'error',
      from: { path: '^(?:packages|services)/([^/]+)/' },
      to: { path: '^(?:packages|services)/(?!$1/)[^/]+/src/', dependencyTypes: ['local'] },
    },
    {
      name: 'every-folder-is-named',
      comment: 'A new folder of a service gets a rule first.',
      severity: 'error',
      from: {
        path: [
          `${LAYERED}(?!rpc/|app/|domain/|adapters/|[^/]+\\.ts$)`,
          `${RETRIEVAL}(?!index/|rank/|words/|[^/]+\\.ts$)`,
          `${RIGHTS}(?!blobs/|credited/|licenses/|[^/]+\\.ts$)`,
          `^services/gateway/src/(?!(${GATEWAY_FOLDERS.join('|')})/|[^/]+\\.ts$)`,
          '^services/ingest/src/(?!commands/|queue/|pipeline/|sources/|[^/]+\\.ts$)',
        ],
      },
      to: {},
    },
    {
      name: 'domain-is-pure',
      comment: 'Rules know no transport, no store, no use case and no wire type.',
      severity: 'error',
      from: { path: `${LAYERED}domain/` },
      to: {
        path: [`${LAYERED}(rpc|app|adapters)/`, `${LAYERED}${WIRING}`, WIRE_TYPES, LIBRARIES_OF_ADAPTERS],
      },
    },
    {
      name: 'use-cases-know-no-transport-and-no-adapter',
      severity: 'error',
      from: { path: `${LAYERED}app/` },
      to: {
        path: [`${LAYERED}(rpc|adapters)/`, `${LAYERED}${WIRING}`, WIRE_TYPES, LIBRARIES_OF_ADAPTERS],
      },
    },
    {
      name: 'adapters-know-no-transport-and-no-use-case',
      severity: 'error',
      from: { path: `${LAYERED}adapters/` },
      to: { path: [`${LAYERED}(rpc|app)/`, `${LAYERED}${WIRING}`] },
    },
    {
      name: 'rpcs-reach-adapters-through-the-context',
      severity: 'error',
      from: { path: `${LAYERED}(rpc/|(rpc|wire)\\.ts$)` },
      to: { path: [`${LAYERED}adapters/`, `${LAYERED}main\\.ts$`] },
    },
    {
      name: 'retrieval-ranks-and-reads-words-without-an-engine',
      comment: 'Both know the interface of the index, and no transport, store or use case.',
      severity: 'error',
      from: { path: `${RETRIEVAL}(rank|words)/` },
      to: {
        path: [
          `${RETRIEVAL}[^/]+\\.ts$`,
          `${RETRIEVAL}index/(lancedb|qdrant|memory|open)`,
          WIRE_TYPES,
          LIBRARIES_OF_ADAPTERS,
        ],
      },
    },
    {
      name: 'retrieval-index-is-at-the-bottom',
      severity: 'error',
      from: { path: `${RETRIEVAL}index/` },
      to: { path: [`${RETRIEVAL}([^/]+\\.ts$|rank/|words/)`, WIRE_TYPES] },
    },
    {
      name: 'retrieval-interface-knows-no-engine',
      severity: 'error',
      from: { path: `${RETRIEVAL}index/[^/]+\\.ts$`, pathNot: 'index/open\\.ts$' },
      to: { path: [`${RETRIEVAL}index/(lancedb|qdrant|memory)/`, LIBRARIES_OF_ADAPTERS] },
    },
    {
      name: 'retrieval-wire-stays-at-the-border',
      severity: 'error',
      from: { path: RETRIEVAL, pathNot: 'src/(rpc|wire|wire-filters|service)\\.ts$' },
      to: { path: WIRE_TYPES },
    },
    {
      name: 'retrieval-use-cases-know-no-engine',
      severity: 'error',
      from: { path: `${RETRIEVAL}(?!service|config|events|main)[^/]+\\.ts$` },
      to: { path: [`${RETRIEVAL}index/(lancedb|qdrant|memory|open)`, LIBRARIES_OF_ADAPTERS] },
    },
    {
      name: 'scorers-know-no-transport',
      severity: 'error',
      from: { path: '^services/reranker/src/(scorer|lexical-scorer|match-words|cross-encoder)\\.ts$' },
      to: { path: ['^services/reranker/src/(main|service|config|rpc)\\.ts$', WIRE_TYPES] },
    },
    {
      name: 'rules-of-rights-are-pure',
      comment:
        'Licences, credits, the form of an asset, names of files and tokens know no transport, no store and no wire type.',
      severity: 'error',
      from: {
        path: `${RIGHTS}(licenses/|credited/(?!credited-files)|(assets|files|download-token|metadata-schema)\\.ts$)`,
      },
      to: {
        path: [
          `${RIGHTS}(?!licenses/|credited/(?!credited-files)|blobs/blob-store\\.ts$|(assets|files|download-token|metadata-schema)\\.ts$)`,
          WIRE_TYPES,
          LIBRARIES_OF_ADAPTERS,
        ],
      },
    },
    {
      name: 'stages-and-stores-of-rights-know-no-transport',
      severity: 'error',
      from: { path: `${RIGHTS}(?!(main|service|rpc|wire|downloads)\\.ts$)` },
      to: {
        path: [`${RIGHTS}(main|service|rpc|wire|downloads)\\.ts$`, WIRE_TYPES],
      },
    },
    {
      name: 'rpcs-of-rights-get-their-stores',
      comment: 'The service opens the stores and hands each RPC what it works with.',
      severity: 'error',
      from: { path: `${RIGHTS}(rpc|wire|downloads|metadata-schema|put-asset|unused-files)\\.ts$` },
      to: {
        path: [`${RIGHTS}(main|service|config|asset-store)\\.ts$`, `${RIGHTS}blobs/(?!blob-store\\.ts$)`],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'express-stays-in-routes',
      comment: 'The rules, use cases and stores of a feature know no transport.',
      severity: 'error',
      from: {
        path: '^services/gateway/src/(?!http/)[^/]+/',
        pathNot: '(routes?|operations/operation|keys/admission)\\.ts$',
      },
      to: { path: 'node_modules/(express|@types/express|@types/express-serve-static-core)/' },
    },
    ...GATEWAY_FOLDERS.map((folder, at) => ({
      name: `gateway-${folder}-imports-what-is-below`,
      comment: 'What it uses from above is handed to it.',
      severity: 'error',
      from: { path: `^services/gateway/src/${folder}/` },
      to: {
        path: `^services/gateway/src/(${[...GATEWAY_FOLDERS.slice(at + 1).map((above) => `${above}/`), '[^/]+\\.ts$'].join('|')})`,
      },
    })),
    {
      name: 'credit-rules-are-pure',
      comment:
        'What a search costs, periods, balances and plans know no store; the SQL beside them keeps the credits.',
      severity: 'error',
      from: {
        path: '^services/gateway/src/billing/(balance|bill-search|ledger|plans)\\.ts$',
      },
      to: {
        path: [
          '^services/gateway/src/(?!billing/)',
          '^services/gateway/src/billing/(?!balance|bill-search|ledger\\.|plans)',
          'node_modules/(express|pg)/',
        ],
      },
    },
    {
      name: 'ingest-commands-are-on-top',
      severity: 'error',
      from: { path: '^services/ingest/src/(queue|pipeline|sources)/' },
      to: { path: '^services/ingest/src/(commands/|main|program)' },
    },
    {
      name: 'ingest-pipeline-knows-no-queue',
      severity: 'error',
      from: { path: '^services/ingest/src/(pipeline|sources)/' },
      to: { path: '^services/ingest/src/queue/' },
    },
    {
      name: 'sources-know-no-pipeline',
      severity: 'error',
      from: { path: '^services/ingest/src/sources/' },
      to: { path: '^services/ingest/src/pipeline/' },
    },
    {
      name: 'metadata-is-read-without-a-decoder',
      comment: 'What a file says, and edits of it, need no pixels and no process.',
      severity: 'error',
      from: { path: '^packages/image-files/src/(metadata|edit)/' },
      to: { path: ['^packages/image-files/src/decoder/', 'node_modules/sharp/'] },
    },
    {
      name: 'only-decoders-decode',
      comment: 'Files from outside are decoded in processes that can be killed.',
      severity: 'error',
      from: { path: '^packages/image-files/src/', pathNot: '^packages/image-files/src/decoder/' },
      to: { path: ['node_modules/(sharp|jxl-oxide-wasm|libheif-js)/'] },
    },
    {
      name: 'only-main-is-started',
      severity: 'error',
      from: { pathNot: '/main\\.ts$' },
      to: { path: '^services/[^/]+/src/main\\.ts$' },
    },
    {
      name: 'the-runtime-is-loaded-without-telemetry',
      comment: 'One module turns the telemetry of the ONNX runtime off before it loads the runtime.',
      severity: 'error',
      from: { pathNot: '^packages/models/src/session\\.ts$' },
      to: { path: 'node_modules/onnxruntime-node/' },
    },
    {
      name: 'sdk-runs-everywhere',
      comment: 'Only one file of the SDK, which a condition of its package selects, knows Node.',
      severity: 'error',
      from: { path: '^packages/sdk/src/', pathNot: '\\.node\\.ts$' },
      to: { pathNot: '^packages/sdk/src/' },
    },
    {
      name: 'mcp-uses-the-public-api',
      comment: 'Its package is published, and reaches the image search through the SDK only.',
      severity: 'error',
      from: { path: '^packages/mcp/src/' },
      to: { path: '^(packages|services)/(?!mcp/|sdk/)' },
    },
    {
      name: 'facets-depend-on-nothing',
      severity: 'error',
      from: { path: '^packages/facets/src/' },
      to: { pathNot: '^packages/facets/src/' },
    },
    {
      name: 'no-test-code-in-sources',
      severity: 'error',
      from: { path: '^(services|packages)/(?!testkit/)[^/]+/src/' },
      to: { path: '(^tests/|/test/|^packages/testkit/|@jest)' },
    },
  ],
  options: {
    doNotFollow: { path: '(node_modules|/dist/)' },
    exclude: { path: '/src/generated/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.tests.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'default'] },
  },
};
