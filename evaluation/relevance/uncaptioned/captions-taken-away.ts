import { createHash } from 'node:crypto';
import type { SourceItem } from '@imagesearch/ingest/sources/source';
import type { CaptionMap } from '@imagesearch/models/caption-map';
import type { LabelledQuery } from '../judgements.js';
import { CUTOFF, mean, qualityOf, type Quality } from '../metrics.js';
import { startProductStack } from '../product-stack.js';
import type { Rank } from '../systems.js';
import type { EmbeddedItem } from './collection.js';

export const FOLDS = 5;

/** The same on every machine, and unrelated to the order of the collection. */
export function foldOf({ item }: EmbeddedItem): number {
  return (createHash('sha256').update(item.assetId).digest()[0] ?? 0) % FOLDS;
}

export interface TakenAway {
  /** Of the queries' relevant images: all, those with their captions, those without. */
  all: Quality;
  captioned: Quality;
  uncaptioned: Quality;
  /** Share of the images without a caption that their own title finds among the first ten. */
  byTitle: number;
}

/** The product over the whole collection, when the captions of one fold are taken away: words are borrowed, and given a map, guessed. */
export async function measureTakenAway(
  embedded: readonly EmbeddedItem[],
  fold: number,
  map: CaptionMap | undefined,
  queries: readonly LabelledQuery[],
  { modelDir, fingerprint }: { modelDir: string; fingerprint: string },
): Promise<TakenAway> {
  const stack = await startProductStack(modelDir);
  try {
    const bare = new Set(embedded.filter((each) => foldOf(each) === fold).map(({ item }) => item.assetId));
    const points = embedded.map(({ item, image, caption, objectNames }) => {
      const { title, tags, description } = bare.has(item.assetId) ? NO_WORDS : item;
      const vector = bare.has(item.assetId) ? map?.guess(image) : caption;
      return {
        assetId: item.assetId,
        contentVersion: item.sourceVersion,
        image: { values: [...image] },
        caption: vector === undefined ? null : { values: [...vector] },
        title,
        tags,
        description,
        objectNames: [...objectNames],
        source: 'openmoji',
      };
    });
    await stack.write(fingerprint, points);
    await stack.reindex();
    const rank: Rank = (query) => stack.product.search({ query });
    const titles = embedded.flatMap(({ item }) => (bare.has(item.assetId) ? [item] : []));
    return {
      ...(await qualities(queries, bare, rank)),
      byTitle: await foundByTitle(titles, rank),
    };
  } finally {
    await stack.close();
  }
}

const NO_WORDS = { title: '', tags: [], description: '' };

async function qualities(
  queries: readonly LabelledQuery[],
  bare: ReadonlySet<string>,
  rank: Rank,
): Promise<Omit<TakenAway, 'byTitle'>> {
  const found = await inTurn(queries, async (query) => ({ query, ids: await rank(query.query) }));
  const over = (counts: (assetId: string) => boolean): Quality => {
    const each = found.flatMap(({ query, ids }) => {
      const grades = new Map([...query.grades].filter(([assetId]) => counts(assetId)));
      return grades.size === 0 ? [] : [qualityOf({ ...query, grades }, ids)];
    });
    return { ndcg: mean(each.map(({ ndcg }) => ndcg)), recall: mean(each.map(({ recall }) => recall)) };
  };
  return {
    all: over(() => true),
    captioned: over((assetId) => !bare.has(assetId)),
    uncaptioned: over((assetId) => bare.has(assetId)),
  };
}

async function foundByTitle(items: readonly SourceItem[], rank: Rank): Promise<number> {
  const hits = await inTurn(items, async ({ assetId, title }) => {
    const ids = await rank(title);
    return Number(ids.slice(0, CUTOFF).includes(assetId));
  });
  return mean(hits);
}

async function inTurn<From, To>(values: readonly From[], work: (value: From) => Promise<To>): Promise<To[]> {
  const results: To[] = [];
  for (const value of values) results.push(await work(value));
  return results;
}
