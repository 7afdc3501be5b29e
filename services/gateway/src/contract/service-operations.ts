import { pricingSchema, type Pricing } from '../billing/plans.js';
import { jsonAnswer } from '../operations/answers.js';
import { headerRefs } from '../operations/headers.js';
import { handled, operation } from '../operations/operation.js';
import { answerSchema, type JsonObject } from '../operations/schemas.js';
import { contractRoute, docsRoute } from './routes.js';

const PRICING_EXAMPLE: Pricing = {
  version: '2026-11-01',
  currency: 'USD',
  credits: {
    results_per_credit: 10,
    minimum_per_search: 1,
    asset_lookup_credits: 0,
    reset: 'Credits reset monthly on the billing date; unused credits do not roll over.',
  },
  plans: [
    {
      id: 'starter',
      name: 'Starter',
      monthly_usd: 29,
      annual_usd: 290,
      monthly_credits: 5000,
      image_search: true,
      similar_search: true,
      max_results: 100,
      limits: { rpm: 60, rpd: 5000, concurrent: 4 },
      support: 'Email',
      credit_packs: false,
    },
  ],
  credit_pack: { credits: 10_000, usd: 40, plans: ['scale', 'custom'] },
};

const CACHE_CONTROL = 'public, max-age=300';

/** The price list, without a key (specification, section 4.5). */
export const getPricing = operation({
  get: '/v1/pricing',
  client: { method: 'pricing' },
  summary: 'Plans, their limits, and what a search costs',
  description: 'Needs no key.',
  answers: {
    200: jsonAnswer('The price list.', answerSchema('Pricing', pricingSchema), { prices: PRICING_EXAMPLE }),
  },
  run: ({ pricing }: { pricing: Pricing }) => pricing,
  send: (response, pricing) => response.set('Cache-Control', CACHE_CONTROL).json(pricing),
});

export const getContract = handled({
  get: '/openapi.json',
  summary: 'This document',
  description: 'Needs no key.',
  answers: {
    200: {
      description: 'OpenAPI 3.1.',
      headers: headerRefs(['Cache-Control']),
      content: {
        'application/json': {
          schema: { type: 'object', required: ['openapi', 'info', 'paths', 'components'] },
        },
      },
    },
  },
  handler: ({ contract }: { contract: JsonObject }) => contractRoute(contract),
});

export const readContract = handled({
  get: '/docs',
  summary: 'This document as a page for people',
  description: 'Needs no key.',
  answers: {
    200: {
      description: 'A page.',
      headers: headerRefs(['Cache-Control', 'Content-Security-Policy']),
      content: { 'text/html': { schema: { type: 'string' } } },
    },
  },
  handler: () => docsRoute,
});
