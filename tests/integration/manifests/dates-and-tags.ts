import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { Caller } from '@imagesearch/testkit/stack/caller';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';

const ROWS = [
  { id: 'glass', created: '1874', creator: 'Ada Martin', tags: ['harbour', 'Glass plate'], license: 'cc0' },
  { id: 'year', created: '2024', creator: 'ADA MARTIN', tags: ['harbour'], license: 'cc0' },
  { id: 'day', created: '2024-05-01', tags: ['Harbour', 'night'], license: 'CC BY 4.0', ai_generated: false },
  { id: 'made', created: '2024-06', tags: ['harbour'], ai_generated: true },
  { id: 'undated', license: 'cc0' },
  { id: 'mature', created: '2025', tags: ['harbour'], sensitive: true },
].map((row) => ({ title: 'ship in a harbour', file: `${row.id}.png`, ...row }));
const OLDEST_FIRST = ['dated:glass', 'dated:year', 'dated:day'];

/** Images with dates, creators and tags. */
export function describeDatesAndTags(stack: () => TestStack): void {
  let caller: Caller;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'imagesearch-dates-'));
    caller = new Caller(stack().baseUrl, await stack().newKey('scale'));
    for (const [at, { file }] of ROWS.entries()) await writeFile(join(folder, file), await stripes(at));
    await writeFile(join(folder, 'rows.jsonl'), ROWS.map((row) => JSON.stringify(row)).join('\n'));
    const run = await stack().runIngest(['manifest', join(folder, 'rows.jsonl'), '--source', 'dated']);
    expect(run).toMatchObject({ exitCode: 0 });
  }, 240_000);

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const idsOf = (results: readonly { asset_id: string }[]) => results.map(({ asset_id }) => asset_id);
  const OURS = { source_any: ['dated'] };
  const ask = async ({ filters, ...request }: { filters?: object; [name: string]: unknown }) =>
    idsOf((await caller.search({ k: 50, filters: { ...OURS, ...filters }, ...request })).results);
  const find = async (filters: object) => (await ask({ query: 'ship', filters })).sort();

  describe('a search', () => {
    it.each([
      [{ created_from: '2024-01-01', created_to: '2024' }, ['dated:day', 'dated:made', 'dated:year']],
      [{ created_from: '2024-02' }, ['dated:day', 'dated:made']],
      [{ created_to: '1999' }, ['dated:glass']],
      [{ creator: 'ada martin' }, ['dated:glass', 'dated:year']],
      [{ tags_any: ['night', 'glass plate'] }, ['dated:day', 'dated:glass']],
      [{ tags_all: ['harbour', 'NIGHT'] }, ['dated:day']],
      [{ human_made: true }, ['dated:day']],
      [{ human_made: false }, ['dated:made']],
    ])('with %j finds %j', async (filters, expected) => {
      expect(await find(filters)).toEqual(expected);
    });

    it('never holds what is known to be sensitive for being short, and does where the caller lets it in', async () => {
      const all = ROWS.map(({ id }) => `dated:${id}`).sort();
      expect(await find({})).toEqual(all.filter((id) => id !== 'dated:mature'));
      expect(await find({ sensitive: true })).toEqual(all);
      const similar = await caller.similar({ asset_id: 'dated:day', k: 50, filters: OURS });
      expect(idsOf(similar.results)).not.toContain('dated:mature');
    });

    it('puts its results in the order of their dates, unknown ones last, and after them what fails a default', async () => {
      const last = ['dated:undated', 'dated:made'];
      expect(await ask({ query: 'ship', sort: 'oldest' })).toEqual([...OLDEST_FIRST, ...last]);
      expect(await ask({ query: 'ship', sort: 'newest' })).toEqual([...OLDEST_FIRST.toReversed(), ...last]);
    });

    it('by filters alone has the newest first, and its pages neither repeat nor skip an image', async () => {
      const request = { filters: { ...OURS, ai_generated: false } };
      const whole = await caller.search({ ...request, k: 50 });
      expect(idsOf(whole.results)).toEqual([...OLDEST_FIRST.toReversed(), 'dated:undated']);
      expect(whole).toMatchObject({ query: null, mode: 'none', pool_size: 4 });
      const first = await caller.search({ ...request, k: 3 });
      const second = await caller.search({ ...request, k: 3, cursor: first.cursor });
      expect(idsOf([...first.results, ...second.results])).toEqual(idsOf(whole.results));
      expect(second.cursor).toBeNull();
    });

    it('counts the values of what it found, once for each image and never what is unknown', async () => {
      const { facets } = await caller.search({
        query: 'ship',
        k: 1,
        filters: { ...OURS, ai_generated: false },
        facets: ['license', 'creator', 'tags', 'orientation', 'source'],
      });
      expect(facets).toEqual({
        license: [
          { value: 'cc0', count: 3 },
          { value: 'cc-by-4.0', count: 1 },
        ],
        creator: [{ value: 'ada martin', count: 2 }],
        tags: [
          { value: 'harbour', count: 3 },
          { value: 'glass plate', count: 1 },
          { value: 'night', count: 1 },
        ],
        orientation: [{ value: 'landscape', count: 4 }],
        source: [{ value: 'dated', count: 4 }],
      });
      expect(await caller.search({ query: 'ship' })).not.toHaveProperty('facets');
    });

    it('takes all of it in an address', async () => {
      const address =
        '/v1/search?sort=oldest&source_any=dated&tags_any=harbour&tags_any=night&created_to=2024-05-31&facets=license&facets=tags';
      const { status, body } = await caller.get(address);
      const { results, facets } = body as { results: { asset_id: string }[]; facets: object };
      expect(status).toBe(200);
      expect(idsOf(results)).toEqual(['dated:glass', 'dated:day']);
      expect(Object.keys(facets)).toEqual(['license', 'tags']);
    });
  });

  describe('a folder', () => {
    it('is found by the names of the folders in it and by the captions of its files, and a look-up shows both', async () => {
      const inner = join(folder, 'album', 'Lisbon_trip', 'DCIM');
      await mkdir(inner, { recursive: true });
      await writeFile(join(inner, 'IMG_1.jpg'), await captioned('A tram climbs the hill'));
      const run = await stack().runIngest(['folder', join(folder, 'album'), '--source', 'album']);
      expect(run).toMatchObject({ exitCode: 0 });
      const filters = { source_any: ['album'] };
      const [byFolder] = (await caller.search({ query: 'lisbon', filters })).results;
      const [byCaption] = (await caller.search({ query: 'tram', filters })).results;
      expect(byFolder).toMatchObject({ tags: ['Lisbon trip'], matched: expect.arrayContaining(['words']) });
      expect(byCaption).toMatchObject({ matched: expect.arrayContaining(['words']) });
      const { body } = await caller.get(`/v1/asset/${byFolder?.asset_id}`);
      expect(body).toMatchObject({ description: 'A tram climbs the hill', tags: ['Lisbon trip'] });
    });
  });
}

/** Images that are no near-duplicates of one another. */
function stripes(at: number): Promise<Buffer> {
  const bars = Array.from({ length: 8 }, (_, bar) =>
    (0xb5 * (at + 3) * (bar + 7)) % 3 === 0
      ? `<rect x="${bar * 12}" y="${at * 9}" width="11" height="40"/>`
      : '',
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="64"><rect width="96" height="64" fill="hsl(${at * 60},80%,60%)"/>${bars.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

function captioned(caption: string): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background: '#2060a0' } })
    .jpeg()
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:description><rdf:Alt>
      <rdf:li xml:lang="x-default">${caption}</rdf:li></rdf:Alt></dc:description></rdf:Description></rdf:RDF></x:xmpmeta>`,
    )
    .toBuffer();
}
