/**
 * Native ES modules; workspace packages resolve to their sources. Programs and threads that a test starts by their path
 * run as they were built.
 */
export default {
  globalSetup: '<rootDir>/tests/support/qdrant-container.mjs',
  testEnvironment: '<rootDir>/tests/support/outer-realm-environment.mjs',
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
    '^@imagesearch/(contracts|facets|service-kit|models|ingest|local-stack)/(.+)$':
      '<rootDir>/packages/$1/src/$2.ts',
    '^@imagesearch/(gateway|embedding|retrieval|reranker|rights)/(.+)$': '<rootDir>/services/$1/src/$2.ts',
    '^(\\.{1,2}/.*)\\.js$': ['$1.ts', '$1.js'],
  },
  testMatch: ['<rootDir>/{packages,services,tests}/**/*.test.ts'],
  modulePathIgnorePatterns: ['/dist/'],
  // A machine under load opens an embedded Postgres in tens of seconds.
  testTimeout: 90_000,
};
