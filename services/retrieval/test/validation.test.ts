import { describe, expect, test } from '@jest/globals';
import type { FiltersInput, PointInput, SearchPointsRequestInput } from '@imagesearch/contracts/messages';
import { LANCEDB } from './support/engines.js';
import { by, call, MODEL, point, retrievalForAll, towards } from './support/retrieval-fixture.js';

describe('requests out of bounds are refused, and the index stays empty', () => {
  const retrieval = retrievalForAll(LANCEDB);

  const refused = async (answer: Promise<unknown>, loc: (string | number)[]): Promise<void> => {
    await expect(answer).rejects.toMatchObject({ code: 'invalid_request', issues: [{ loc }] });
  };

  test.each<[string, PointInput, (string | number)[]]>([
    ['an id without a source', point('a:1', { assetId: 'house' }), ['points', 0, 'asset_id']],
    ['no image vector', point('a:1', { image: null }), ['points', 0, 'image']],
    ['a vector of zeros', point('a:1', { image: { values: [0, 0] } }), ['points', 0, 'image']],
    ['a vector with infinity', point('a:1', { image: { values: [1, Infinity] } }), ['points', 0, 'image']],
    [
      'a colour by name',
      point('a:1', { signals: { palette: ['red'], paletteShares: [1] } }),
      ['points', 0, 'signals', 'palette', 0],
    ],
    [
      'a colour without share',
      point('a:1', { signals: { palette: ['#ff0000'] } }),
      ['points', 0, 'signals', 'palette_shares'],
    ],
    [
      'an unknown side',
      point('a:1', { signals: { negSpace: ['middle'] } }),
      ['points', 0, 'signals', 'neg_space'],
    ],
    [
      'a luminance above 1',
      point('a:1', { signals: { luminance: 1.1 } }),
      ['points', 0, 'signals', 'luminance'],
    ],
  ])('a point with %s', async (_what, wrong, loc) => {
    await refused(retrieval.client.upsertPoints({ modelFingerprint: MODEL, points: [wrong] }, call()), loc);
    expect((await retrieval.client.describeIndex({}, call())).points).toBe(0);
  });

  test('more than 500 points, more than 1,000 ids, and points of no model', async () => {
    const points = Array.from({ length: 501 }, (_, position) => point(`a:${position}`));
    await refused(retrieval.client.upsertPoints({ modelFingerprint: MODEL, points }, call()), ['points']);
    const assetIds = Array.from({ length: 1_001 }, (_, position) => `a:${position}`);
    await refused(retrieval.client.getPointVersions({ assetIds }, call()), ['asset_ids']);
    await refused(retrieval.client.deletePoints({ assetIds }, call()), ['asset_ids']);
    const nameless = retrieval.client.upsertPoints({ modelFingerprint: ' ', points: [point('a:1')] }, call());
    await refused(nameless, ['model_fingerprint']);
  });

  test.each<[SearchPointsRequestInput, (string | number)[]]>([
    [{ words: 'x'.repeat(4_001) }, ['words']],
    [{ words: 'x', limit: 1_001 }, ['limit']],
    [{ ...by({ image: towards(0) }), modelFingerprint: '' }, ['model_fingerprint']],
    [by({ caption: { values: [Number.NaN] } }), ['vectors', 0, 'vector']],
    [{ vectors: [{ name: 'x', vector: towards(0) }] }, ['vectors', 0, 'target']],
    [{ vectors: [{ name: 'words', target: 'TARGET_IMAGE', vector: towards(0) }] }, ['vectors', 0, 'name']],
    [
      { vectors: ['x', 'x'].map((name) => ({ name, target: 'TARGET_IMAGE', vector: towards(0) })) },
      ['vectors', 1, 'name'],
    ],
    [
      {
        vectors: Array.from({ length: 9 }, () => ({ name: 'x', target: 'TARGET_IMAGE', vector: towards(0) })),
      },
      ['vectors'],
    ],
    [{ words: 'x', softFilters: { luminanceMin: 2 } }, ['soft_filters', 'luminance_min']],
    [{ words: 'x', counted: ['colour'] }, ['counted']],
    [{ seed: 'house' }, ['seed']],
    [{ words: 'x', filters: { createdFrom: '2024-02-30' } }, ['filters', 'created_from']],
    [
      { words: 'x', sameImage: { perceptualHashes: ['0'.repeat(16)], localFeatures: ['not base64!'] } },
      ['same_image', 'local_features', 0],
    ],
  ])('the search %j', async (request, loc) => {
    await refused(retrieval.search(request), loc);
  });

  test.each<[FiltersInput, string]>([
    [{ luminanceMax: Number.NaN }, 'luminance_max'],
    [{ aspectMax: Infinity }, 'aspect_max'],
    [{ negSpaceAny: ['centre'] }, 'neg_space_any'],
    [{ paletteNear: '#f00' }, 'palette_near'],
  ])('the filter %j', async (filters, name) => {
    await refused(retrieval.search({ words: 'x', filters }), ['filters', name]);
  });
});
