import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { PointInput } from '@imagesearch/contracts/messages';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { mapConcurrently } from '@imagesearch/service-kit/resilience/semaphore';
import { readLines } from './judgements.js';
import { qualityOf, type Quality } from './metrics.js';
import { startProductStack } from './product-stack.js';
import { withInterval } from './systems.js';

const IMAGES_AT_ONCE = 4;
const EMBED_TIMEOUT_MS = 60_000;

interface PhotographQuery {
  query: string;
  /** WordNet's numbers of the classes that answer it, which begin the files' names. */
  shown: string[];
}

/**
 * `npm run relevance -- photographs <folder>`: what words find among photographs that have none. The folder holds JPEG files that
 * are named by ImageNet's classes, one of each: `n02123045_tabby_cat.jpg`.
 */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Usage: npm run relevance -- photographs <folder>');
const files = (await readdir(folder)).filter((file) => /\.jpe?g$/i.test(file)).sort();
const stack = await startProductStack();
try {
  const { embedding } = stack.clients;
  const points = await mapConcurrently(files, IMAGES_AT_ONCE, async (file): Promise<PointInput> => {
    const request = { image: await readFile(join(folder, file)), withSignals: true };
    const { vector, sight } = await embedding.embedImage(request, detachedCall(EMBED_TIMEOUT_MS));
    const [number = ''] = basename(file, extname(file)).split('_');
    return { assetId: idOf(number), contentVersion: '1', image: vector, sight, source: 'photographs' };
  });
  await stack.write(points);
  const qualities: Quality[] = [];
  for (const { query, shown } of readLines<PhotographQuery>('photographs.jsonl')) {
    const grades = new Map(shown.map((number) => [idOf(number), 1]));
    const quality = qualityOf({ grades }, await stack.product({ query }));
    qualities.push(quality);
    console.log(`${quality.recall.toFixed(2)} ${query}`);
  }
  for (const name of ['recall', 'ndcg'] as const) {
    const values = qualities.map((quality) => quality[name]);
    console.log(`${name}@10 ${withInterval(values)}, ${values.length} queries`);
  }
} finally {
  await stack.close();
}

/** The name is what is looked for, so that the image does not have it. */
function idOf(number: string): string {
  return `photographs:${number}`;
}
