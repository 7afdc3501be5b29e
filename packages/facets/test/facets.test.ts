import { describe, expect, test } from '@jest/globals';
import { ASSET_ID_CHARS_MAX, isAssetId, sourceOf } from '@imagesearch/facets/asset-id';
import { isWithin, ORIENTATIONS, snakeCase } from '@imagesearch/facets/facets';
import {
  contractNameOf,
  DEFAULT_FILTERS,
  DESIGN_FACETS,
  FILTERS,
  filtersOn,
  RELAX_ORDER,
} from '@imagesearch/facets/filters';
import { PLAIN_SIGNALS } from '@imagesearch/facets/signals';

describe('the table of facets', () => {
  test('says how its names are written, which filters are on a facet, and what holds unless it is set', () => {
    for (const { name, contract } of FILTERS) expect([name, snakeCase(name)]).toEqual([name, contract]);
    expect(contractNameOf('negSpaceAny')).toBe('neg_space_any');
    expect(filtersOn('luminance')).toEqual(['luminanceMin', 'luminanceMax']);
    expect(PLAIN_SIGNALS).toEqual(['luminance', 'monochrome', 'saturation', 'faces', 'aspect', 'resolution']);
    expect(DEFAULT_FILTERS).toEqual({ aiGenerated: false, sensitive: false });
  });

  test('lets a short answer drop every filter that words can ask for, except the preferred colour and what is about rights', () => {
    const kept = DESIGN_FACETS.filter((facet) => !RELAX_ORDER.includes(facet));
    const ofRights = ['commercial', 'derivatives', 'attributionRequired', 'shareAlike', 'license'];
    expect(kept).toEqual(['palette', ...ofRights, 'humanMade']);
    expect([RELAX_ORDER[0], RELAX_ORDER.at(-1)]).toEqual(['aiGenerated', 'created']);
  });

  test.each([
    [0, { min: 0 }, true],
    [0, { above: 0 }, false],
    [Number.MIN_VALUE, { above: 0 }, true],
    [1.01, { max: 1 }, false],
    [0.5, { whole: true }, false],
    [Infinity, {}, false],
    [NaN, {}, false],
  ] as const)('%d within %j: %s', (value, range, expected) => {
    expect(isWithin(value, range)).toBe(expected);
  });

  test('leaves no aspect without an orientation, and gives a square bounds that both neighbours share', () => {
    expect(ORIENTATIONS.square).toEqual({
      aspectMin: ORIENTATIONS.portrait.aspectMax,
      aspectMax: ORIENTATIONS.landscape.aspectMin,
    });
  });
});

describe('an asset id', () => {
  test.each(['openmoji:1F436', 'Met.us:a~b', 'x:東京', 'a:b:c', `a:${'x'.repeat(ASSET_ID_CHARS_MAX - 2)}`])(
    '%s is one',
    (id) => {
      expect(isAssetId(id)).toBe(true);
      expect(id.startsWith(`${sourceOf(id)}:`)).toBe(true);
    },
  );

  test.each([
    'house',
    'a:',
    ':a',
    'a b:c',
    'a:b c',
    'a:b/c',
    'a:b?c',
    'a:b#c',
    'a:b\\c',
    'a:\n',
    'ü:a',
    `a:${'x'.repeat(255)}`,
  ])('%j is none', (id) => {
    expect(isAssetId(id)).toBe(false);
  });
});
