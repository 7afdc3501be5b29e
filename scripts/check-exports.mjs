import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FIT_SCORES = '`pnpm fit:scores` reads similarities that no answer shows, from the search itself';

/**
 * Finds package exports that no deployed code imports. An export that only tests, benches or evaluation import must be
 * named here with a reason; otherwise the test belongs beside the code, or calls the service as its callers do.
 */
const KEPT = {
  '@imagesearch/gateway/assets/asset': FIT_SCORES,
  '@imagesearch/gateway/search/adapters/recall': FIT_SCORES,
  '@imagesearch/gateway/search/adapters/reranker': FIT_SCORES,
  '@imagesearch/gateway/search/candidate': FIT_SCORES,
  '@imagesearch/gateway/search/ports': FIT_SCORES,
  '@imagesearch/gateway/search/scores/calibrate': FIT_SCORES,
  '@imagesearch/gateway/search/scores/score-curves': FIT_SCORES,
  '@imagesearch/gateway/search/search': FIT_SCORES,
  '@imagesearch/ingest/config': '`pnpm chart:schema` lists the variables of every service',
  '@imagesearch/ingest/pipeline/embed-asset':
    'evaluation fits the caption map on captions as ingestion composes them',
  '@imagesearch/ingest/pipeline/ingest':
    'the testkit fills its stacks in the same process, which saves a process start for each suite',
  '@imagesearch/ingest/pipeline/load-image': 'evaluation embeds images as ingestion loads them',
  '@imagesearch/ingest/sources/openmoji':
    'evaluation and the testkit read the items of the demonstration collection',
  '@imagesearch/ingest/sources/source': 'the type of the collections that the testkit draws',
  '@imagesearch/local-stack/stack': 'bench, evaluation and the testkit start the whole product with it',
  '@imagesearch/models/caption-map-file': '`pnpm fit:captions` writes the map that `lite` is built from',
  '@imagesearch/service-kit/postgres/embedded-engine': 'the testkit lays out an empty one and copies it',
};

const root = join(import.meta.dirname, '..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const tracked = (...patterns) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], { cwd: root })
    .toString()
    .split('\n')
    .filter((path) => path !== '');

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

const faults = [
  ...exported
    .filter((specifier) => !isDeployed(specifier) && !(specifier in KEPT))
    .map((specifier) => `${specifier} is exported, and no deployed code imports it`),
  ...Object.keys(KEPT)
    .filter((specifier) => !exported.includes(specifier) || isDeployed(specifier))
    .map((specifier) => `${specifier} needs no exception any more`),
];
for (const fault of faults) console.error(fault);
console.log(`${exported.length} exports, ${Object.keys(KEPT).length} of them not for deployed code`);
if (faults.length > 0) process.exit(1);
