import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { closeClients, openClients } from '@imagesearch/contracts/clients';
import type { SourceItem } from '@imagesearch/ingest/sources/source';
import { openOpenMoji } from '@imagesearch/ingest/sources/openmoji';
import { startStack } from '@imagesearch/local-stack/stack';
import { IngestCommand } from '@imagesearch/testkit/processes/ingest-command';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { isTuningQuery, readImagesWithWords, readQueries, type LabelledQuery } from './judgements.js';
import { productOf, type Product } from './product-stack.js';
import { markdown, measure, qualityTable, systemsOf, withInterval, type Qualities } from './systems.js';

/** `npm run relevance`: how well the product finds things, measured over the demonstration collection. */
const dataDir = resolve(process.env['DATA_DIR'] ?? '.data');
await mkdir(dataDir, { recursive: true });
const running = await startStack({
  env: { LOG_LEVEL: 'warn', ...process.env, DATA_DIR: dataDir, PORT: '0' },
});
const clients = openClients(running.addresses);
try {
  // What is there already is compared and left as it is.
  const ingestion = new IngestCommand(['openmoji'], { ...running.addresses });
  if ((await ingestion.end()) !== 0) throw new Error(ingestion.output);
  const items = [...openOpenMoji().entries()];
  const { gateway } = running;
  const account = await gateway.accounts().ensure({ name: 'relevance', plan: 'custom', billingDay: 1 });
  const { key } = await gateway.keys().create(account.id, { environment: 'live' });
  const caller = new Caller(gateway.baseUrl(), key);
  const product = productOf(caller);
  await reportWords(product);
  await reportSituations(product, 'situations');
  await reportSituations(product, 'situations-tuning');
  await reportImagesWithWords(new Map(items.map((item) => [item.assetId, item])), caller);
} finally {
  closeClients(clients);
  await running.close();
}

async function reportWords(product: Product): Promise<void> {
  const queries = readQueries();
  const qualities = await measure(queries, systemsOf(clients, product));
  const halves = {
    'tuning half': isTuningQuery,
    'other half': (query: LabelledQuery) => !isTuningQuery(query),
  };
  for (const name of ['ndcg', 'recall'] as const) {
    console.log(`\n${qualityTable(name, queries, qualities, halves)}\n`);
    console.log(`${name}@10, fused + reranked less fused: ${gain(qualities, name)}`);
  }
}

/** What reranking wins, with its interval. */
function gain(qualities: Qualities<'fused' | 'fused + reranked'>, name: 'ndcg' | 'recall'): string {
  return withInterval(
    qualities['fused + reranked'].map((quality, at) => quality[name] - (qualities.fused[at]?.[name] ?? 0)),
  );
}

async function reportSituations(product: Product, file: 'situations' | 'situations-tuning'): Promise<void> {
  const queries = readQueries(file);
  const qualities = await measure(queries, { [file]: ({ query }: LabelledQuery) => product({ query }) });
  for (const name of ['ndcg', 'recall'] as const) console.log(`\n${qualityTable(name, queries, qualities)}`);
}

async function reportImagesWithWords(items: ReadonlyMap<string, SourceItem>, caller: Caller): Promise<void> {
  const titleOf = (assetId: string | undefined): string => items.get(assetId ?? '')?.title ?? '';
  const product = productOf(caller);
  const rows: string[][] = [];
  const ranks: number[] = [];
  for (const { image, query, wanted } of readImagesWithWords()) {
    const { headers } = await caller.get(`/v1/asset/direct/${image}`);
    const { body } = await caller.get(headers.get('Location') ?? '');
    const found = await product({ query, image_base64: (body as Buffer).toString('base64') });
    const rank = 1 + found.findIndex((assetId) => wanted.includes(assetId));
    ranks.push(rank);
    const shown = rank === 0 ? 'none' : String(rank);
    rows.push([titleOf(image), query, titleOf(wanted[0]), shown, titleOf(found[0])]);
  }
  console.log(`\n${markdown([['picture', 'words', 'wanted', 'rank', 'first result'], ...rows])}\n`);
  const hits = (depth: number): number => ranks.filter((rank) => rank >= 1 && rank <= depth).length;
  console.log(`picture and words: hit@1 ${hits(1)} of ${ranks.length}, hit@3 ${hits(3)} of ${ranks.length}`);
}
