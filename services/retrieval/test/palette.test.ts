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

  test('nothing is dropped, scores stay within 0 to 1 and never rise, and the colour comes first', () => {
    const candidates = Array.from({ length: 40 }, (_, position) => ({
      ...candidateOf({
        assetId: `a:${String(position).padStart(2, '0')}`,
        score: 61 / (61 + position),
        perceptualHash: null,
      }),
      ranks: { image: position + 1 },
    }));
    const palettes = new Map([['a:15', [{ hex: '#1030c0', share: 0.9 }]]]);
    const preferred = preferPalette(candidates, palettes, '#1133cc');
    expect(preferred.map(({ assetId }) => assetId).toSorted()).toEqual(
      candidates.map(({ assetId }) => assetId),
    );
    expect(preferred[0]?.assetId).toBe('a:15');
    expect(preferred[0]?.ranks).toEqual({ image: 16 });
    const scores = preferred.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
  });
});
