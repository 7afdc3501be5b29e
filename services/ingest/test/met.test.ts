import { describe, expect, it } from '@jest/globals';
import { met } from '../src/sources/met.js';
import type { Asked } from '../src/sources/network.js';
import { apiForAll, openAt, type ApiAnswer, type ApiRequest } from './support/api-server.js';
import { brokenOf, entriesOf, itemsOf, namesOf, resumesEverywhere } from './support/entries.js';

const api = apiForAll();

const object = (objectID: number, changes: Record<string, unknown> = {}) => ({
  objectID,
  isHighlight: false,
  accessionNumber: '36.100.45',
  isPublicDomain: true,
  primaryImage: `https://images.metmuseum.org/CRDImages/as/original/DP${objectID}.jpg`,
  primaryImageSmall: `https://images.metmuseum.org/CRDImages/as/web-large/DP${objectID}.jpg`,
  additionalImages: [],
  department: 'Asian Art',
  objectName: 'Hanging scroll',
  title: 'Quail and Millet',
  culture: 'Japan',
  period: 'Edo period (1615–1868)',
  artistDisplayName: 'Kiyohara Yukinobu',
  artistWikidata_URL: 'https://www.wikidata.org/wiki/Q11560527',
  objectDate: 'late 17th century',
  medium: 'Hanging scroll; ink and color on silk',
  classification: 'Paintings',
  metadataDate: '2024-01-02T04:54:32.557Z',
  objectURL: `https://www.metmuseum.org/art/collection/search/${objectID}`,
  tags: [{ term: 'Quails', AAT_URL: 'http://vocab.getty.edu/page/aat/300250226', Wikidata_URL: '' }],
  ...changes,
});

type Museum = Record<number, Record<string, unknown>>;

/** Lists its ids in an order of its own, as the search does. */
const museum =
  (objects: Museum) =>
  ({ path }: ApiRequest): ApiAnswer => {
    const id = /\/objects\/(\d+)$/.exec(path)?.[1];
    if (id === undefined) {
      const objectIDs = Object.keys(objects).map(Number).reverse();
      return { body: { total: objectIDs.length, objectIDs } };
    }
    const found = objects[Number(id)];
    return found?.['missing'] === true
      ? { status: 404, body: { message: 'ObjectID not found' } }
      : { body: object(Number(id), found) };
  };

const open = (asked: Asked = {}) => openAt(api, met, asked);

describe('the Met', () => {
  it('yields every public domain work with an image in the order of ids, and skips the others', async () => {
    const closed = { isPublicDomain: false, primaryImage: '', primaryImageSmall: '' };
    api.follow(museum({ 9: {}, 3: {}, 5: closed, 7: { primaryImage: '', primaryImageSmall: '' } }));
    expect(namesOf(await entriesOf(open()))).toEqual(['met:3', 'met:9']);
    expect(api.requests[0]?.path).toBe('/public/collection/v1/objects');
  });

  it('is asked for the works of a department, or of a search', async () => {
    api.follow(museum({ 1: {} }));
    await entriesOf(open({ department: '6' }));
    await entriesOf(open({ query: 'quail' }));
    const [listed, , searched] = api.requests;
    expect(listed?.query).toEqual({ departmentIds: '6' });
    expect(searched).toMatchObject({
      path: '/public/collection/v1/search',
      query: { q: 'quail', hasImages: 'true' },
    });
  });

  it('continues after any work, over pages of ids, without asking for earlier ones', async () => {
    const objects = Object.fromEntries(Array.from({ length: 130 }, (_, at) => [at + 1, {}]));
    api.follow(museum(objects));
    const all = await entriesOf(open());
    expect(all).toHaveLength(130);
    const before = api.requests.length;
    expect(namesOf(await entriesOf(open(), all[99]?.cursor))).toEqual(namesOf(all.slice(100)));
    // The page in which the hundredth stands begins at the sixty-fifth; what was done of it is not asked for.
    expect(api.requests.length - before).toBe(1 + 30);
  });

  it('continues after a failure as after a work', async () => {
    api.follow(museum({ 1: {}, 2: { missing: true }, 3: {} }));
    expect(await resumesEverywhere(() => open())).toBe(true);
  });

  it('says of a work what the museum says, and that the museum waived its rights', async () => {
    api.follow(museum({ 45734: {} }));
    const [item] = await itemsOf(open());
    expect(item).toMatchObject({
      title: 'Quail and Millet',
      creator: 'Kiyohara Yukinobu',
      creatorUrl: 'https://www.wikidata.org/wiki/Q11560527',
      licenseVerbatim: 'CC0 1.0',
      provenanceUrl: 'https://www.metmuseum.org/art/collection/search/45734',
      tags: ['Quails', 'Japan', 'Paintings', 'Hanging scroll', 'Asian Art'],
      image: { url: 'https://images.metmuseum.org/CRDImages/as/web-large/DP45734.jpg' },
    });
  });

  it('leaves empty what a work does not say, and writes an address with spaces as one', async () => {
    const url = 'https://images.metmuseum.org/CRDImages/es/web-large/Kalimian Temple.jpg';
    const empty = {
      artistDisplayName: '',
      artistWikidata_URL: '',
      tags: null,
      culture: '',
      classification: '',
    };
    api.follow(museum({ 1: { ...empty, primaryImageSmall: url } }));
    const [item] = await itemsOf(open());
    expect(item).toMatchObject({ creator: null, creatorUrl: null, tags: ['Hanging scroll', 'Asian Art'] });
    expect(item?.image).toEqual({ url: url.replace(' ', '%20') });
  });

  it('reports a listed work that is missing or malformed, and continues', async () => {
    api.follow(museum({ 1: { missing: true }, 2: { isPublicDomain: 'yes' }, 3: {} }));
    expect((await itemsOf(open())).map(({ assetId }) => assetId)).toEqual(['met:3']);
    expect((await brokenOf(open())).map(({ name }) => name)).toEqual(['met:1', 'met:2']);
  });

  it('with nothing to show is an empty collection', async () => {
    api.follow(() => ({ body: { total: 0, objectIDs: null } }));
    expect(await entriesOf(open({ query: 'nothing' }))).toEqual([]);
  });

  it.each([
    [1889, 1889, '1889'],
    [1880, 1889, undefined],
    [-500, -500, undefined],
  ])('dates a work of the years %i to %i by %s', async (objectBeginDate, objectEndDate, created) => {
    api.follow(museum({ 3: { objectBeginDate, objectEndDate } }));
    expect((await itemsOf(open()))[0]?.created).toBe(created);
  });
});
