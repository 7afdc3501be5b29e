import { afterAll, beforeAll, describe } from '@jest/globals';
import { NO_IMAGES } from '@imagesearch/testkit/images/small-collection';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { describeBoundedKeys } from './manifests/bounded-keys.js';
import { describeDatesAndTags } from './manifests/dates-and-tags.js';
import { describeProvenance } from './manifests/provenance.js';
import { describeUse } from './manifests/use.js';

/** Collections that an operator ingests from manifests, each under a source of its own, on one stack. */
describe('what a manifest says', () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await TestStack.start(NO_IMAGES);
  }, 240_000);
  afterAll(() => stack.stop());

  describe('of use', () => describeUse(() => stack));
  describe('of the collections that a key may see', () => describeBoundedKeys(() => stack));
  describe('of dates and tags', () => describeDatesAndTags(() => stack));
  describe('of provenance', () => describeProvenance(() => stack));
});
