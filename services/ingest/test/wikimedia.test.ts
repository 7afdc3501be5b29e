import { describe, expect, it } from '@jest/globals';
import { wikimedia } from '../src/sources/wikimedia.js';
import { apiForAll, openAt } from './support/api-server.js';
import { brokenOf, entriesOf, itemsOf, namesOf } from './support/entries.js';

const api = apiForAll();

const META = {
  ObjectName: { value: 'Barn owl', source: 'mediawiki-metadata', hidden: '' },
  ImageDescription: {
    value:
      '<style>p { color: red }</style><p>A <b>barn owl</b> &amp; its prey</p><ul><li>mice</li><li>rats</li></ul>',
  },
  Categories: { value: 'Tyto alba|Featured pictures' },
  Artist: { value: '<a href="//commons.wikimedia.org/wiki/User:Ada" title="User:Ada">Ada Martin</a>' },
  LicenseShortName: { value: 'CC BY-SA 4.0' },
  LicenseUrl: { value: 'https://creativecommons.org/licenses/by-sa/4.0' },
  UsageTerms: { value: 'Creative Commons Attribution-Share Alike 4.0' },
};

const page = (pageid: number, info: Record<string, unknown> = {}) => ({
  pageid,
  title: `File:Owl ${pageid}.jpg`,
  imageinfo: [
    {
      url: `https://upload.wikimedia.org/wikipedia/commons/a/a2/Owl_${pageid}.jpg`,
      thumburl: `https://upload.wikimedia.org/wikipedia/commons/thumb/Owl_${pageid}.jpg/2048px-Owl.jpg`,
      thumbwidth: 2048,
      descriptionurl: `https://commons.wikimedia.org/wiki/File:Owl_${pageid}.jpg`,
      mime: 'image/jpeg',
      sha1: `sha1-of-${pageid}`,
      extmetadata: META,
      ...info,
    },
  ],
});

const holding = (...pages: unknown[]) => api.follow(() => ({ body: { query: { pages } } }));

const open = (query = 'Category:Tyto alba') => openAt(api, wikimedia, { query });

describe('Wikimedia Commons', () => {
  it('is read to its end by the token that each page names', async () => {
    const more = { gcmcontinue: 'file|4f574c|2', continue: 'gcmcontinue||' };
    api.follow((_request, at) => ({
      body: { ...(at === 0 && { continue: more }), query: { pages: [page(at + 1)] } },
    }));
    expect(namesOf(await entriesOf(open()))).toEqual(['wikimedia:1', 'wikimedia:2']);
    const query = { generator: 'categorymembers', gcmtitle: 'Category:Tyto alba', maxlag: '5' };
    expect(api.requests).toMatchObject([{ path: '/w/api.php', query }, { query: { ...query, ...more } }]);
  });

  it('is searched for any query that names no category', async () => {
    holding(page(1));
    await entriesOf(open('barn owl'));
    const query = { generator: 'search', gsrsearch: 'filetype:bitmap barn owl' };
    expect(api.requests).toMatchObject([{ query }]);
  });

  it('describes an image as its page does, without markup', async () => {
    holding(page(7));
    expect(await itemsOf(open())).toMatchObject([
      {
        assetId: 'wikimedia:7',
        title: 'Barn owl',
        description: 'A barn owl & its prey mice rats',
        tags: ['Tyto alba', 'Featured pictures'],
        creator: 'Ada Martin',
        creatorUrl: 'https://commons.wikimedia.org/wiki/User:Ada',
        licenseVerbatim: 'CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0)',
        provenanceUrl: 'https://commons.wikimedia.org/wiki/File:Owl_7.jpg',
        image: { url: 'https://upload.wikimedia.org/wikipedia/commons/thumb/Owl_7.jpg/2048px-Owl.jpg' },
      },
    ]);
  });

  it('has a title, and nothing made up, where a page says nothing', async () => {
    holding(page(7, { extmetadata: {}, thumburl: undefined }));
    const image = { url: 'https://upload.wikimedia.org/wikipedia/commons/a/a2/Owl_7.jpg' };
    const unknown = { creator: null, creatorUrl: null, licenseVerbatim: '', tags: [] };
    expect(await itemsOf(open())).toMatchObject([{ title: 'Owl 7', ...unknown, image }]);
  });

  it('skips files that are no images, and reports a page that cannot be read', async () => {
    const gone = { pageid: 2, title: 'File:Gone.jpg', missing: true };
    holding(page(1, { mime: 'application/pdf' }), gone, page(3));
    expect(namesOf(await itemsOf(open()))).toEqual(['wikimedia:3']);
    expect(namesOf(await brokenOf(open()))).toEqual(['wikimedia:File:Gone.jpg']);
  });

  it('stops with the words of an API that refuses', async () => {
    api.follow(() => ({ body: { error: { code: 'maxlag', info: 'Waiting for a database: 9 s lagged.' } } }));
    await expect(entriesOf(open())).rejects.toThrow('Waiting for a database');
  });

  it.each([
    ['2014-06-01 09:30:00', '2014-06-01T09:30:00'],
    ['<time class="dtstart" datetime="2014-06-01">2014-06-01</time>', '2014-06-01'],
    ['circa 1889', null],
  ])('dates a file of "%s" by %s', async (value, created) => {
    holding(page(7, { extmetadata: { ...META, DateTimeOriginal: { value } } }));
    expect((await itemsOf(open()))[0]?.created).toBe(created);
  });
});
