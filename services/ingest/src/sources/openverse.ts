import { z } from 'zod';
import { AssetFault } from '../asset-failure.js';
import { createApi, pagedSource, readEntry, textIn, type NetworkOptions } from './network.js';
import type { Source, SourceItem } from './source.js';
import { toItem } from './to-item.js';

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

interface OpenverseOptions extends NetworkOptions {
  query: string;
  /** Licence codes as the API names them, e.g. `cc0,by`; all of them when undefined. */
  licenses?: string | undefined;
  token?: string | undefined;
}

/** Openly licensed images that Openverse finds for a query, ids `openverse:<uuid>`. */
export function openOpenverse(options: OpenverseOptions): Source {
  const { query, licenses, token, link = false, source = 'openverse' } = options;
  const { rate, pageSize } = token === undefined ? ANONYMOUS : REGISTERED;
  const getJson = createApi({
    baseUrl: API,
    rate,
    ...options,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return pagedSource<unknown>(source, () => ({
    fetchPage: async (page = '1') => {
      const parameters = { q: query, license: licenses, page, page_size: pageSize, mature: 'false' };
      const { results, page_count } = await getJson(PATH, parameters, answerSchema);
      const isLast = results.length === 0 || Number(page) >= page_count;
      return { entries: results, next: isLast ? undefined : String(Number(page) + 1) };
    },
    nameOf: (entry) => textIn(entry, 'id') ?? 'an image without an id',
    toItem: (entry) => imageToItem(entry, source, link),
  }));
}

function imageToItem(entry: unknown, source: string, link: boolean): SourceItem {
  const data = readEntry(imageSchema, entry, 'image');
  if (!data.url) throw new AssetFault('the image has no address');
  const url = data.url.replace(/^http:/, 'https:');
  return toItem(source, {
    id: data.id,
    title: data.title,
    // What a model guessed into an image is no word of its source's.
    tags: data.tags
      ?.filter(({ unstable__provider: by }) => by === undefined || by === data.provider)
      .map(({ name }) => name),
    creator: data.creator,
    creatorUrl: data.creator_url,
    license: licenseName(data.license, data.license_version),
    licenseUrl: data.license_url,
    sourceUrl: data.foreign_landing_url,
    sensitive: data.mature,
    linkUrl: link ? url : null,
    image: { url },
    bytesVersion: url,
  });
}

/** `by-sa`, `4.0` → `CC BY-SA 4.0`; the public domain marks and the retired licences keep their own names. */
function licenseName(license: string | null | undefined, version: string | null | undefined): string {
  if (!license) return '';
  const name = license.startsWith('by') ? `CC ${license.toUpperCase()}` : license.toUpperCase();
  return version ? `${name} ${version}` : name;
}
