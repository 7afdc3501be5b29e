import { z } from 'zod';
import { numberedPages, type NetworkCollection } from './network.js';

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

const fields = {
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
};
const addresses = { iiif_url: z.url(), website_url: z.url() };
const workSchema = z.object({ ...fields, ...addresses });

const pageSchema = z.object({
  pagination: z.object({ total_pages: z.number() }),
  data: z.array(z.object({}).loose()),
  config: z.object(addresses),
});

/**
 * Works in the public domain of the Art Institute of Chicago, ids `artic:<artwork id>`. The museum waives its rights in these
 * images (CC0); the others are passed over.
 */
export const artic: NetworkCollection<typeof workSchema> = {
  name: 'artic',
  api: () => ({ baseUrl: API, rate: RATE }),
  entry: { noun: 'work', namedBy: 'title', schema: workSchema },
  open: (getJson, { query }) => ({
    fetchPage: numberedPages(async (page) => {
      const asked = {
        q: query,
        'query[term][is_public_domain]': 'true',
        fields: Object.keys(fields).join(','),
        limit: PAGE_SIZE,
        page,
      };
      const { data, pagination, config } = await getJson(PATH, asked, pageSchema);
      return {
        entries: data.map((work) => ({ ...work, ...config })),
        pages: Math.min(pagination.total_pages, PAGES_MAX),
      };
    }),
    factsOf: (work) => {
      if (!work.is_public_domain || !work.image_id) return null;
      return {
        id: String(work.id),
        title: work.title,
        description: [work.thumbnail?.alt_text, work.medium_display, work.place_of_origin, work.date_display]
          .filter((part) => part)
          .join('; '),
        tags: work.term_titles ?? [],
        creator: work.artist_title,
        license: 'CC0 1.0',
        sourceUrl: `${work.website_url}/artworks/${work.id}`,
        created: work.date_start === work.date_end && work.date_end ? String(work.date_end) : undefined,
        url: `${work.iiif_url}/${work.image_id}/full/${SIZE}/0/default.jpg`,
        bytesVersion: work.image_id,
      };
    },
  }),
};
