import { z } from 'zod';
import { AssetFault } from '../asset-failure.js';
import { numberedPages, type GetJson, type NetworkCollection } from './network.js';

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

/**
 * Openly licensed photos of a search or a person on Flickr, ids `flickr:<photo id>`. Downloads go to Flickr's copy
 * unless the operator says otherwise, because its API may not be used to build another store of its photos.
 */
export const flickr: NetworkCollection<typeof photoSchema> = {
  name: 'flickr',
  api: () => ({ baseUrl: API, rate: RATE }),
  links: true,
  entry: { noun: 'photo', namedBy: 'id', schema: photoSchema },
  open: async (getJson, { key, query, user, licenses }) => {
    const known = await listLicenses(getJson, key);
    const parameters = {
      method: 'flickr.photos.search',
      api_key: key,
      text: query,
      user_id: user,
      license: licenses ?? [...known.keys()].filter((id) => id !== ALL_RIGHTS_RESERVED).join(','),
      content_types: 0,
      media: 'photos',
      safe_search: 1,
      sort: 'date-posted-asc',
      extras: EXTRAS,
      per_page: PAGE_SIZE,
      format: 'json',
      nojsoncallback: 1,
    };
    return {
      fetchPage: numberedPages(async (page) => {
        const { stat, message, photos } = await getJson(PATH, { ...parameters, page }, answerSchema);
        if (stat !== 'ok' || !photos) throw new Error(`Flickr: ${message ?? stat}`);
        return { entries: photos.photo, pages: Math.min(photos.pages, RESULTS_MAX / PAGE_SIZE) };
      }),
      factsOf: (photo) => {
        if (photo.media && photo.media !== 'photo') return null;
        const url = firstFilled(photo.url_k, photo.url_h, photo.url_l, photo.url_c, photo.url_z, photo.url_o);
        if (url === undefined) throw new AssetFault('its owner does not let it be downloaded');
        const person = `https://www.flickr.com/photos/${encodeURIComponent(firstFilled(photo.pathalias) ?? photo.owner)}/`;
        return {
          id: photo.id,
          title: photo.title,
          description: photo.description?._content,
          tags: photo.tags?.split(' '),
          creator: photo.ownername,
          creatorUrl: person,
          license: declarationOf(photo.license, known),
          sourceUrl: `${person}${photo.id}/`,
          created: takenAt(photo),
          sensitive: isSensitive(photo),
          url,
          bytesVersion: `${url} ${photo.lastupdate ?? ''}`,
        };
      },
    };
  },
};

/** Asked for and not written down here, because Flickr adds licences and numbers them as it likes. */
async function listLicenses(getJson: GetJson, key: string | undefined): Promise<Licenses> {
  const asked = {
    method: 'flickr.photos.licenses.getInfo',
    api_key: key,
    format: 'json',
    nojsoncallback: 1,
  };
  const { stat, message, licenses } = await getJson(PATH, asked, licensesSchema);
  if (stat !== 'ok' || !licenses) throw new Error(`Flickr: ${message ?? stat}`);
  return new Map(licenses.license.map(({ id, url }) => [id, firstFilled(url)]));
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
