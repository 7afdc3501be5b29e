import { describe, expect, it } from '@jest/globals';
import { artic } from '../src/sources/artic.js';
import { apiForAll, openAt, type ApiAnswer, type ApiRequest } from './support/api-server.js';
import { brokenOf, entriesOf, itemsOf, namesOf } from './support/entries.js';

const api = apiForAll();

const work = (id: number, changes: Record<string, unknown> = {}) => ({
  _score: 97.3,
  id,
  title: 'Under the Wave off Kanagawa',
  image_id: `b3974542-b9b4-7568-fc4b-966738f61d${id}`,
  is_public_domain: true,
  artist_title: 'Katsushika Hokusai',
  date_display: '1830/33',
  date_start: 1826,
  date_end: 1836,
  place_of_origin: 'Japan',
  medium_display: 'Color woodblock print; oban',
  term_titles: ['woodblock print', 'boats', 'waves'],
  thumbnail: {
    lqip: 'data:image/gif;base64,',
    width: 14_360,
    height: 9_798,
    alt_text: 'A great wave over boats.',
  },
  ...changes,
});

/** Answers in pages of `limit`, as the museum does; `limit` may be smaller than what is asked for. */
const museum =
  (works: readonly unknown[], limit = 100) =>
  ({ query }: ApiRequest): ApiAnswer => {
    const page = Number(query['page']);
    const data = works.slice((page - 1) * limit, page * limit);
    const pagination = {
      total: works.length,
      limit,
      total_pages: Math.ceil(works.length / limit),
      current_page: page,
    };
    const config = { iiif_url: 'https://www.artic.edu/iiif/2', website_url: 'https://www.artic.edu' };
    return { body: { preference: null, pagination, data, info: { version: '1.13' }, config } };
  };

const open = () => openAt(api, artic, { query: 'wave' });

describe('the Art Institute of Chicago', () => {
  it('is asked for works in the public domain, page after page', async () => {
    api.follow(museum([work(1), work(2), work(3)], 2));
    expect(namesOf(await entriesOf(open()))).toEqual(['artic:1', 'artic:2', 'artic:3']);
    expect(
      api.requests.map(({ path, query }) => [
        path,
        query['q'],
        query['query[term][is_public_domain]'],
        query['page'],
      ]),
    ).toEqual([
      ['/api/v1/artworks/search', 'wave', 'true', '1'],
      ['/api/v1/artworks/search', 'wave', 'true', '2'],
    ]);
  });

  it('stops where the museum answers no further page', async () => {
    api.follow(
      museum(
        Array.from({ length: 101 }, (_, at) => work(at)),
        1,
      ),
    );
    expect(await entriesOf(open())).toHaveLength(100);
  });

  it('says of a work what the museum says, and that the museum waived its rights', async () => {
    api.follow(museum([work(24_645)]));
    const [item] = await itemsOf(open());
    expect(item).toMatchObject({
      title: 'Under the Wave off Kanagawa',
      description: 'A great wave over boats.; Color woodblock print; oban; Japan; 1830/33',
      tags: ['woodblock print', 'boats', 'waves'],
      creator: 'Katsushika Hokusai',
      licenseVerbatim: 'CC0 1.0',
      provenanceUrl: 'https://www.artic.edu/artworks/24645',
      image: {
        url: 'https://www.artic.edu/iiif/2/b3974542-b9b4-7568-fc4b-966738f61d24645/full/843,/0/default.jpg',
      },
    });
    expect(item).not.toHaveProperty('created');
  });

  it('knows the year of a work that was made within one', async () => {
    api.follow(museum([work(1, { date_start: 1889, date_end: 1889 })]));
    expect(await itemsOf(open())).toMatchObject([{ created: '1889' }]);
  });

  it('passes over works without an image or in copyright, and reports a malformed one', async () => {
    api.follow(
      museum([
        work(1, { image_id: null }),
        work(2, { is_public_domain: false }),
        work(3, { id: 'x' }),
        work(4),
      ]),
    );
    expect((await itemsOf(open())).map(({ assetId }) => assetId)).toEqual(['artic:4']);
    expect((await brokenOf(open())).map(({ name }) => name)).toEqual(['artic:Under the Wave off Kanagawa']);
  });
});
