import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['**/dist/**', '**/.data/**', 'packages/*/src/generated/**', '.ci/generated-clients/**'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: {
        project: [
          './packages/*/tsconfig.json',
          './services/*/tsconfig.json',
          './services/*/bench/tsconfig.json',
          './bench/tsconfig.json',
          './evaluation/tsconfig.json',
          './tsconfig.tests.json',
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      'max-lines': ['error', { max: 350, skipBlankLines: false, skipComments: false }],
      'max-lines-per-function': ['error', { max: 50, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    },
  },
  {
    files: ['packages/*/src/**/*.{ts,tsx}', 'services/*/src/**/*.ts'],
    ignores: ['packages/service-kit/src/process/terminal.ts', 'packages/mcp/src/main.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "CallExpression[callee.property.name='any'] CallExpression[callee.property.name='timeout']",
          message: 'Node may collect this timeout before it fires: use endingAfter of service-kit.',
        },
      ],
      'no-restricted-properties': [
        'error',
        ...['stdout', 'stderr'].map((property) => ({
          object: 'process',
          property,
          message: 'Print with printOut and printErr of service-kit: nothing reaches a terminal raw.',
        })),
      ],
    },
  },
  {
    files: ['packages/console/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['**/{test,bench}/**/*.ts', '{tests,evaluation,packages/testkit}/**/*.ts'],
    rules: { 'max-lines-per-function': 'off' },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'readonly',
        __dirname: 'readonly',
        SharedArrayBuffer: 'readonly',
        URL: 'readonly',
        AbortController: 'readonly',
        AbortSignal: 'readonly',
        fetch: 'readonly',
      },
    },
  },
  {
    files: ['examples/*.mjs'],
    languageOptions: { globals: { Buffer: 'readonly', fetch: 'readonly' } },
  },
  {
    // Parts of these run in a page.
    files: ['packages/console/tools/*.mjs'],
    languageOptions: {
      globals: {
        document: 'readonly',
        performance: 'readonly',
        requestAnimationFrame: 'readonly',
        MessageChannel: 'readonly',
        MutationObserver: 'readonly',
        PerformanceObserver: 'readonly',
      },
    },
  },
);
