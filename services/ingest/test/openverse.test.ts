import { describe, expect, it } from '@jest/globals';
import { openverse } from '../src/sources/openverse.js';
import { NO_FACTS } from '@imagesearch/facets/declared';
import { apiForAll, openAt } from './support/api-server.js';
import { brokenOf, itemsOf, namesOf, entriesOf } from './support/entries.js';

const api = apiForAll();

const image = (id: string, changes: Record<string, unknown> = {}) => ({
  id,
  title: 'Barn owl',
  foreign_landing_url: `https://www.flickr.com/photos/someone/${id}`,
  url: `https://live.staticflickr.com/${id}.jpg`,
  creator: 'Ada Martin',
  creator_url: 'https://www.flickr.com/photos/someone',
  license: 'by-sa',
  license_version: '2.0',
  license_url: 'https://creativecommons.org/licenses/by-sa/2.0/',
  provider: 'flickr',
  category: null,
  tags: [
    { name: 'owl', accuracy: null, unstable__provider: 'flickr' },
    { name: 'No Person', accuracy: 0.97, unstable__provider: 'clarifai' },
  ],
  mature: false,
  ...changes,
});

const holding = (...results: unknown[]) =>
  api.follow(() => ({ body: { result_count: results.length, page_count: 1, results } }));

const open = () => openAt(api, openverse, { query: 'owl' });

describe('Openverse', () => {
  it('is read page by page to its end, with the words, the licences and the token given, and links on request', async () => {
    api.follow(({ query }) => ({
      body: { result_count: 2, page_count: 2, results: [image(`x${query['page'] ?? ''}`)] },
    }));
    const asked = { query: 'owl', licenses: 'by,by-sa', key: 't0ken' };
    const items = await itemsOf(openAt(api, openverse, asked, { link: true }));
    expect(items.map(({ assetId, linkUrl }) => [assetId, linkUrl])).toEqual([
      ['openverse:x1', 'https://live.staticflickr.com/x1.jpg'],
      ['openverse:x2', 'https://live.staticflickr.com/x2.jpg'],
    ]);
    expect(api.requests.map(({ query }) => query['page'])).toEqual(['1', '2']);
    expect(api.requests[0]).toMatchObject({
      path: '/v1/images/',
      query: { q: 'owl', license: 'by,by-sa', mature: 'false', page_size: '50' },
      headers: { authorization: 'Bearer t0ken' },
    });
  });

  it('describes an image as its source does, without what a model guessed', async () => {
    holding(image('x1'));
    expect(await itemsOf(open())).toMatchObject([
      {
        title: 'Barn owl',
        tags: ['owl'],
        creator: 'Ada Martin',
        creatorUrl: 'https://www.flickr.com/photos/someone',
        licenseVerbatim: 'CC BY-SA 2.0 (https://creativecommons.org/licenses/by-sa/2.0/)',
        provenanceUrl: 'https://www.flickr.com/photos/someone/x1',
        statements: [],
        facts: { ...NO_FACTS, sensitive: false },
        linkUrl: null,
        image: { url: 'https://live.staticflickr.com/x1.jpg' },
      },
    ]);
    expect(api.requests[0]?.query['page_size']).toBe('20');
  });

  it.each([
    ['cc0', '1.0', 'https://creativecommons.org/publicdomain/zero/1.0/', 'CC0 1.0'],
    ['by', '', null, 'CC BY'],
    [null, null, null, ''],
  ])('writes the licence %s %s as it is called', async (license, license_version, license_url, name) => {
    holding(image('x1', { license, license_version, license_url }));
    const [item] = await itemsOf(open());
    expect(item?.licenseVerbatim).toBe(license_url === null ? name : `${name} (${license_url})`);
  });

  it('leaves unknown fields empty', async () => {
    const nothing = { title: null, creator: null, creator_url: null, foreign_landing_url: null, tags: null };
    holding(image('x1', nothing));
    expect(await itemsOf(open())).toMatchObject([{ title: '', creator: null, provenanceUrl: '', tags: [] }]);
  });

  it('reports an image without an address or of another shape, and continues', async () => {
    holding(image('x1', { url: null }), image('x2', { tags: 'owl' }), image('x3'));
    expect(namesOf(await brokenOf(open()))).toEqual(['openverse:x1', 'openverse:x2']);
    expect(namesOf(await entriesOf(open()))).toContain('openverse:x3');
  });
});
