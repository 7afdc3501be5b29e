import { describe, expect, it } from '@jest/globals';
import { flickr } from '../src/sources/flickr.js';
import type { NetworkQuery, NetworkOptions } from '../src/sources/network.js';
import { apiForAll, openAt, type ApiAnswer, type ApiRequest } from './support/api-server.js';
import { brokenOf, entriesOf, itemsOf, namesOf } from './support/entries.js';

const api = apiForAll();

const photo = (id: string, changes: Record<string, unknown> = {}) => ({
  id,
  owner: '66956608@N06',
  title: 'Barn owl',
  ispublic: 1,
  license: '4',
  description: { _content: 'At dusk' },
  ownername: 'Ada Martin',
  pathalias: 'ada',
  tags: 'owl bird night',
  lastupdate: '1700000000',
  media: 'photo',
  url_l: `https://live.staticflickr.com/${id}_b.jpg`,
  ...changes,
});

const LICENSES = [
  { id: '0', name: 'All Rights Reserved', url: '' },
  { id: '4', name: 'Attribution License', url: 'https://creativecommons.org/licenses/by/2.0/' },
  { id: 7, name: 'No known copyright restrictions', url: 'https://www.flickr.com/commons/usage/' },
  { id: '9', name: 'Public Domain Dedication (CC0)' },
  { id: '99', name: 'A licence of tomorrow', url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
];

/** Flickr's two methods: what its licences are, and what a search finds. */
const searching = (search: (request: ApiRequest) => ApiAnswer) =>
  api.follow((request) =>
    request.query['method'] === 'flickr.photos.licenses.getInfo'
      ? { body: { licenses: { license: LICENSES }, stat: 'ok' } }
      : search(request),
  );
const answer = (page: number, pages: number, ...photos: unknown[]) => ({
  body: { photos: { page, pages, perpage: 250, photo: photos }, stat: 'ok' },
});
const holding = (...photos: unknown[]) => searching(() => answer(1, 1, ...photos));
const searches = () => api.requests.filter(({ query }) => query['method'] === 'flickr.photos.search');

const open = (asked: NetworkQuery = {}, more: Partial<NetworkOptions> = {}) =>
  openAt(api, flickr, { key: 'k3y', query: 'owl', ...asked }, more);

describe('Flickr', () => {
  it('is read page by page to the end of what it does not repeat, for openly licensed photos alone', async () => {
    searching(({ query }) => answer(Number(query['page']), 400, photo(query['page'] ?? '')));
    const names = namesOf(await entriesOf(open({ user: '66956608@N06' })));
    expect([names.length, names[1]]).toEqual([16, 'flickr:2']);
    expect(searches()[0]).toMatchObject({
      path: '/services/rest/',
      query: { api_key: 'k3y', text: 'owl', user_id: '66956608@N06', license: '4,7,9,99' },
    });
  });

  it('says of a photo what its owner says, and sends downloads to Flickr', async () => {
    holding(photo('53'));
    expect(await itemsOf(open({ licenses: '9' }))).toMatchObject([
      {
        assetId: 'flickr:53',
        title: 'Barn owl',
        description: 'At dusk',
        tags: ['owl', 'bird', 'night'],
        creator: 'Ada Martin',
        creatorUrl: 'https://www.flickr.com/photos/ada/',
        licenseVerbatim: 'https://creativecommons.org/licenses/by/2.0/',
        provenanceUrl: 'https://www.flickr.com/photos/ada/53/',
        linkUrl: 'https://live.staticflickr.com/53_b.jpg',
      },
    ]);
    expect(searches()[0]?.query['license']).toBe('9');
  });

  it.each([
    ['99', 'https://creativecommons.org/licenses/by-sa/4.0/'],
    ['7', 'flickr:7'],
    ['9', 'flickr:9'],
    [10, 'flickr:10'],
  ])('declares the licence numbered %s as %s, also under another source', async (license, declared) => {
    holding(photo('53', { license }));
    const item = { assetId: 'birds:53', licenseVerbatim: declared };
    expect(await itemsOf(open({}, { source: 'birds' }))).toMatchObject([item]);
  });

  it('leaves unknown fields empty, and uses the largest size of a photo', async () => {
    const bare = { title: '', description: null, tags: '', pathalias: null, ownername: '' };
    const url_k = 'https://live.staticflickr.com/k.jpg';
    holding(photo('53', { ...bare, url_k }));
    const provenanceUrl = 'https://www.flickr.com/photos/66956608%40N06/53/';
    const item = { title: '', tags: [], creator: null, provenanceUrl, image: { url: url_k } };
    expect(await itemsOf(open())).toMatchObject([item]);
  });

  it('passes videos over, and reports a photo that may not be downloaded', async () => {
    holding(photo('1', { media: 'video' }), photo('2', { url_l: undefined }), photo('3'));
    expect(namesOf(await itemsOf(open()))).toEqual(['flickr:3']);
    expect(await brokenOf(open())).toMatchObject([
      { name: 'flickr:2', broken: 'its owner does not let it be downloaded' },
    ]);
  });

  it('stops with the words of an API that refuses, which answers 200 all the same', async () => {
    const refusal = { body: { stat: 'fail', code: 100, message: 'Invalid API Key' } };
    searching(() => refusal);
    await expect(entriesOf(open())).rejects.toThrow('Invalid API Key');
    api.follow(() => refusal);
    await expect(entriesOf(open())).rejects.toThrow('Invalid API Key');
  });

  const TAKEN = { datetaken: '2004-11-29 16:01:26', datetakengranularity: '0', datetakenunknown: '0' };

  it.each([
    ['a moment', TAKEN, '2004-11-29T16:01:26', false],
    ['a month', { ...TAKEN, datetakengranularity: 4 }, '2004-11', false],
    ['a year', { ...TAKEN, datetakengranularity: '6' }, '2004', false],
    ['about a year', { ...TAKEN, datetakengranularity: 8 }, undefined, false],
    ['the upload, as nobody knows', { ...TAKEN, datetakenunknown: 1 }, undefined, false],
    ['nothing, and marks what is not safe', { safety_level: '2' }, undefined, true],
  ])('dates a photo by %s', async (_name, changes, created, sensitive) => {
    holding(photo('1', { ...changes }));
    const [item] = await itemsOf(open());
    expect([item?.created, item?.facts.sensitive]).toEqual([created, sensitive]);
  });
});
