import { z } from 'zod';
import { AssetFault } from '../asset-failure.js';
import { numberedPages, type NetworkCollection } from './network.js';

const API = 'https://api.openverse.org';
const PATH = 'v1/images/';
/** What the API gives a caller without a token: 20 a minute, 20 results a page. With one, more of each. */
const ANONYMOUS = { rate: { requests: 20, intervalMs: 60_000 }, pageSize: 20 };
const REGISTERED = { rate: { requests: 100, intervalMs: 60_000 }, pageSize: 50 };

const text = z.string().nullish();

const imageSchema = z.object({
  id: z.string(),
  title: text,
  url: text,
  foreign_landing_url: text,
  creator: text,
  creator_url: text,
  license: text,
  license_version: text,
  license_url: text,
  provider: text,
  source: text,
  mature: z.boolean().nullish(),
  indexed_on: text,
  tags: z.array(z.object({ name: z.string(), unstable__provider: text })).nullish(),
});

const answerSchema = z.object({
  result_count: z.number(),
  page_count: z.number(),
  results: z.array(z.unknown()),
});

/** Openly licensed images that Openverse finds for a query, ids `openverse:<uuid>`. */
export const openverse: NetworkCollection<typeof imageSchema> = {
  name: 'openverse',
  api: ({ key }) =>
    key === undefined
      ? { baseUrl: API, rate: ANONYMOUS.rate }
      : { baseUrl: API, rate: REGISTERED.rate, headers: { authorization: `Bearer ${key}` } },
  entry: { noun: 'image', namedBy: 'id', schema: imageSchema },
  open: (getJson, { query, licenses, key }) => ({
    fetchPage: numberedPages(async (page) => {
      const { pageSize } = key === undefined ? ANONYMOUS : REGISTERED;
      const asked = { q: query, license: licenses, page, page_size: pageSize, mature: 'false' };
      const { results, page_count } = await getJson(PATH, asked, answerSchema);
      return { entries: results, pages: page_count };
    }),
    factsOf: (image) => {
      if (!image.url) throw new AssetFault('the image has no address');
      const url = image.url.replace(/^http:/, 'https:');
      return {
        id: image.id,
        title: image.title,
        // What a model guessed into an image is no word of its source's.
        tags: image.tags
          ?.filter(({ unstable__provider: by }) => by === undefined || by === image.provider)
          .map(({ name }) => name),
        creator: image.creator,
        creatorUrl: image.creator_url,
        license: licenseName(image.license, image.license_version),
        licenseUrl: image.license_url,
        sourceUrl: image.foreign_landing_url,
        sensitive: image.mature,
        url,
        bytesVersion: url,
      };
    },
  }),
};

/** `by-sa`, `4.0` → `CC BY-SA 4.0`; the public domain marks and the retired licences keep their own names. */
function licenseName(license: string | null | undefined, version: string | null | undefined): string {
  if (!license) return '';
  const name = license.startsWith('by') ? `CC ${license.toUpperCase()}` : license.toUpperCase();
  return version ? `${name} ${version}` : name;
}
