import { z } from 'zod';
import { ApiError, AssetFault } from '../asset-failure.js';
import type { NetworkQuery, GetJson, NetworkCollection, Page } from './network.js';

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

/**
 * Public domain works with an image in the Metropolitan Museum's open access collection, ids `met:<object id>`: those of a
 * search, or all. The museum waives its rights in these images (CC0); the others are passed over.
 */
export const met: NetworkCollection<typeof objectSchema> = {
  name: 'met',
  api: () => ({ baseUrl: API, rate: RATE }),
  entry: { noun: 'object', namedBy: 'title', schema: objectSchema },
  open: async (getJson, asked) => {
    const ids = await listIds(getJson, asked);
    return {
      // Behind the last id that was dealt with, and not at a place in a list that may have changed since.
      fetchPage: (behind) => Promise.resolve(pageBehind(ids, Number(behind ?? -1))),
      load: (id) => findObject(getJson, Number(id)),
      factsOf: (object) => {
        const url = object.primaryImageSmall ?? object.primaryImage;
        if (!object.isPublicDomain || url === undefined) return null;
        const words = [object.culture, object.classification, object.objectName, object.department];
        return {
          id: String(object.objectID),
          title: object.title,
          description: [object.objectName, object.culture, object.period, object.objectDate, object.medium]
            .filter((part) => part)
            .join('; '),
          tags: [
            ...(object.tags ?? []).map(({ term }) => term),
            ...words.filter((word) => typeof word === 'string'),
          ],
          creator: object.artistDisplayName,
          creatorUrl: object.artistWikidata_URL,
          license: 'CC0 1.0',
          sourceUrl: object.objectURL,
          // The years between which it was made; -500 is before Christ.
          created: object.objectBeginDate === object.objectEndDate ? String(object.objectEndDate) : undefined,
          linkUrl: object.primaryImage ?? url,
          url: encodeURI(decodeURI(url)),
          bytesVersion: `${url} ${object.metadataDate ?? ''}`,
        };
      },
    };
  },
};

/** Numbers only: half a million of them are four megabytes. */
async function listIds(getJson: GetJson, { query, department }: NetworkQuery): Promise<number[]> {
  const found =
    query === undefined
      ? await getJson(`${PATH}/objects`, { departmentIds: department }, idsSchema)
      : await getJson(`${PATH}/search`, { q: query, hasImages: 'true', departmentId: department }, idsSchema);
  return (found.objectIDs ?? []).sort((a, b) => a - b);
}

function pageBehind(ids: readonly number[], behind: number): Page {
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
