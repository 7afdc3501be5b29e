import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { linkFaults } from './links.mjs';

/** Everything that CI checks besides tests and eslint. Runs all of it, and fails when one part does. */
const root = join(import.meta.dirname, '..');
const bin = join(root, 'node_modules/.bin');
const node = process.execPath;

const COMMANDS = {
  'the build': [join(bin, 'tsc'), '-b'],
  'types of the tests': [join(bin, 'tsc'), '-p', 'tsconfig.tests.json'],
  prettier: [join(bin, 'prettier'), '--check', '--log-level', 'warn', '.'],
  'import rules': [
    join(bin, 'depcruise'),
    ...['services', 'packages', 'tests', 'bench', 'evaluation'],
    ...['--config', '.dependency-cruiser.cjs'],
  ],
  'unused code and dependencies': [join(bin, 'knip')],
  'the public contract': [node, 'services/gateway/dist/contract-main.js', '--check'],
  'types of the clients, variables of the chart': [node, 'scripts/generate.mjs', 'sdk', 'chart', '--check'],
  protocols: [join(bin, 'buf'), 'lint', 'protos'],
};

const SCHEMAS = 'the testkit reads answers with the schemas that the contract is generated from';
const FIT_SCORES =
  '`npm run relevance -- fit-scores` reads similarities that no answer shows, from the search itself';

/**
 * Package exports that no deployed code imports. An export that only tests, benches or evaluation import must be
 * named here with a reason; otherwise the test belongs beside the code, or calls the service as its callers do.
 */
const KEPT = {
  '@imagesearch/gateway/accounts/usage': SCHEMAS,
  '@imagesearch/gateway/assets/asset': FIT_SCORES,
  '@imagesearch/gateway/contract/operations': 'the contract tests read which scope each operation takes',
  '@imagesearch/gateway/health/readiness': SCHEMAS,
  '@imagesearch/gateway/http/errors': SCHEMAS,
  '@imagesearch/gateway/search/candidate': FIT_SCORES,
  '@imagesearch/gateway/search/envelope': SCHEMAS,
  '@imagesearch/gateway/search/rerank': FIT_SCORES,
  '@imagesearch/gateway/search/result': FIT_SCORES,
  '@imagesearch/gateway/search/retrieve': FIT_SCORES,
  '@imagesearch/gateway/search/scores': FIT_SCORES,
  '@imagesearch/gateway/search/search': FIT_SCORES,
  '@imagesearch/image-files/parts': 'tests write files whose parts no program writes',
  '@imagesearch/ingest/config': '`npm run openapi` lists the variables of every service',
  '@imagesearch/ingest/pipeline/embed-asset': 'evaluation embeds captions as an ingestion does',
  '@imagesearch/ingest/pipeline/ingest':
    'the testkit fills its stacks in the same process, which saves a process start for each suite',
  '@imagesearch/ingest/sources/source': 'the type of the collections that the testkit draws',
  '@imagesearch/local-stack/stack': 'bench, evaluation and the testkit start the whole product with it',
  '@imagesearch/service-kit/postgres/embedded-engine': 'the testkit lays out an empty one and copies it',
};

const FREE = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Apache-2.0',
  '(MIT OR CC0-1.0)',
]);

const read = (path) => readFileSync(join(root, path), 'utf8');
const tracked = (...patterns) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], { cwd: root })
    .toString()
    .split('\n')
    .filter((path) => path !== '');

const CHECKS = {
  exports: exportFaults,
  'notices of what is shipped': noticeFaults,
  'links of the documents': linkFaults,
};

for (const [name, [command, ...args]] of Object.entries(COMMANDS)) {
  console.log(`== ${name}`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
for (const [name, faultsOf] of Object.entries(CHECKS)) {
  console.log(`== ${name}`);
  for (const fault of faultsOf()) {
    console.error(fault);
    process.exitCode = 1;
  }
}

/** Every export is for deployed code. */
function exportFaults() {
  const exported = tracked('packages/*/package.json', 'services/*/package.json')
    .filter((path) => dirname(path) !== 'packages/testkit')
    .flatMap((path) => {
      const { name, exports = {} } = JSON.parse(read(path));
      return Object.keys(exports).map((key) => name + key.slice(1));
    });

  const deployed = tracked('packages/*/src/*.ts', 'services/*/src/*.ts')
    .filter((path) => !path.startsWith('packages/testkit/'))
    .map(read);
  const isDeployed = (specifier) => deployed.some((source) => source.includes(`'${specifier}'`));
  return [
    ...exported
      .filter((specifier) => !isDeployed(specifier) && !(specifier in KEPT))
      .map((specifier) => `${specifier} is exported, and no deployed code imports it`),
    ...Object.keys(KEPT)
      .filter((specifier) => !exported.includes(specifier) || isDeployed(specifier))
      .map((specifier) => `${specifier} needs no exception any more`),
  ];
}

/**
 * Compares NOTICE with the production dependencies of what is deployed: one under a licence that asks for more than its own
 * text must be named there, and what is named there must still be shipped.
 */
function noticeFaults() {
  const [packagesPart = '', filesPart = ''] = read('NOTICE').split('\nFiles of this repository');
  const namesIn = (text) => [...text.matchAll(/^- ([^:\s]+):/gm)].map(([, name]) => name);
  const named = namesIn(packagesPart);
  const isNamed = (name) => named.some((entry) => covers(entry, name));

  const shipped = Object.entries(installedByLicence()).flatMap(([licence, packages]) =>
    packages.map(({ name }) => ({ name, licence })),
  );
  return [
    ...shipped
      .filter(({ name, licence }) => !FREE.has(licence) && !isNamed(name))
      .map(({ name, licence }) => `${name} is under ${licence}, and NOTICE does not name it.`),
    ...named
      .filter((entry) => !shipped.some(({ name }) => covers(entry, name)))
      .map((entry) => `NOTICE names ${entry}, which is shipped no more.`),
    ...namesIn(filesPart)
      .filter((path) => path.includes('/') && !existsSync(join(root, path)))
      .map((path) => `NOTICE names ${path}, which is not there.`),
  ];
}

/** An entry that ends in `*` stands for the packages of all platforms. */
function covers(entry, name) {
  return entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry;
}

function installedByLicence() {
  const { packageManager } = JSON.parse(read('package.json'));
  const filters = ['--filter', './packages/*', '--filter', './services/*'];
  const { status, stdout } = spawnSync(
    'npx',
    ['--yes', packageManager, ...filters, 'licenses', 'list', '--prod', '--json'],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) process.exit(status ?? 1);
  return JSON.parse(stdout);
}
