import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { NO_IMAGES } from '@imagesearch/testkit/images/collection';
import { pricingWithPlans } from '@imagesearch/testkit/stack/pricing';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { describeBoundedKeys } from './manifests/bounded-keys.js';
import { describeConverted } from './manifests/converted.js';
import { describeDatesAndTags } from './manifests/dates-and-tags.js';
import { describeProvenance } from './manifests/provenance.js';
import { describeUse } from './manifests/use.js';

/** Collections that an operator ingests from manifests, each under a source of its own, on one stack. */
describe('what a manifest says', () => {
  let stack: TestStack;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'imagesearch-manifests-'));
    const PRICING_FILE = await pricingWithPlans(folder, (plan) => ({
      ...plan,
      limits: { rpm: null, rpd: null, concurrent: null },
      ...(plan.id === 'free' && { monthly_credits: 5 }),
    }));
    stack = await TestStack.start(NO_IMAGES, { env: { PRICING_FILE } });
  }, 240_000);
  afterAll(async () => {
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  });

  describe('of use', () => describeUse(() => stack));
  describe('of the collections that a key may see', () => describeBoundedKeys(() => stack));
  describe('of dates and tags', () => describeDatesAndTags(() => stack));
  describe('of files that are converted', () => describeConverted(() => stack));
  describe('of provenance', () => describeProvenance(() => stack));
});
