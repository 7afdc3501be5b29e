import { join, resolve } from 'node:path';
import { captionedPoints } from '../embedded.js';
import { bootstrapInterval, mean, qualityOf, type Quality } from '../metrics.js';
import { startProductStack, type ProductStack } from '../product-stack.js';
import { markdown } from '../tables.js';
import { openClipArt } from './collection.js';
import { assetIdOf, KINDS, readHeldOutQueries, type HeldOutQuery } from './queries.js';

const REPOSITORY = join(import.meta.dirname, '../../../..');
const JUDGEMENTS = join(REPOSITORY, 'evaluation/relevance/openclipart');

interface Asked {
  name: string;
  request: (query: HeldOutQuery) => { query: string; exact?: boolean; lang?: string; parse_design?: boolean };
}

const LANGUAGE_KINDS: readonly string[] = ['es', 'de', 'fr', 'ja'];
const SYSTEMS: readonly Asked[] = [
  { name: 'exact', request: ({ query }) => ({ query, exact: true }) },
  { name: 'as sent', request: ({ query, kind }) => ({ query, parse_design: kind === 'design' }) },
  {
    name: 'with `lang`',
    request: ({ query, kind }) => ({
      query,
      parse_design: kind === 'design',
      ...(LANGUAGE_KINDS.includes(kind) && { lang: kind }),
    }),
  },
];

/** `npm run relevance -- openclipart`: the held-out queries over the second collection. Nothing is tuned on them. */
async function report(): Promise<void> {
  const drawings = await openClipArt(resolve(REPOSITORY, process.env['DATA_DIR'] ?? '.data'));
  const queries = readHeldOutQueries(JUDGEMENTS);
  const stack = await startProductStack();
  try {
    const items = drawings.map(({ id, ...texts }) => ({ ...texts, assetId: assetIdOf(id) }));
    await stack.write(await captionedPoints(items, stack.model));
    const known = new Set(drawings.map(({ id }) => assetIdOf(id)));
    for (const { query, grades } of queries) {
      for (const id of grades.keys()) if (!known.has(id)) throw new Error(`${query}: ${id} is not there.`);
    }
    console.log(`\n${drawings.length} drawings, ${queries.length} queries\n`);
    await reportQualities(queries, stack);
  } finally {
    await stack.close();
  }
}

async function reportQualities(queries: readonly HeldOutQuery[], { product }: ProductStack): Promise<void> {
  const graded = queries.filter(({ grades }) => grades.size > 0);
  const measured = new Map<string, Quality[]>();
  for (const { name, request } of SYSTEMS) {
    const qualities: Quality[] = [];
    for (const query of graded) {
      const found = await product.search(request(query));
      qualities.push(qualityOf(query, found));
      if (process.env['VERBOSE'] === name) {
        console.log(
          `${query.kind} ${query.query}: ${qualities.at(-1)?.ndcg.toFixed(2) ?? ''} ${found.slice(0, 3).join(' ')}`,
        );
      }
    }
    measured.set(name, qualities);
  }
  const rows = ['all', ...KINDS].flatMap((kind) => {
    const has = graded.map((query) => kind === 'all' || query.kind === kind);
    const count = has.filter(Boolean).length;
    if (count === 0) return [];
    const cells = Array.from(measured.values(), (qualities) =>
      withInterval(qualities.filter((_, at) => has[at]).map(({ ndcg }) => ndcg)),
    );
    return [[`${kind} (${count})`, ...cells]];
  });
  console.log(markdown([['nDCG@10', ...SYSTEMS.map(({ name }) => name)], ...rows]));
  const nonsense = queries.filter(({ grades }) => grades.size === 0);
  const answered: string[] = [];
  for (const { query } of nonsense) {
    if ((await product.search({ query })).length > 0) answered.push(query);
  }
  console.log(`\nnonsense that is answered: ${answered.length} of ${nonsense.length} ${answered.join(', ')}`);
}

function withInterval(values: readonly number[]): string {
  const [low, high] = bootstrapInterval(values);
  return `${mean(values).toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

try {
  await report();
  process.exit(0);
} catch (error) {
  console.error(error);
  process.exit(1);
}
