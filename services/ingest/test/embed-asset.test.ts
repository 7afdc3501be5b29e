import { expect, test } from '@jest/globals';
import { METADATA_LIMITS } from '@imagesearch/facets/limits';
import { captionOf, isSeen } from '../src/pipeline/embed-asset.js';

/** What the embedding service accepts. */
const TEXT_LENGTH_MAX = 10_000;

test('words that are each within their limit are never too long together', () => {
  const caption = captionOf({
    title: 't'.repeat(METADATA_LIMITS.titleCharsMax),
    tags: Array.from({ length: METADATA_LIMITS.tagsMax }, (_, at) =>
      `${at}`.padEnd(METADATA_LIMITS.tagCharsMax, 'a'),
    ),
    description: 'd'.repeat(METADATA_LIMITS.descriptionCharsMax),
  });
  expect(caption.length).toBeLessThanOrEqual(TEXT_LENGTH_MAX);
  expect(caption).toMatch(/^t+/);
});

test.each([
  ['photos:Canon-EOS-20D-1-.jpg-8b30c1d2e3f4', { title: 'Canon EOS 20D (1)' }, true],
  ['photos:Summer-trip~red-barn.jpg-8b30c1d2e3f4', { title: 'red barn', tags: ['Summer trip'] }, true],
  ['photos:IMG_2041.jpg', { title: 'IMG 2041' }, true],
  ['photos:red-barn.jpg', { title: 'Barn in the snow' }, false],
  ['photos:red-barn.jpg', { title: 'red barn', tags: ['winter'] }, false],
  ['photos:red-barn.jpg', { title: 'red barn', description: 'A barn' }, false],
])('whether the pixels of %s, described as %j, are compared with words: %s', (assetId, said, seen) => {
  expect(isSeen({ assetId, tags: [], description: '', ...said })).toBe(seen);
});
