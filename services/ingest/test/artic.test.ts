import { describe, expect, it } from '@jest/globals';
import { artic } from '../src/sources/artic.js';
import { apiForAll, openAt } from './support/api-server.js';
import { brokenOf, entriesOf, itemsOf, namesOf } from './support/entries.js';

const api = apiForAll();

const work = (id: number, changes: Record<string, unknown> = {}) => ({
  id,
  title: 'Under the Wave off Kanagawa',
  image_id: `b3974542-${id}`,
  is_public_domain: true,
  artist_title: 'Katsushika Hokusai',
  date_display: '1830/33',
  date_start: 1826,
  date_end: 1836,
  place_of_origin: 'Japan',
  medium_display: 'Color woodblock print; oban',
  term_titles: ['woodblock print', 'boats', 'waves'],
  thumbnail: { width: 14_360, alt_text: 'A great wave over boats.' },
  ...changes,
});

const answer = (total_pages: number, ...data: unknown[]) => ({
  body: {
    pagination: { total: 24_645, total_pages },
    data,
    config: { iiif_url: 'https://www.artic.edu/iiif/2', website_url: 'https://www.artic.edu' },
  },
});

const open = () => openAt(api, artic, { query: 'wave' });

describe('the Art Institute of Chicago', () => {
  it('is asked for works in the public domain, page after page, as far as it answers any', async () => {
    api.follow(({ query }) => answer(101, work(Number(query['page']))));
    const names = namesOf(await entriesOf(open()));
    expect([names.length, names[1]]).toEqual([100, 'artic:2']);
    expect(api.requests[1]).toMatchObject({
      path: '/api/v1/artworks/search',
      query: { q: 'wave', 'query[term][is_public_domain]': 'true', page: '2' },
    });
  });

  it('says of a work what the museum says, its year where it was made within one, and that rights were waived', async () => {
    api.follow(() => answer(1, work(24_645), work(2, { date_start: 1889, date_end: 1889 })));
    const [item, dated] = await itemsOf(open());
    expect(item).toMatchObject({
      title: 'Under the Wave off Kanagawa',
      description: 'A great wave over boats.; Color woodblock print; oban; Japan; 1830/33',
      tags: ['woodblock print', 'boats', 'waves'],
      creator: 'Katsushika Hokusai',
      licenseVerbatim: 'CC0 1.0',
      provenanceUrl: 'https://www.artic.edu/artworks/24645',
      image: { url: 'https://www.artic.edu/iiif/2/b3974542-24645/full/843,/0/default.jpg' },
    });
    expect([item?.created, dated?.created]).toEqual([undefined, '1889']);
  });

  it('passes over works without an image or in copyright, and reports a malformed one', async () => {
    const closed = [work(1, { image_id: null }), work(2, { is_public_domain: false })];
    api.follow(() => answer(1, ...closed, work(3, { id: 'x' }), work(4)));
    expect(namesOf(await itemsOf(open()))).toEqual(['artic:4']);
    expect(namesOf(await brokenOf(open()))).toEqual(['artic:Under the Wave off Kanagawa']);
  });
});
