import { describe, expect, it } from '@jest/globals';
import { met } from '../src/sources/met.js';
import type { NetworkQuery } from '../src/sources/network.js';
import { apiForAll, openAt, type ApiAnswer, type ApiRequest } from './support/api-server.js';
import { brokenOf, entriesOf, itemsOf, namesOf, resumesEverywhere } from './support/entries.js';

const api = apiForAll();

const object = (objectID: number, changes: Record<string, unknown> = {}) => ({
  objectID,
  isPublicDomain: true,
  primaryImage: `https://images.metmuseum.org/original/DP${objectID}.jpg`,
  primaryImageSmall: `https://images.metmuseum.org/web-large/DP${objectID}.jpg`,
  additionalImages: [],
  department: 'Asian Art',
  objectName: 'Hanging scroll',
  title: 'Quail and Millet',
  culture: 'Japan',
  artistDisplayName: 'Kiyohara Yukinobu',
  artistWikidata_URL: 'https://www.wikidata.org/wiki/Q11560527',
  objectDate: 'late 17th century',
  classification: 'Paintings',
  objectURL: `https://www.metmuseum.org/art/collection/search/${objectID}`,
  tags: [{ term: 'Quails', Wikidata_URL: '' }],
  ...changes,
});

/** Lists its ids in an order of its own, as the search does; one that is null it does not know. */
const museum =
  (objects: Record<number, Record<string, unknown> | null>) =>
  ({ path }: ApiRequest): ApiAnswer => {
    const id = Number(/\/objects\/(\d+)$/.exec(path)?.[1]);
    if (Number.isNaN(id))
      return { body: { total: 1, objectIDs: Object.keys(objects).map(Number).reverse() } };
    const found = objects[id];
    return found ? { body: object(id, found) } : { status: 404, body: { message: 'ObjectID not found' } };
  };

const open = (asked: NetworkQuery = {}) => openAt(api, met, asked);

describe('the Met', () => {
  it('yields every public domain work with an image in the order of ids, and reports what cannot be read', async () => {
    const imageless = { primaryImage: '', primaryImageSmall: '' };
    const works = { 9: {}, 3: {}, 5: { isPublicDomain: false }, 7: imageless, 1: null };
    api.follow(museum({ ...works, 2: { isPublicDomain: 'yes' } }));
    expect(namesOf(await itemsOf(open()))).toEqual(['met:3', 'met:9']);
    expect(namesOf(await brokenOf(open()))).toEqual(['met:1', 'met:2']);
    expect(await resumesEverywhere(() => open())).toBe(true);
  });

  it('is asked for the works of a department, or of a search, which may have none', async () => {
    api.follow(() => ({ body: { total: 0, objectIDs: null } }));
    expect(await entriesOf(open({ department: '6' }))).toEqual([]);
    await entriesOf(open({ query: 'quail' }));
    expect(api.requests).toMatchObject([
      { path: '/public/collection/v1/objects', query: { departmentIds: '6' } },
      { path: '/public/collection/v1/search', query: { q: 'quail', hasImages: 'true' } },
    ]);
  });

  it('continues after any work, over pages of ids, without asking for earlier ones', async () => {
    api.follow(museum(Object.fromEntries(Array.from({ length: 130 }, (_, at) => [at + 1, {}]))));
    const all = await entriesOf(open());
    expect(all).toHaveLength(130);
    const before = api.requests.length;
    expect(namesOf(await entriesOf(open(), all[99]?.cursor))).toEqual(namesOf(all.slice(100)));
    // The page in which the hundredth stands begins at the sixty-fifth; what was done of it is not asked for.
    expect(api.requests.length - before).toBe(1 + 30);
  });

  it('says of a work what the museum says, and that the museum waived its rights', async () => {
    api.follow(museum({ 45734: {} }));
    expect(await itemsOf(open())).toMatchObject([
      {
        title: 'Quail and Millet',
        description: 'Hanging scroll; Japan; late 17th century',
        creator: 'Kiyohara Yukinobu',
        creatorUrl: 'https://www.wikidata.org/wiki/Q11560527',
        licenseVerbatim: 'CC0 1.0',
        provenanceUrl: 'https://www.metmuseum.org/art/collection/search/45734',
        tags: ['Quails', 'Japan', 'Paintings', 'Hanging scroll', 'Asian Art'],
        image: { url: 'https://images.metmuseum.org/web-large/DP45734.jpg' },
      },
    ]);
  });

  it('leaves empty what a work does not say, and writes an address with spaces as one', async () => {
    const empty = { artistDisplayName: '', artistWikidata_URL: '', tags: null, culture: '' };
    const primaryImageSmall = 'https://images.metmuseum.org/web-large/Kalimian Temple.jpg';
    api.follow(museum({ 1: { ...empty, primaryImageSmall } }));
    const tags = ['Paintings', 'Hanging scroll', 'Asian Art'];
    const image = { url: 'https://images.metmuseum.org/web-large/Kalimian%20Temple.jpg' };
    expect(await itemsOf(open())).toMatchObject([{ creator: null, creatorUrl: null, tags, image }]);
  });

  it.each([
    [1889, 1889, '1889'],
    [1880, 1889, undefined],
    [-500, -500, null],
  ])('dates a work of the years %i to %i by %s', async (objectBeginDate, objectEndDate, created) => {
    api.follow(museum({ 3: { objectBeginDate, objectEndDate } }));
    expect((await itemsOf(open()))[0]?.created).toBe(created);
  });
});
