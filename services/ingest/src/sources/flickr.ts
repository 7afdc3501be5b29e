import { z } from 'zod';
import { AssetFault } from '../asset-failure.js';
import { createApi, pagedSource, readEntry, textIn, type GetJson, type NetworkOptions } from './network.js';
import type { Source, SourceItem } from './source.js';
import { toItem } from './to-item.js';

const API = 'https://api.flickr.com';
const PATH = 'services/rest/';
/** A key may ask 3,600 times an hour. */
const RATE = { requests: 1, intervalMs: 1_000 };
const PAGE_SIZE = 250;
/** Flickr answers the first 4,000 images of any query and repeats itself beyond them. */
const RESULTS_MAX = 4_000;
const ALL_RIGHTS_RESERVED = '0';
/** Only these addresses say more than the number: the version. */
const DEED = /^https?:\/\/creativecommons\.org\//;
const EXTRAS =
  'description,license,owner_name,path_alias,tags,last_update,date_taken,safety_level,media,url_o,url_k,url_h,url_l,url_c,url_z';

const text = z.string().nullish();
const whole = z.coerce.number().nullish().catch(undefined);

const photoSchema = z.object({
  id: z.string(),
  owner: z.string(),
  title: text,
  description: z.object({ _content: text }).nullish(),
  license: z.union([z.string(), z.number()]).transform(String),
  ownername: text,
  pathalias: text,
  tags: text,
  lastupdate: z.union([z.string(), z.number()]).transform(String).nullish(),
  datetaken: text,
  datetakengranularity: whole,
  datetakenunknown: whole,
  safety_level: whole,
  media: text,
  url_o: text,
  url_k: text,
  url_h: text,
  url_l: text,
  url_c: text,
  url_z: text,
});

type Photo = z.output<typeof photoSchema>;

const answerSchema = z.object({
  stat: z.string(),
  message: z.string().optional(),
  photos: z.object({ page: z.number(), pages: z.number(), photo: z.array(z.unknown()) }).optional(),
});

const licensesSchema = z.object({
  stat: z.string(),
  message: z.string().optional(),
  licenses: z
    .object({
      license: z.array(z.object({ id: z.union([z.string(), z.number()]).transform(String), url: text })),
    })
    .optional(),
});

/** What Flickr's numbers of licences stand for: the address of each, where it has one. */
type Licenses = ReadonlyMap<string, string | undefined>;

interface FlickrOptions extends NetworkOptions {
  apiKey: string;
  query?: string | undefined;
  /** A person's id, e.g. `66956608@N06`. */
  user?: string | undefined;
  /** Flickr's numeric licence ids, separated by commas. */
  licenses?: string | undefined;
}

/**
 * Openly licensed photos of a search or a person on Flickr, ids `flickr:<photo id>`. Downloads go to Flickr's copy
 * unless the operator says otherwise, because its API may not be used to build another store of its photos.
 */
export function openFlickr(options: FlickrOptions): Source {
  const { apiKey, query, user, licenses, link = true, source = 'flickr' } = options;
  const getJson = createApi({ baseUrl: API, rate: RATE, ...options });
  const parameters = {
    method: 'flickr.photos.search',
    api_key: apiKey,
    text: query,
    user_id: user,
    content_types: 0,
    media: 'photos',
    safe_search: 1,
    sort: 'date-posted-asc',
    extras: EXTRAS,
    per_page: PAGE_SIZE,
    format: 'json',
    nojsoncallback: 1,
  };
  return pagedSource<unknown>(source, async () => {
    const known = await listLicenses(getJson, apiKey);
    const license = licenses ?? [...known.keys()].filter((id) => id !== ALL_RIGHTS_RESERVED).join(',');
    return {
      fetchPage: async (page = '1') => {
        const { stat, message, photos } = await getJson(PATH, { ...parameters, license, page }, answerSchema);
        if (stat !== 'ok' || !photos) throw new Error(`Flickr: ${message ?? stat}`);
        const pages = Math.min(photos.pages, RESULTS_MAX / PAGE_SIZE);
        return { entries: photos.photo, next: Number(page) < pages ? String(Number(page) + 1) : undefined };
      },
      nameOf: (entry) => textIn(entry, 'id') ?? 'a photo without an id',
      toItem: (entry) => photoToItem(entry, known, source, link),
    };
  });
}

/** Asked for and not written down here, because Flickr adds licences and numbers them as it likes. */
async function listLicenses(getJson: GetJson, apiKey: string): Promise<Licenses> {
  const asked = {
    method: 'flickr.photos.licenses.getInfo',
    api_key: apiKey,
    format: 'json',
    nojsoncallback: 1,
  };
  const { stat, message, licenses } = await getJson(PATH, asked, licensesSchema);
  if (stat !== 'ok' || !licenses) throw new Error(`Flickr: ${message ?? stat}`);
  return new Map(licenses.license.map(({ id, url }) => [id, firstFilled(url)]));
}

function photoToItem(entry: unknown, licenses: Licenses, source: string, link: boolean): SourceItem | null {
  const data = readEntry(photoSchema, entry, 'photo');
  if (data.media && data.media !== 'photo') return null;
  const url = firstFilled(data.url_k, data.url_h, data.url_l, data.url_c, data.url_z, data.url_o);
  if (url === undefined) throw new AssetFault('its owner does not let it be downloaded');
  const person = `https://www.flickr.com/photos/${encodeURIComponent(firstFilled(data.pathalias) ?? data.owner)}/`;
  return toItem(source, {
    id: data.id,
    title: data.title,
    description: data.description?._content,
    tags: data.tags?.split(' '),
    creator: data.ownername,
    creatorUrl: person,
    license: declarationOf(data.license, licenses),
    sourceUrl: `${person}${data.id}/`,
    created: takenAt(data),
    sensitive: isSensitive(data),
    linkUrl: link ? url : null,
    image: { url },
    bytesVersion: `${url} ${data.lastupdate ?? ''}`,
  });
}

/** Parts of Flickr's `2004-11-29 16:01:26` that count, by its number for how exactly the moment is known. */
const DATE_CHARS: Readonly<Record<number, number>> = { 0: 19, 4: 7, 6: 4 };

/** Where nobody knows, Flickr puts the moment of the upload and says so. */
function takenAt({ datetaken, datetakengranularity, datetakenunknown }: Photo): string | undefined {
  if (datetakenunknown === 1) return undefined;
  const chars = DATE_CHARS[datetakengranularity ?? 0];
  return chars === undefined ? undefined : datetaken?.slice(0, chars);
}

/** 0 is safe, 1 moderate, 2 restricted. Only safe photos were asked for, which need not be said again. */
const isSensitive = ({ safety_level: level }: Photo): boolean => (level ?? 0) > 0;

/** A deed's address, else the number with the name of who numbered it, which need not be this collection's. */
function declarationOf(license: string, licenses: Licenses): string {
  const address = licenses.get(license);
  return address !== undefined && DEED.test(address) ? address : `flickr:${license}`;
}

/** Flickr leaves out what there is none of, or sends it empty. */
function firstFilled(...values: (string | null | undefined)[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}
