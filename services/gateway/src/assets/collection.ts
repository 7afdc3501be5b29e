import { detachedCall, type CallContext } from '@imagesearch/service-kit/call-context';
import { analyze } from '@imagesearch/text-analysis/text-analysis';
import { isWordless } from '@imagesearch/text-analysis/words';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Bounds } from '../keys/bounds.js';
import { catalogueWithin, type Asset, type Catalogue } from './asset.js';
import { sampleSeen, seenSources, type ImageCounts } from './seen-images.js';

export const collectionSchema = z
  .strictObject({
    images: z
      .number()
      .int()
      .min(0)
      .describe('Number of images that a search may find; of a key with bounds those that it may see.'),
    sources: z
      .array(z.strictObject({ source: z.string(), images: z.number().int().min(0) }))
      .describe('The collections, ordered by name, and how many images each has.'),
    words: z
      .array(z.string())
      .describe('Words for what many images of a sample show, most frequent first; at most 12.'),
    colours: z
      .array(z.string())
      .describe('Colours of many images of a sample, as hex, most frequent first; at most 8.'),
    uploads: z
      .string()
      .nullable()
      .describe(
        'The collection of the images that this account adds; null for a key without the scope `ingest`.',
      ),
  })
  .describe('What there is to search; up to ten seconds old.');

export type CollectionAnswer = z.output<typeof collectionSchema>;
/** What all keys of the same bounds share. */
type SharedCollection = Omit<CollectionAnswer, 'uploads'>;

/** As long as the index may take to follow the catalogue: what an edit takes away is not suggested for longer. */
const KEPT_MS = 10_000;
const ASK_TIMEOUT_MS = 5_000;

interface CollectionParts extends ImageCounts {
  catalogue: Catalogue;
}

/** Reads what a key of these bounds may see. */
export type CollectionReader = (bounds: Bounds | null) => Promise<SharedCollection>;

/** Bounds of keys whose collections are kept at once. */
const BOUNDS_MAX = 100;

/** How many images a key may see, and what they show. All keys of the same bounds share an answer for ten seconds. */
export function collectionReader(parts: CollectionParts): CollectionReader {
  const kept = new LRUCache<string, SharedCollection, Bounds | null>({
    max: BOUNDS_MAX,
    ttl: KEPT_MS,
    fetchMethod: (_key, _stale, { context }) =>
      describeCollection(parts, context, detachedCall(ASK_TIMEOUT_MS)),
  });
  return async (bounds) => {
    const key = JSON.stringify(bounds);
    const known = await kept.forceFetch(key, { context: bounds });
    // An empty index is asked again, because its owner is about to fill it.
    if (known.images === 0) kept.delete(key);
    return known;
  };
}

const SAMPLED_SOURCES_MAX = 8;
const SAMPLE_OF_SOURCE = 50;
const WORDS_MAX = 12;
const COLOURS_MAX = 8;
const WORD_CHARS_MIN = 3;

async function describeCollection(
  { catalogue, ...counts }: CollectionParts,
  bounds: Bounds | null,
  call: CallContext,
): Promise<SharedCollection> {
  const sources = await seenSources(bounds, counts, call);
  const largest = [...sources].sort((a, b) => b.images - a.images).slice(0, SAMPLED_SOURCES_MAX);
  const samples = await Promise.all(
    largest.map(({ source }) =>
      sampleSeen(bounds, { source, size: SAMPLE_OF_SOURCE }, counts.retrieval, call),
    ),
  );
  const ids = samples.flat();
  const sample = ids.length === 0 ? [] : await catalogueWithin(bounds, catalogue).recentAssets(ids, call);
  const mainColours = sample.map(({ image }) => image.cv.palette.slice(0, 1).map(coarse));
  return {
    images: sources.reduce((sum, { images }) => sum + images, 0),
    sources,
    words: byFrequency(sample.map(wordsOf)).slice(0, WORDS_MAX),
    colours: byFrequency(mainColours).slice(0, COLOURS_MAX),
  };
}

/** Each word of an image once, without stop words; of what it was recognised to show too. A camera's "IMG 2041" is none. */
function wordsOf({ image: { title, tags, cv } }: Asset): string[] {
  const named = isWordless({ title, tags, description: '' }) ? [] : [title, ...tags];
  const said = [...named, ...(cv.shows ?? []).map(({ name }) => name)].join(' ').toLowerCase();
  const words = new Set(analyze(said).map(({ text }) => text));
  return [...words].filter((word) => word.length >= WORD_CHARS_MIN && /^\p{L}+$/u.test(word));
}

const STEP = 0x33;

/** Nearby colours as one: each channel in steps of a fifth. */
function coarse(colour: string): string {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const rounded = channels.map((channel) => Math.round(channel / STEP) * STEP);
  return `#${rounded.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function byFrequency(lists: readonly string[][]): string[] {
  const counts = new Map<string, number>();
  for (const value of lists.flat()) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
}
