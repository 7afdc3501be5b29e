import { resolve } from 'node:path';
import { readHeldOutQueries } from '../judgements.js';
import { captionedPoints, startProductStack } from '../product-stack.js';
import { measure, qualityTable } from '../systems.js';
import { openClipArt } from './collection.js';

const LANGUAGES = ['es', 'de', 'fr', 'ja'];

/** `npm run relevance -- openclipart`: the held-out queries over the second collection. Nothing is tuned on them. */
const drawings = await openClipArt(resolve(process.env['DATA_DIR'] ?? '.data'));
const queries = readHeldOutQueries();
const stack = await startProductStack();
try {
  const { product } = stack;
  await stack.write(await captionedPoints(drawings, stack));
  const known = new Set(drawings.map(({ assetId }) => assetId));
  for (const { query, grades } of queries) {
    for (const id of grades.keys()) if (!known.has(id)) throw new Error(`${query}: ${id} is not there.`);
  }
  console.log(`\n${drawings.length} drawings, ${queries.length} queries\n`);
  const graded = queries.filter(({ grades }) => grades.size > 0);
  const qualities = await measure(graded, {
    exact: ({ query }) => product({ query, exact: true }),
    'as sent': ({ query, kind }) => product({ query, parse_design: kind === 'design' }),
    'with `lang`': ({ query, kind }) =>
      product({ query, parse_design: kind === 'design', ...(LANGUAGES.includes(kind) && { lang: kind }) }),
  });
  console.log(qualityTable('ndcg', graded, qualities));
  const answered: string[] = [];
  const nonsense = queries.filter(({ grades }) => grades.size === 0);
  for (const { query } of nonsense) if ((await product({ query })).length > 0) answered.push(query);
  console.log(`\nnonsense that is answered: ${answered.length} of ${nonsense.length} ${answered.join(', ')}`);
} finally {
  await stack.close();
}
