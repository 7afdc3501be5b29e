import { z } from 'zod';
import { createApi, pagedSource, readEntry, textIn, type NetworkOptions } from './network.js';
import type { Source, SourceItem } from './source.js';
import { toItem } from './to-item.js';

const API = 'https://api.artic.edu';
const PATH = 'api/v1/artworks/search';
/** What the museum asks of those who read many works. */
const RATE = { requests: 1, intervalMs: 1_000 };
const PAGE_SIZE = 100;
/** A search goes no deeper than 10,000 works. */
const PAGES_MAX = 100;
/** The museum asks for this width. */
const SIZE = '843,';

const text = z.string().nullish();

const workSchema = z.object({
  id: z.number(),
  title: text,
  image_id: text,
  is_public_domain: z.boolean(),
  artist_title: text,
  date_display: text,
  date_start: z.number().nullish(),
  date_end: z.number().nullish(),
  place_of_origin: text,
  medium_display: text,
  term_titles: z.array(z.string()).nullish(),
  thumbnail: z.object({ alt_text: text }).nullish(),
});

const pageSchema = z.object({
  pagination: z.object({ total_pages: z.number() }),
  data: z.array(z.unknown()),
  config: z.object({ iiif_url: z.url(), website_url: z.url() }),
});

type Addresses = z.output<typeof pageSchema>['config'];

interface ArticOptions extends NetworkOptions {
  query: string;
}

/**
 * Works in the public domain of the Art Institute of Chicago, ids `artic:<artwork id>`. The museum waives its rights in these
 * images (CC0); the others are passed over.
 */
export function openArtic(options: ArticOptions): Source {
  const { query, link = false, source = 'artic' } = options;
  const getJson = createApi({ baseUrl: API, rate: RATE, ...options });
  return pagedSource<{ work: unknown; addresses: Addresses }>(source, () => ({
    fetchPage: async (page = '1') => {
      const { data, pagination, config } = await getJson(
        PATH,
        {
          q: query,
          'query[term][is_public_domain]': 'true',
          fields: Object.keys(workSchema.shape).join(','),
          limit: PAGE_SIZE,
          page,
        },
        pageSchema,
      );
      const isLast = data.length === 0 || Number(page) >= Math.min(pagination.total_pages, PAGES_MAX);
      return {
        entries: data.map((work) => ({ work, addresses: config })),
        next: isLast ? undefined : String(Number(page) + 1),
      };
    },
    nameOf: ({ work }) => textIn(work, 'title') ?? 'a work without a title',
    toItem: ({ work, addresses }) => workToItem(work, addresses, source, link),
  }));
}

function workToItem(work: unknown, addresses: Addresses, source: string, link: boolean): SourceItem | null {
  const data = readEntry(workSchema, work, 'work');
  if (!data.is_public_domain || !data.image_id) return null;
  const url = `${addresses.iiif_url}/${data.image_id}/full/${SIZE}/0/default.jpg`;
  return toItem(source, {
    id: String(data.id),
    title: data.title,
    description: [data.thumbnail?.alt_text, data.medium_display, data.place_of_origin, data.date_display]
      .filter((part) => part)
      .join('; '),
    tags: data.term_titles ?? [],
    creator: data.artist_title,
    license: 'CC0 1.0',
    sourceUrl: `${addresses.website_url}/artworks/${data.id}`,
    created: data.date_start === data.date_end && data.date_end ? String(data.date_end) : undefined,
    linkUrl: link ? url : null,
    image: { url },
    bytesVersion: data.image_id,
  });
}
