import { COLLECTION_EXAMPLE, PRICING_EXAMPLE, READINESS_EXAMPLE } from './examples.js';
import { headerRefs } from './parameters.js';
import { ERRORS_BEHIND, jsonAnswer, type Operation } from './operation.js';
import { schemaRef } from './schemas.js';

export const SERVICE_OPERATIONS = {
  warm: {
    method: 'get',
    path: '/v1/warm',
    summary: 'Whether the service can answer a search now',
    description: 'The request loads a model that is not loaded. Costs nothing.',
    key: 'any',
    answers: {
      200: jsonAnswer('Ready.', 'Readiness', { ready: READINESS_EXAMPLE }),
      503: {
        description: 'Not ready. The same body says what is missing.',
        headers: headerRefs(['Cache-Control', 'Retry-After']),
        content: {
          'application/json': { schema: { anyOf: [schemaRef('Readiness'), schemaRef('Error')] } },
        },
      },
    },
  },
  getCollection: {
    method: 'get',
    path: '/v1/collection',
    summary: 'How many images there are, and what they show',
    description:
      'Counts the images of each collection, and names frequent words and colours, which a page can suggest. Costs nothing.',
    key: 'any',
    answers: {
      200: jsonAnswer('The collection, as it was up to ten seconds ago.', 'Collection', {
        collection: COLLECTION_EXAMPLE,
      }),
    },
    errors: [...ERRORS_BEHIND],
  },
  getPricing: {
    method: 'get',
    path: '/v1/pricing',
    summary: 'Plans, their limits, and what a search costs',
    description: 'Needs no key.',
    answers: { 200: jsonAnswer('The price list.', 'Pricing', { prices: PRICING_EXAMPLE }) },
  },
  getContract: {
    method: 'get',
    path: '/openapi.json',
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
  },
  readContract: {
    method: 'get',
    path: '/docs',
    summary: 'This document as a page for people',
    description: 'Needs no key.',
    answers: {
      200: {
        description: 'A page.',
        headers: headerRefs(['Cache-Control', 'Content-Security-Policy']),
        content: { 'text/html': { schema: { type: 'string' } } },
      },
    },
  },
} satisfies Record<string, Operation>;
