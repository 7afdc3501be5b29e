import { expect, test } from '@jest/globals';
import { METADATA_LIMITS } from '@imagesearch/facets/limits';
import { captionOf } from '../src/pipeline/embed-asset.js';

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
