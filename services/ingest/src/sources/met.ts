import { z } from 'zod';
import { createApi, type ApiOptions, type GetJson } from './network/api.js';
import { ApiError } from './network/api-error.js';
import type { Source, SourceItem } from './source.js';
import { AssetFault } from '../pipeline/asset-fault.js';
import { pagedEntries, type Page } from './paged.js';
import { toItem } from './to-item.js';

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
  medium: text,
  classification: text,
  department: text,
  objectURL: text,
  metadataDate: text,
  tags: z.array(z.object({ term: z.string() })).nullish(),
});

export interface MetOptions extends Omit<ApiOptions, 'rate'> {
  /** Words to search for; the whole open collection when undefined. */
  query?: string | undefined;
  departmentId?: number | undefined;
  link?: boolean;
  source?: string | undefined;
  rate?: ApiOptions['rate'];
}

/**
 * Public domain works with an image in the Metropolitan Museum's open access collection, ids `met:<object id>`. The
 * museum waives its rights in these images (CC0); the others are passed over.
 */
export function openMet(options: MetOptions): Source {
  const { link = false, source = 'met' } = options;
  const getJson = createApi({ rate: RATE, ...options });
  return {
    source,
    total: undefined,
    async *entries(after) {
      const ids = await listIds(getJson, options);
      yield* pagedEntries<number>(
        {
          source,
          // Behind the last id that was dealt with, and not at a place in a list that may have changed since.
          fetchPage: (behind) => Promise.resolve(pageBehind(ids, Number(behind ?? -1))),
          nameOf: String,
          toItem: async (id) => objectToItem(await findObject(getJson, id), source, link),
        },
        after,
      );
    },
  };
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
  const { success, data, error } = objectSchema.safeParse(found);
  if (!success) throw new AssetFault(`the object cannot be read: ${z.prettifyError(error)}`);
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
    linkUrl: link ? (data.primaryImage ?? url) : null,
    image: { url: encodeURI(decodeURI(url)) },
    bytesVersion: `${url} ${data.metadataDate ?? ''}`,
  });
}
