import { describe, expect, test } from '@jest/globals';
import { candidateOf } from '../src/index/candidate.js';
import { closenessTo, preferPalette } from '../src/rank/palette.js';

describe('the preference for a colour', () => {
  test('closeness falls with the distance of the colour and with its share', () => {
    const closeness = closenessTo('#ff0000');
    expect(closeness([{ hex: '#ff0000', share: 1 }])).toBe(1);
    expect(closeness([{ hex: '#ff0000', share: 0.1 }])).toBeCloseTo(0.5, 6);
    expect(closeness([{ hex: '#ff0000', share: 0.25 }])).toBe(1);
    expect(closeness([{ hex: '#0000ff', share: 1 }])).toBe(0);
    expect(closeness([])).toBe(0);
    const near = closeness([{ hex: '#ee1111', share: 0.2 }]);
    const farther = closeness([{ hex: '#cc4433', share: 0.2 }]);
    expect(near).toBeLessThan(1);
    expect(near).toBeGreaterThan(farther);
    expect(farther).toBeGreaterThan(0);
  });

  test('nothing is dropped, ranks stay, scores stay within 0 to 1, and the colour comes first', () => {
    const candidates = ['a', 'b', 'c'].map((assetId, position) => ({
      ...candidateOf({ assetId, score: 61 / (61 + position), perceptualHash: null }),
      ranks: { image: position + 1 },
    }));
    const palettes = new Map([['c', [{ hex: '#1030c0', share: 0.9 }]]]);
    const preferred = preferPalette(candidates, palettes, '#1133cc');
    expect(preferred.map(({ assetId, ranks }) => [assetId, ranks['image']])).toEqual([
      ['c', 3],
      ['a', 1],
      ['b', 2],
    ]);
    expect(Math.max(...preferred.map(({ score }) => score))).toBeLessThanOrEqual(1);
  });
});
