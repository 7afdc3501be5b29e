import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeClients, openClients, type IngestClients } from '@imagesearch/contracts/clients';
import type { SourceItem } from '@imagesearch/ingest/sources/source';
import { openOpenMoji } from '@imagesearch/ingest/sources/openmoji';
import { startStack, type StackAddresses } from '@imagesearch/local-stack/stack';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { readImagesWithWords, readQueries, readSituations } from './judgements.js';
import { bootstrapInterval, mean, qualityOf, type Quality } from './metrics.js';
import { productOf, type Product } from './product.js';
import { measureSimilar } from './similar.js';
import { measure, retrievalSystems, type Encode } from './systems.js';
import { gainOfReranking, markdown, qualityTables } from './tables.js';

const REPOSITORY = join(import.meta.dirname, '../../..');
const JUDGEMENTS = join(REPOSITORY, 'evaluation/relevance');
const INGEST_COMMAND = fileURLToPath(import.meta.resolve('@imagesearch/ingest/main'));
const ENCODE_TIMEOUT_MS = 10_000;

/** `npm run relevance`: how well the product finds things, measured over the demonstration collection. */
async function report(): Promise<void> {
  const dataDir = resolve(REPOSITORY, process.env['DATA_DIR'] ?? '.data');
  await mkdir(dataDir, { recursive: true });
  const stack = await startStack({
    env: { LOG_LEVEL: 'warn', ...process.env, DATA_DIR: dataDir, PORT: '0' },
  });
  const clients = openClients({ ...stack.addresses });
  try {
    await ingestCollection(stack.addresses);
    const items: SourceItem[] = [];
    for (const item of openOpenMoji().entries()) items.push(item);
    const product = await productOf(stack);
    await reportWords(clients, product);
    await reportSituations(product, 'situations');
    await reportSituations(product, 'situations-tuning');
    await reportImagesWithWords(new Map(items.map((item) => [item.assetId, item])), product);
    await reportSimilar(items, clients);
  } finally {
    closeClients(clients);
    await stack.close();
  }
}

/** With the operator's own command; what is there already is compared and left as it is. */
async function ingestCollection(addresses: StackAddresses): Promise<void> {
  const child = spawn(process.execPath, [INGEST_COMMAND, 'openmoji'], {
    env: { ...process.env, ...addresses },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  if (exitCode !== 0) throw new Error('The collection was not ingested.');
}

async function reportWords({ embedding, retrieval }: IngestClients, product: Product): Promise<void> {
  const encode: Encode = async (text) => {
    const { vectors, fingerprint } = await embedding.embedTexts(
      { texts: [text] },
      detachedCall(ENCODE_TIMEOUT_MS),
    );
    return { values: vectors[0]?.values ?? [], fingerprint };
  };
  const queries = readQueries(JUDGEMENTS);
  const qualities = await measure(queries, {
    ...retrievalSystems(retrieval, encode),
    'fused + reranked': (query) => product.search({ query }),
  });
  console.log(`\n${qualityTables(queries, qualities)}\n\n${gainOfReranking(qualities)}`);
}

async function reportSituations(product: Product, file: Parameters<typeof readSituations>[1]): Promise<void> {
  const qualities: Quality[] = [];
  for (const { query, grades } of readSituations(JUDGEMENTS, file))
    qualities.push(qualityOf({ grades }, await product.search({ query })));
  const ofAll = (measure: keyof Quality) => {
    const values = qualities.map((quality) => quality[measure]);
    const [low, high] = bootstrapInterval(values);
    return `${mean(values).toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)})`;
  };
  console.log(`\n${file} (${qualities.length}): nDCG@10 ${ofAll('ndcg')}, recall@10 ${ofAll('recall')}`);
}

async function reportImagesWithWords(
  items: ReadonlyMap<string, SourceItem>,
  product: Product,
): Promise<void> {
  const titleOf = (assetId: string | undefined): string => items.get(assetId ?? '')?.title ?? '';
  const rows: string[][] = [];
  const ranks: number[] = [];
  for (const { image, query, wanted } of readImagesWithWords(JUDGEMENTS)) {
    const found = await product.search({ query, image_base64: await product.imageBase64(image) });
    const rank = 1 + found.findIndex((assetId) => wanted.includes(assetId));
    ranks.push(rank);
    rows.push([
      titleOf(image),
      query,
      titleOf(wanted[0]),
      rank === 0 ? 'none' : String(rank),
      titleOf(found[0]),
    ]);
  }
  console.log(`\n${markdown([['picture', 'words', 'wanted', 'rank', 'first result'], ...rows])}\n`);
  const hits = (depth: number): number => ranks.filter((rank) => rank >= 1 && rank <= depth).length;
  console.log(`picture and words: hit@1 ${hits(1)} of ${ranks.length}, hit@3 ${hits(3)} of ${ranks.length}`);
}

async function reportSimilar(items: readonly SourceItem[], { retrieval }: IngestClients): Promise<void> {
  const { seeds, share, chance } = await measureSimilar(items, retrieval);
  console.log(
    `similar: ${share.toFixed(3)} of the first 5 lie in the seed's subgroup, by chance ${chance.toFixed(3)} (${seeds} seeds)`,
  );
}

try {
  await report();
  process.exit(0);
} catch (error) {
  console.error(error);
  process.exit(1);
}
