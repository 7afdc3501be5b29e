import { describe, expect, test } from '@jest/globals';
import { idHashWithin, idIn, idIsNot, whereAll } from '../src/index/lancedb/queries.js';

describe('SQL for the embedded engine', () => {
  test('a quote inside a value is doubled and nothing else is touched', () => {
    expect(idIn([`a:it's`, 'b:東京'])).toBe(`asset_id IN ('a:it''s', 'b:東京')`);
    expect(idIsNot(`a:' OR 1=1 --`)).toBe(`asset_id <> 'a:'' OR 1=1 --'`);
    expect(idIn(['a:\\', 'a:"%_'])).toBe(`asset_id IN ('a:\\', 'a:"%_')`);
  });

  test('all filters are joined, and none are no filter', () => {
    expect(whereAll([])).toBeUndefined();
    expect(
      whereAll([
        { kind: 'range', facet: 'luminance', min: 0.25, max: 1 },
        { kind: 'equals', facet: 'aiGenerated', value: false },
        { kind: 'one-of', facet: 'license', values: [`it's`] },
        { kind: 'overlaps', facet: 'negSpace', values: ['left'] },
        { kind: 'contains', facet: 'tags', values: [`it's`, 'sky'] },
        { kind: 'within', facet: 'created', from: -1, to: 2 },
      ]),
    ).toBe(
      `luminance >= 0.25 AND luminance <= 1 AND ai_generated = 0 AND license IN ('it''s') AND array_has_any(neg_space, ['left']) ` +
        `AND array_has_all(tags, ['it''s', 'sky']) AND created >= -1 AND created_end <= 2`,
    );
  });

  test('a share of all ids is bounded in the digits of their hash', () => {
    expect(idHashWithin(0.5)).toBe(`encode(sha256(asset_id), 'hex') < '800000000000'`);
    expect(idHashWithin(1e-6)).toBe(`encode(sha256(asset_id), 'hex') < '000010c6f7a1'`);
  });

  test('a number that SQL cannot hold never reaches it', () => {
    expect(() => whereAll([{ kind: 'range', facet: 'aspect', min: Number.NaN, max: undefined }])).toThrow(
      RangeError,
    );
  });
});
