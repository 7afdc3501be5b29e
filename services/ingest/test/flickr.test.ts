import { describe, expect, it } from '@jest/globals';
import { flickr } from '../src/sources/flickr.js';
import type { Asked, NetworkOptions } from '../src/sources/network.js';
import { apiForAll, openAt, type ApiAnswer, type ApiRequest } from './support/api-server.js';
import { brokenOf, entriesOf, itemsOf, namesOf } from './support/entries.js';

const api = apiForAll();

const photo = (id: string, changes: Record<string, unknown> = {}) => ({
  id,
  owner: '66956608@N06',
  secret: 'b1a2',
  server: '65535',
  farm: 66,
  title: 'Barn owl',
  ispublic: 1,
  isfriend: 0,
  isfamily: 0,
  license: '4',
  description: { _content: 'At dusk' },
  ownername: 'Ada Martin',
  pathalias: 'ada',
  tags: 'owl bird night',
  lastupdate: '1700000000',
  media: 'photo',
  media_status: 'ready',
  url_l: `https://live.staticflickr.com/65535/${id}_b1a2_b.jpg`,
  height_l: 683,
  width_l: 1024,
  ...changes,
});

const answer = (page: number, pages: number, ...photos: unknown[]) => ({
  body: { photos: { page, pages, perpage: 250, total: photos.length, photo: photos }, stat: 'ok' },
});
const threePages = ({ query }: ApiRequest) =>
  answer(Number(query['page']), 3, photo(`${query['page'] ?? ''}1`), photo(`${query['page'] ?? ''}2`));

const LICENSES = [
  { id: '0', name: 'All Rights Reserved', url: '' },
  { id: '4', name: 'Attribution License', url: 'https://creativecommons.org/licenses/by/2.0/' },
  { id: 7, name: 'No known copyright restrictions', url: 'https://www.flickr.com/commons/usage/' },
  { id: '9', name: 'Public Domain Dedication (CC0)' },
  { id: '99', name: 'A licence of tomorrow', url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
];

/** Flickr's two methods: what its licences are, and what a search finds. */
const holding = (search: (request: ApiRequest) => ApiAnswer) =>
  api.follow((request) =>
    request.query['method'] === 'flickr.photos.licenses.getInfo'
      ? { body: { licenses: { license: LICENSES }, stat: 'ok' } }
      : search(request),
  );
const searches = () => api.requests.filter(({ query }) => query['method'] === 'flickr.photos.search');

const open = (asked: Asked = {}, more: Partial<NetworkOptions> = {}) =>
  openAt(api, flickr, { key: 'k3y', query: 'owl', ...asked }, more);

describe('Flickr', () => {
  it('is read page by page to its end, for openly licensed photos alone', async () => {
    holding(threePages);
    const names = namesOf(await entriesOf(open({ user: '66956608@N06' })));
    expect(names).toEqual(['11', '12', '21', '22', '31', '32'].map((id) => `flickr:${id}`));
    expect(searches()[0]).toMatchObject({
      path: '/services/rest/',
      query: {
        method: 'flickr.photos.search',
        api_key: 'k3y',
        text: 'owl',
        user_id: '66956608@N06',
        nojsoncallback: '1',
      },
    });
    expect(searches()[0]?.query['license']).toBe('4,7,9,99');
  });

  it('is not asked beyond the results that it repeats', async () => {
    holding(({ query }) => answer(Number(query['page']), 400, photo(query['page'] ?? '')));
    await entriesOf(open());
    expect(searches()).toHaveLength(16);
  });

  it('says of a photo what its owner says, and sends downloads to Flickr', async () => {
    holding(() => answer(1, 1, photo('53')));
    const [item] = await itemsOf(open());
    expect(item).toMatchObject({
      assetId: 'flickr:53',
      title: 'Barn owl',
      description: 'At dusk',
      tags: ['owl', 'bird', 'night'],
      creator: 'Ada Martin',
      creatorUrl: 'https://www.flickr.com/photos/ada/',
      licenseVerbatim: 'https://creativecommons.org/licenses/by/2.0/',
      provenanceUrl: 'https://www.flickr.com/photos/ada/53/',
      linkUrl: 'https://live.staticflickr.com/65535/53_b1a2_b.jpg',
    });
  });

  it.each([
    ['99', 'https://creativecommons.org/licenses/by-sa/4.0/'],
    ['7', 'flickr:7'],
    ['9', 'flickr:9'],
    ['55', 'flickr:55'],
  ])('declares the licence numbered %s as %s, guessing no version', async (license, declared) => {
    holding(() => answer(1, 1, photo('53', { license })));
    expect((await itemsOf(open()))[0]?.licenseVerbatim).toBe(declared);
  });

  it('asks for the licences that the operator names', async () => {
    holding(() => answer(1, 1, photo('53')));
    await itemsOf(open({ licenses: '9' }));
    expect(searches()[0]?.query['license']).toBe('9');
  });

  it('keeps the number of a licence with the name of who numbered it, also under another source', async () => {
    holding(() => answer(1, 1, photo('53', { license: 10 })));
    expect((await itemsOf(open({}, { source: 'birds' })))[0]).toMatchObject({
      assetId: 'birds:53',
      licenseVerbatim: 'flickr:10',
    });
  });

  it('leaves unknown fields empty, and uses the largest size of a photo', async () => {
    const bare = { title: '', description: null, tags: '', pathalias: null, ownername: '' };
    const url_k = 'https://live.staticflickr.com/k.jpg';
    holding(() => answer(1, 1, photo('53', { ...bare, url_k })));
    expect((await itemsOf(open()))[0]).toMatchObject({
      title: '',
      tags: [],
      creator: null,
      provenanceUrl: 'https://www.flickr.com/photos/66956608%40N06/53/',
      image: { url: url_k },
    });
  });

  it('passes videos over, and reports a photo that may not be downloaded', async () => {
    const photos = [photo('1', { media: 'video' }), photo('2', { url_l: undefined }), photo('3')];
    holding(() => answer(1, 1, ...photos));
    expect((await itemsOf(open())).map(({ assetId }) => assetId)).toEqual(['flickr:3']);
    expect(await brokenOf(open())).toMatchObject([
      { name: 'flickr:2', broken: 'its owner does not let it be downloaded' },
    ]);
  });

  it('stops with the words of an API that refuses, which answers 200 all the same', async () => {
    holding(() => ({ body: { stat: 'fail', code: 100, message: 'Invalid API Key' } }));
    await expect(entriesOf(open())).rejects.toThrow('Invalid API Key');
    api.follow(() => ({ body: { stat: 'fail', code: 100, message: 'Invalid API Key' } }));
    await expect(entriesOf(open())).rejects.toThrow('Invalid API Key');
  });

  const facts = async (changes: object) => {
    holding(() => answer(1, 1, photo('1', { ...changes })));
    const [item] = await itemsOf(open());
    return { created: item?.created, sensitive: item?.facts.sensitive };
  };
  const TAKEN = { datetaken: '2004-11-29 16:01:26', datetakengranularity: '0', datetakenunknown: '0' };

  it.each([
    ['a moment', TAKEN, '2004-11-29T16:01:26'],
    ['a month', { ...TAKEN, datetakengranularity: 4 }, '2004-11'],
    ['a year', { ...TAKEN, datetakengranularity: '6' }, '2004'],
    ['about a year', { ...TAKEN, datetakengranularity: 8 }, undefined],
    ['the upload, as nobody knows', { ...TAKEN, datetakenunknown: 1 }, undefined],
    ['nothing', {}, undefined],
  ])('dates a photo by %s', async (_name, changes, created) => {
    expect(await facts(changes)).toEqual({ created, sensitive: false });
  });

  it('marks what is not safe', async () => {
    expect(await facts({ safety_level: '2' })).toMatchObject({ sensitive: true });
  });
});
