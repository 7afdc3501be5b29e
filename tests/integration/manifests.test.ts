import { afterAll, describe } from '@jest/globals';
import { NO_IMAGES } from '@imagesearch/testkit/images/collection';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { pricingWithPlans } from '@imagesearch/testkit/stack/pricing';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { describeBoundedKeys } from './manifests/bounded-keys.js';
import { describeConverted } from './manifests/converted.js';
import { describeDatesAndTags } from './manifests/dates-and-tags.js';
import { describeProvenance } from './manifests/provenance.js';
import { describeStatedRights } from './manifests/stated-rights.js';
import { describeUse } from './manifests/use.js';

const PRICING_FILE = await pricingWithPlans(folderOfSuite(), (plan) => ({
  ...plan,
  limits: { rpm: null, rpd: null, concurrent: null },
  ...(plan.id === 'free' && { monthly_credits: 5 }),
}));
const stack = await TestStack.start(NO_IMAGES, { env: { PRICING_FILE } });
afterAll(() => stack.stop());

/** Collections that an operator ingests from manifests, each under a source of its own, on one stack. */
describe('what a manifest says', () => {
  describe('of use', () => describeUse(stack));
  describe('of the collections that a key may see', () => describeBoundedKeys(stack));
  describe('of dates and tags', () => describeDatesAndTags(stack));
  describe('of files that are converted', () => describeConverted(stack));
  describe('of files that state their rights', () => describeStatedRights(stack));
  describe('of provenance', () => describeProvenance(stack));
});
