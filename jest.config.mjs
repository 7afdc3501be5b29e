const CHAOS = 'tests/chaos/long';

/**
 * Native ES modules; workspace packages resolve to their sources. Programs and threads that a test starts by their path
 * run as they were built.
 */
export default {
  globalSetup: '<rootDir>/packages/testkit/jest/qdrant-container.mjs',
  testSequencer: '<rootDir>/packages/testkit/jest/slow-first-sequencer.mjs',
  reporters: ['default', '<rootDir>/scripts/test-counts.mjs'],
  testEnvironment: '<rootDir>/packages/testkit/jest/outer-realm-environment.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleNameMapper: {
    '^@imagesearch/(gateway|embedding|ingest|retrieval|reranker|rights)/(.+)$':
      '<rootDir>/services/$1/src/$2.ts',
    '^@imagesearch/([^/]+)/package\\.json$': '<rootDir>/packages/$1/package.json',
    '^@imagesearch/([^/]+)/(.+)$': '<rootDir>/packages/$1/src/$2.ts',
    '^@imagesearch/sdk$': '<rootDir>/packages/sdk/src/index.ts',
    '^(\\.{1,2}/.*)\\.js$': ['$1.ts', '$1.js'],
  },
  testMatch:
    process.env['CHAOS_LONG'] === '1'
      ? [`<rootDir>/${CHAOS}/*.test.ts`, '<rootDir>/services/retrieval/test/contract/killed-rebuild.test.ts']
      : ['<rootDir>/{packages,services,tests,evaluation}/**/*.test.ts'],
  modulePathIgnorePatterns: ['/dist/'],
  // Minutes long; `npm run chaos` runs them.
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env['CHAOS_LONG'] === '1' ? [] : [`<rootDir>/${CHAOS}/`]),
  ],
  // A machine under load opens an embedded Postgres in tens of seconds.
  testTimeout: 90_000,
};
