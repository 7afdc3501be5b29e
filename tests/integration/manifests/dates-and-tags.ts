import { beforeAll, describe, expect, it } from '@jest/globals';
import { coloured } from '@imagesearch/testkit/images/camera-files';
import type { Caller } from '@imagesearch/testkit/stack/caller';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { ingestManifest, putFiles } from '../support/manifest.js';

const ROWS = [
  { id: 'glass', created: '1874', creator: 'Ada Martin', tags: ['harbour', 'Glass plate'], license: 'cc0' },
  { id: 'year', created: '2024', creator: 'ADA MARTIN', tags: ['harbour'], license: 'cc0' },
  { id: 'day', created: '2024-05-01', tags: ['Harbour', 'night'], license: 'CC BY 4.0', ai_generated: false },
  { id: 'made', created: '2024-06', tags: ['harbour'], ai_generated: true },
  { id: 'undated', license: 'cc0' },
  { id: 'mature', created: '2025', tags: ['harbour'], sensitive: true },
].map((row) => ({ title: 'ship in a harbour', ...row }));
const OLDEST_FIRST = ['dated:glass', 'dated:year', 'dated:day'];

/** Images with dates, creators and tags; what each filter and order finds stands beside retrieval. */
export function describeDatesAndTags(stack: TestStack): void {
  let caller: Caller;

  beforeAll(async () => {
    caller = await stack.newCaller('scale');
    await ingestManifest(stack, 'dated', ROWS);
  }, 240_000);

  const idsOf = (results: readonly { asset_id: string }[]) => results.map(({ asset_id }) => asset_id);
  const OURS = { source_any: ['dated'] };
  const ask = async ({ filters, ...request }: { filters?: object; [name: string]: unknown }) =>
    idsOf((await caller.search({ k: 50, filters: { ...OURS, ...filters }, ...request })).results);
  const find = async (filters: object) => (await ask({ query: 'ship', filters })).sort();

  describe('a search', () => {
    it.each([
      [{ created_from: '2024-01-01', created_to: '2024' }, ['dated:day', 'dated:made', 'dated:year']],
      [{ creator: 'ada martin' }, ['dated:glass', 'dated:year']],
      [{ tags_any: ['night', 'glass plate'], tags_all: ['HARBOUR'] }, ['dated:day', 'dated:glass']],
      [{ human_made: true }, ['dated:day']],
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

    it('takes all of it in an address, and counts the values of what it found', async () => {
      const address =
        '/v1/search?sort=oldest&source_any=dated&tags_any=harbour&tags_any=night&created_to=2024-05-31&facets=license&facets=tags';
      const { body } = await caller.get(address);
      const { results, facets } = body as { results: { asset_id: string }[]; facets: object };
      expect(idsOf(results)).toEqual(['dated:glass', 'dated:day']);
      expect(facets).toMatchObject({
        license: [
          { value: 'cc-by-4.0', count: 1 },
          { value: 'cc0', count: 1 },
        ],
        tags: [{ value: 'harbour', count: 2 }, { count: 1 }, { count: 1 }],
      });
      expect(await caller.search({ query: 'ship' })).not.toHaveProperty('facets');
    });
  });

  it('an image of a folder names the camera that its file declares, and no row can name another one', async () => {
    const image = coloured('#20a060').withExif({ IFD0: { Make: 'Ada', Model: 'Mark 2' } });
    const row = JSON.stringify({ file: 'tram.jpg', title: 'tram', camera: 'Leica' });
    const shelf = await putFiles(stack, 'shelf', {
      'tram.jpg': await image.jpeg().toBuffer(),
      'drawing.jpg': await coloured('#a06020').jpeg().toBuffer(),
      'metadata.jsonl': `${row}\n${JSON.stringify({ file: 'drawing.jpg', camera: 'Leica' })}\n`,
    });
    const { exitCode, output } = await stack.runIngest(['folder', shelf]);
    expect({ exitCode, output }).toEqual({
      exitCode: 0,
      output: expect.stringContaining('Columns that are not known and were not read: "camera".'),
    });
    expect((await caller.get('/v1/asset/shelf:tram.jpg')).body).toMatchObject({ camera: 'Ada Mark 2' });
    expect((await caller.get('/v1/asset/shelf:drawing.jpg')).body).not.toHaveProperty('camera');
  });

  it('a folder is found by the names of the folders in it and by the captions of its files', async () => {
    const image = coloured('#2060a0').withExif({ IFD0: { ImageDescription: 'A tram climbs the hill' } });
    const files = { 'Lisbon_trip/DCIM/IMG_1.jpg': await image.jpeg().toBuffer() };
    const album = await putFiles(stack, 'album', files);
    expect(await stack.runIngest(['folder', album])).toMatchObject({ exitCode: 0 });
    const filters = { source_any: ['album'] };
    const found = { tags: ['Lisbon trip'], matched: expect.arrayContaining(['words']) };
    for (const query of ['lisbon', 'tram'])
      expect((await caller.search({ query, filters })).results).toMatchObject([found]);
  });
}
