import { describe, expect, it } from '@jest/globals';
import { wikimedia } from '../src/sources/wikimedia.js';
import { apiForAll, openAt, type ApiRequest } from './support/api-server.js';
import { brokenOf, entriesOf, itemsOf, namesOf } from './support/entries.js';

const api = apiForAll();

const META = {
  ObjectName: { value: 'Barn owl', source: 'mediawiki-metadata', hidden: '' },
  ImageDescription: {
    value:
      '<style>p { color: red }</style><p>A <b>barn owl</b> &amp; its prey</p><ul><li>mice</li><li>rats</li></ul>',
    source: 'commons-desc-page',
  },
  Categories: { value: 'Tyto alba|Featured pictures', source: 'commons-categories', hidden: '' },
  Artist: {
    value: '<a href="//commons.wikimedia.org/wiki/User:Ada" title="User:Ada">Ada Martin</a>',
    source: 'commons-desc-page',
  },
  LicenseShortName: { value: 'CC BY-SA 4.0', source: 'commons-desc-page', hidden: '' },
  LicenseUrl: { value: 'https://creativecommons.org/licenses/by-sa/4.0', source: 'commons-desc-page' },
  UsageTerms: { value: 'Creative Commons Attribution-Share Alike 4.0', source: 'commons-desc-page' },
};

const page = (pageid: number, info: Record<string, unknown> = {}) => ({
  pageid,
  ns: 6,
  title: `File:Owl ${pageid}.jpg`,
  imagerepository: 'local',
  imageinfo: [
    {
      url: `https://upload.wikimedia.org/wikipedia/commons/a/a2/Owl_${pageid}.jpg`,
      thumburl: `https://upload.wikimedia.org/wikipedia/commons/thumb/a/a2/Owl_${pageid}.jpg/2048px-Owl.jpg`,
      thumbwidth: 2048,
      thumbheight: 1365,
      descriptionurl: `https://commons.wikimedia.org/wiki/File:Owl_${pageid}.jpg`,
      descriptionshorturl: `https://commons.wikimedia.org/w/index.php?curid=${pageid}`,
      mime: 'image/jpeg',
      sha1: `sha1-of-${pageid}`,
      extmetadata: META,
      ...info,
    },
  ],
});

const twoPages = ({ query }: ApiRequest) =>
  query['gcmcontinue'] === undefined
    ? {
        body: {
          batchcomplete: true,
          continue: { gcmcontinue: 'file|4f574c|2', continue: 'gcmcontinue||' },
          query: { pages: [page(1), page(2)] },
        },
      }
    : { body: { batchcomplete: true, query: { pages: [page(3)] } } };
const holding = (...pages: unknown[]) => api.follow(() => ({ body: { query: { pages } } }));

const open = (query = 'Category:Tyto alba') => openAt(api, wikimedia, { query });

describe('Wikimedia Commons', () => {
  it('is read to its end by the token that each page names', async () => {
    api.follow(twoPages);
    expect(namesOf(await entriesOf(open()))).toEqual(['wikimedia:1', 'wikimedia:2', 'wikimedia:3']);
    expect(api.requests[0]).toMatchObject({
      path: '/w/api.php',
      query: { generator: 'categorymembers', gcmtitle: 'Category:Tyto alba', gcmtype: 'file', maxlag: '5' },
    });
    expect(api.requests[1]?.query).toMatchObject({ gcmcontinue: 'file|4f574c|2', continue: 'gcmcontinue||' });
  });

  it('is searched for any query that names no category', async () => {
    holding(page(1));
    await entriesOf(open('barn owl'));
    expect(api.requests[0]?.query).toMatchObject({
      generator: 'search',
      gsrsearch: 'filetype:bitmap barn owl',
    });
  });

  it('describes an image as its page does, without markup', async () => {
    holding(page(7));
    const [item] = await itemsOf(open());
    expect(item).toMatchObject({
      assetId: 'wikimedia:7',
      title: 'Barn owl',
      description: 'A barn owl & its prey mice rats',
      tags: ['Tyto alba', 'Featured pictures'],
      creator: 'Ada Martin',
      creatorUrl: 'https://commons.wikimedia.org/wiki/User:Ada',
      licenseVerbatim: 'CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0)',
      provenanceUrl: 'https://commons.wikimedia.org/wiki/File:Owl_7.jpg',
      image: { url: 'https://upload.wikimedia.org/wikipedia/commons/thumb/a/a2/Owl_7.jpg/2048px-Owl.jpg' },
    });
  });

  it('has a title, and nothing made up, where a page says nothing', async () => {
    holding(page(7, { extmetadata: {}, thumburl: undefined }));
    const [item] = await itemsOf(open());
    expect(item).toMatchObject({
      title: 'Owl 7',
      creator: null,
      creatorUrl: null,
      licenseVerbatim: '',
      tags: [],
    });
    expect(item?.image).toEqual({ url: 'https://upload.wikimedia.org/wikipedia/commons/a/a2/Owl_7.jpg' });
  });

  it('skips files that are no images, and reports a page that cannot be read', async () => {
    holding(
      page(1, { mime: 'application/pdf' }),
      { pageid: 2, title: 'File:Gone.jpg', missing: true },
      page(3),
    );
    expect((await itemsOf(open())).map(({ assetId }) => assetId)).toEqual(['wikimedia:3']);
    expect(await brokenOf(open())).toMatchObject([{ name: 'wikimedia:File:Gone.jpg' }]);
  });

  it('stops with the words of an API that refuses', async () => {
    api.follow(() => ({
      body: { error: { code: 'maxlag', info: 'Waiting for a database: 9 s lagged.' } },
    }));
    await expect(entriesOf(open())).rejects.toThrow('Waiting for a database');
  });

  it.each([
    ['2014-06-01 09:30:00', '2014-06-01T09:30:00'],
    ['<time class="dtstart" datetime="2014-06-01">2014-06-01</time>', '2014-06-01'],
    ['1889', '1889'],
    ['circa 1889', undefined],
  ])('dates a file of "%s" by %s', async (value, created) => {
    holding(page(7, { extmetadata: { ...META, DateTimeOriginal: { value } } }));
    expect((await itemsOf(open()))[0]?.created).toBe(created);
  });
});
