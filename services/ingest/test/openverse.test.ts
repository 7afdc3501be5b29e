import { describe, expect, it } from '@jest/globals';
import type { Asked } from '../src/sources/network.js';
import { openverse } from '../src/sources/openverse.js';
import { NO_FACTS } from '@imagesearch/facets/provenance';
import { apiForAll, openAt, type ApiRequest } from './support/api-server.js';
import { brokenOf, itemsOf, namesOf, entriesOf, resumesEverywhere } from './support/entries.js';

const api = apiForAll();

const image = (id: string, changes: Record<string, unknown> = {}) => ({
  id,
  title: 'Barn owl',
  indexed_on: '2020-01-01T00:00:00Z',
  foreign_landing_url: `https://www.flickr.com/photos/someone/${id}`,
  url: `https://live.staticflickr.com/${id}.jpg`,
  creator: 'Ada Martin',
  creator_url: 'https://www.flickr.com/photos/someone',
  license: 'by-sa',
  license_version: '2.0',
  license_url: 'https://creativecommons.org/licenses/by-sa/2.0/',
  provider: 'flickr',
  source: 'flickr',
  category: null,
  filesize: null,
  filetype: 'jpg',
  tags: [
    { name: 'owl', accuracy: null, unstable__provider: 'flickr' },
    { name: 'No Person', accuracy: 0.97, unstable__provider: 'clarifai' },
  ],
  attribution: '"Barn owl" by Ada Martin is licensed under CC BY-SA 2.0.',
  mature: false,
  height: 800,
  width: 1200,
  ...changes,
});

const PAGES = [
  [image('11111111-0000-4000-8000-000000000001'), image('11111111-0000-4000-8000-000000000002')],
  [image('11111111-0000-4000-8000-000000000003')],
];

const paged = ({ query }: ApiRequest) => ({
  body: {
    result_count: 3,
    page_count: PAGES.length,
    page_size: 20,
    page: Number(query['page']),
    results: PAGES[Number(query['page']) - 1] ?? [],
  },
});
const single = (changes: Record<string, unknown>) => () => ({
  body: { result_count: 1, page_count: 1, page_size: 20, page: 1, results: [image('x1', changes)] },
});

const open = (asked: Asked = {}, link = false) =>
  openAt(api, openverse, { query: 'owl', ...asked }, { link });

describe('Openverse', () => {
  it('is read page by page to its end, with the words and the licences asked for', async () => {
    api.follow(paged);
    expect(namesOf(await entriesOf(open({ licenses: 'by,by-sa' })))).toEqual(
      PAGES.flat().map(({ id }) => `openverse:${id}`),
    );
    expect(api.requests.map(({ query }) => query['page'])).toEqual(['1', '2']);
    expect(api.requests[0]).toMatchObject({
      path: '/v1/images/',
      query: { q: 'owl', license: 'by,by-sa', mature: 'false', page_size: '20' },
    });
  });

  it('continues after any image', async () => {
    api.follow(paged);
    expect(await resumesEverywhere(() => open())).toBe(true);
  });

  it('describes an image as its source does, without what a model guessed', async () => {
    api.follow(paged);
    const [item] = await itemsOf(open());
    expect(item).toMatchObject({
      title: 'Barn owl',
      tags: ['owl'],
      creator: 'Ada Martin',
      creatorUrl: 'https://www.flickr.com/photos/someone',
      licenseVerbatim: 'CC BY-SA 2.0 (https://creativecommons.org/licenses/by-sa/2.0/)',
      provenanceUrl: 'https://www.flickr.com/photos/someone/11111111-0000-4000-8000-000000000001',
      statement: null,
      facts: { ...NO_FACTS, sensitive: false },
      linkUrl: null,
      image: { url: 'https://live.staticflickr.com/11111111-0000-4000-8000-000000000001.jpg' },
    });
  });

  it.each([
    ['cc0', '1.0', 'https://creativecommons.org/publicdomain/zero/1.0/', 'CC0 1.0'],
    ['pdm', '1.0', 'https://creativecommons.org/publicdomain/mark/1.0/', 'PDM 1.0'],
    ['by', '', null, 'CC BY'],
  ])('writes the licence %s %s as it is called', async (license, version, url, name) => {
    api.follow(single({ license, license_version: version, license_url: url }));
    const [item] = await itemsOf(open());
    expect(item?.licenseVerbatim).toBe(url === null ? name : `${name} (${url})`);
  });

  it('leaves unknown fields empty', async () => {
    const nothing = { title: null, creator: null, creator_url: null, license: null, license_version: null };
    api.follow(single({ ...nothing, license_url: null, foreign_landing_url: null, tags: null }));
    const [item] = await itemsOf(open());
    expect(item).toMatchObject({
      title: '',
      creator: null,
      licenseVerbatim: '',
      provenanceUrl: '',
      tags: [],
    });
  });

  it.each([
    ['no address', { url: null }],
    ['another shape', { tags: 'owl' }],
  ])('reports an image with %s and continues', async (_what, changes) => {
    api.follow(() => ({
      body: {
        result_count: 2,
        page_count: 1,
        page_size: 20,
        page: 1,
        results: [image('x1', changes), image('x2')],
      },
    }));
    expect(await brokenOf(open())).toHaveLength(1);
    expect((await itemsOf(open())).map(({ assetId }) => assetId)).toEqual(['openverse:x2']);
  });

  it('links downloads to the source on request, and sends the token if there is one', async () => {
    api.follow(paged);
    const [item] = await itemsOf(open({ key: 't0ken' }, true));
    expect(item?.linkUrl).toBe('https://live.staticflickr.com/11111111-0000-4000-8000-000000000001.jpg');
    expect(api.requests[0]?.headers['authorization']).toBe('Bearer t0ken');
  });
});
