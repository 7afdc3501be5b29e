import { z } from 'zod';
import { ApiError, AssetFault } from '../asset-failure.js';
import {
  createApi,
  pagedSource,
  readEntry,
  type GetJson,
  type NetworkOptions,
  type Page,
} from './network.js';
import type { Source, SourceItem } from './source.js';
import { toItem } from './to-item.js';

const API = 'https://collectionapi.metmuseum.org';
const PATH = 'public/collection/v1';
/** Half of the 80 requests a second that the museum asks to stay below. */
const RATE = { requests: 40, intervalMs: 1_000 };
/** Objects are asked for one by one; this many make a page of ours. */
const PAGE_SIZE = 64;

const idsSchema = z.object({ total: z.number(), objectIDs: z.array(z.number()).nullish() });

/** What the museum does not know is an empty text. */
const text = z
  .string()
  .nullish()
  .transform((value) => (value === '' || value === null ? undefined : value));

const objectSchema = z.object({
  objectID: z.number(),
  isPublicDomain: z.boolean(),
  primaryImage: text,
  primaryImageSmall: text,
  title: text,
  artistDisplayName: text,
  artistWikidata_URL: text,
  objectName: text,
  culture: text,
  period: text,
  objectDate: text,
  objectBeginDate: z.number().nullish(),
  objectEndDate: z.number().nullish(),
  medium: text,
  classification: text,
  department: text,
  objectURL: text,
  metadataDate: text,
  tags: z.array(z.object({ term: z.string() })).nullish(),
});

interface MetOptions extends NetworkOptions {
  /** Words to search for; the whole open collection when undefined. */
  query?: string | undefined;
  departmentId?: number | undefined;
}

/**
 * Public domain works with an image in the Metropolitan Museum's open access collection, ids `met:<object id>`. The
 * museum waives its rights in these images (CC0); the others are passed over.
 */
export function openMet(options: MetOptions): Source {
  const { link = false, source = 'met' } = options;
  const getJson = createApi({ baseUrl: API, rate: RATE, ...options });
  return pagedSource<number>(source, async () => {
    const ids = await listIds(getJson, options);
    return {
      // Behind the last id that was dealt with, and not at a place in a list that may have changed since.
      fetchPage: (behind) => Promise.resolve(pageBehind(ids, Number(behind ?? -1))),
      nameOf: String,
      toItem: async (id) => objectToItem(await findObject(getJson, id), source, link),
    };
  });
}

/** Numbers only: half a million of them are four megabytes. */
async function listIds(getJson: GetJson, { query, departmentId }: MetOptions): Promise<number[]> {
  const found =
    query === undefined
      ? await getJson(`${PATH}/objects`, { departmentIds: departmentId }, idsSchema)
      : await getJson(`${PATH}/search`, { q: query, hasImages: 'true', departmentId }, idsSchema);
  return (found.objectIDs ?? []).sort((a, b) => a - b);
}

function pageBehind(ids: readonly number[], behind: number): Page<number> {
  const start = ids.findIndex((id) => id > behind);
  const entries = start === -1 ? [] : ids.slice(start, start + PAGE_SIZE);
  const last = entries.at(-1);
  return { entries, next: last === undefined ? undefined : String(last) };
}

async function findObject(getJson: GetJson, id: number): Promise<unknown> {
  try {
    return await getJson(`${PATH}/objects/${id}`, {}, z.unknown());
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new AssetFault('the museum lists it and does not know it', { cause: error });
  }
}

function objectToItem(found: unknown, source: string, link: boolean): SourceItem | null {
  const data = readEntry(objectSchema, found, 'object');
  const url = data.primaryImageSmall ?? data.primaryImage;
  if (!data.isPublicDomain || url === undefined) return null;
  const words = [data.culture, data.classification, data.objectName, data.department];
  return toItem(source, {
    id: String(data.objectID),
    title: data.title,
    description: [data.objectName, data.culture, data.period, data.objectDate, data.medium]
      .filter((part) => part)
      .join('; '),
    tags: [...(data.tags ?? []).map(({ term }) => term), ...words.filter((word) => typeof word === 'string')],
    creator: data.artistDisplayName,
    creatorUrl: data.artistWikidata_URL,
    license: 'CC0 1.0',
    sourceUrl: data.objectURL,
    // The years between which it was made; -500 is before Christ.
    created: data.objectBeginDate === data.objectEndDate ? String(data.objectEndDate) : undefined,
    linkUrl: link ? (data.primaryImage ?? url) : null,
    image: { url: encodeURI(decodeURI(url)) },
    bytesVersion: `${url} ${data.metadataDate ?? ''}`,
  });
}
