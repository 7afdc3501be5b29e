import { describe, expect, test } from '@jest/globals';
import { KnownPoints } from '../src/index/qdrant/known-points.js';
import { pointId } from '../src/index/names.js';

const QUERY = { filters: [], listLimit: 10, withPalette: false, withTexts: true };

const scored = (assetId: string, version: number, score = 1) => ({ id: pointId(assetId), version, score });

/** Points of a server, and which of them were read. */
function serverOf(titles: Record<string, string>) {
  const asked: string[][] = [];
  const records = Object.keys(titles).map((assetId) => ({ id: pointId(assetId), assetId }));
  const read = (ids: string[]) => {
    const wanted = records.filter(({ id }) => ids.includes(id));
    asked.push(wanted.map(({ assetId }) => assetId));
    return Promise.resolve(
      wanted.map(({ id, assetId }) => ({
        id,
        payload: { asset_id: assetId, terms: '', texts: JSON.stringify([titles[assetId], '']) },
        vector: { image: [1, 0] },
      })),
    );
  };
  return { asked, read, readAssets: (assetIds: string[]) => read(assetIds.map(pointId)) };
}

describe('points that searches found', () => {
  test('are read once, however many lists and searches find them', async () => {
    const known = new KnownPoints();
    const server = serverOf({ 'a:1': 'House', 'a:2': 'Boat' });
    const lists = [[scored('a:1', 1, 0.5), scored('a:2', 1, 0.9)], [scored('a:1', 1, 0.7)]];
    const found = await known.candidates(lists, QUERY, server.read);
    expect(found.map((list) => list.map(({ assetId, score }) => ({ assetId, score })))).toEqual([
      [
        { assetId: 'a:2', score: 0.9 },
        { assetId: 'a:1', score: 0.5 },
      ],
      [{ assetId: 'a:1', score: 0.7 }],
    ]);
    expect(await known.candidates(lists, QUERY, server.read)).toEqual(found);
    expect(server.asked).toEqual([['a:1', 'a:2'], []]);
  });

  test('are read again in every new version', async () => {
    const known = new KnownPoints();
    await known.candidates([[scored('a:1', 1)]], QUERY, serverOf({ 'a:1': 'House' }).read);
    const [changed] = await known.candidates([[scored('a:1', 2)]], QUERY, serverOf({ 'a:1': 'Boat' }).read);
    expect(changed?.[0]?.texts).toBe('["Boat",""]');
  });

  test('are left out when they are deleted meanwhile', async () => {
    const found = await new KnownPoints().candidates([[scored('a:1', 1)]], QUERY, serverOf({}).read);
    expect(found).toEqual([[]]);
  });

  test('come with their lists until most of them are known', async () => {
    const known = new KnownPoints();
    const payload = { asset_id: 'a:1', texts: JSON.stringify(['House', '']) };
    const server = serverOf({ 'a:1': 'House' });
    for (let searches = 0; known.fieldsOf(QUERY) !== false; searches += 1) {
      expect(known.fieldsOf(QUERY)).toEqual(['asset_id', 'perceptual_hash', 'texts']);
      await known.candidates([[{ ...scored('a:1', 1), payload }]], QUERY, server.read);
      expect(searches).toBeLessThan(50);
    }
    const [found] = await known.candidates([[scored('a:1', 1)]], QUERY, server.read);
    expect(found?.[0]?.texts).toBe('["House",""]');
    expect(server.asked.flat()).toEqual([]);
    // Another collection of images is searched: nothing of it is known.
    for (let version = 2; known.fieldsOf(QUERY) === false; version += 1)
      await known.candidates([[{ ...scored('a:1', version), payload }]], QUERY, server.read);
    expect(server.asked.flat()).toEqual([]);
  });

  test('are read again when a query needs more of them', async () => {
    const known = new KnownPoints();
    const server = serverOf({ 'a:1': 'House' });
    await known.candidates([[scored('a:1', 1)]], { ...QUERY, withTexts: false }, server.read);
    const [found] = await known.candidates([[scored('a:1', 1)]], QUERY, server.read);
    expect(found?.[0]?.texts).toBe('["House",""]');
    expect(server.asked).toEqual([['a:1'], ['a:1']]);
  });

  test('carry only what the query asks for', async () => {
    const server = serverOf({ 'a:1': 'House' });
    const without = { ...QUERY, withTexts: false };
    const [found] = await new KnownPoints().candidates([[scored('a:1', 1)]], without, server.read);
    expect(found?.[0]).toMatchObject({ texts: null, palette: [] });
  });

  test('give their looks once in each version, and not after they were listed without one', async () => {
    const known = new KnownPoints();
    const server = serverOf({ 'a:1': 'House' });
    const looks = async (): Promise<string[]> => [...(await known.looks(['a:1'], server.readAssets)).keys()];
    const seen = (version: number) => known.candidates([[scored('a:1', version)]], QUERY, server.read);
    await seen(1);
    expect([await looks(), await looks()]).toEqual([['a:1'], ['a:1']]);
    expect(server.asked).toEqual([['a:1'], ['a:1'], []]);
    await seen(2);
    await looks();
    expect(server.asked.slice(3)).toEqual([['a:1'], ['a:1']]);
    known.forget(['a:1']);
    await looks();
    expect(server.asked.slice(5)).toEqual([['a:1']]);
  });
});
