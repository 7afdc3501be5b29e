import type { ErrorCode } from '@imagesearch/service-kit/errors';
import { exampleAddresses, IMAGE_EXAMPLE } from '../assets/examples.js';
import { USE_PARAMETERS } from '../assets/parameters.js';
import { BODY_FAULTS, SEARCH_FAULTS } from '../http/errors.js';
import { accountOf } from '../keys/admission.js';
import { useSchema } from '../keys/use.js';
import { ERRORS_BEHIND, jsonAnswer } from '../operations/answers.js';
import { handled } from '../operations/operation.js';
import { parameter, type Parameter } from '../operations/parameter.js';
import { answerSchema, requestSchema, type JsonObject } from '../operations/schemas.js';
import type { SearchParts } from './billed-answer.js';
import { duplicateSchema, envelopeSchema, resultSchema, type Envelope } from './envelope.js';
import { filtersSchema } from './filters.js';
import { KEY_CHARS_MAX, KEY_FORM } from './idempotency-key.js';
import { SEARCH_PARAMS, searchBodySchema, similarBodySchema } from './request.js';
import { searchBodyLimit, searchByAddressRoute, searchRoute, similarRoute } from './routes.js';

const QUERY_ID = 'q_0f3d5a6b7c8e9f00112233445566778a';

const ENVELOPE_EXAMPLE: Envelope = {
  query_id: QUERY_ID,
  query: 'happy dog',
  input_modality: 'text',
  count: 1,
  strong_count: 1,
  strong_score: 0.4,
  reachable: 1,
  cursor: null,
  latency_ms: 24,
  timing_ms: { encode: 2, retrieve: 9, hydrate: 6, rerank: 4 },
  mode: 'text',
  ranking: 'lexical',
  pool_size: 100,
  reranked: 100,
  backend: 'lancedb',
  results: [
    {
      ...IMAGE_EXAMPLE,
      ...exampleAddresses(QUERY_ID),
      score: 0.913204,
      matched: ['words', 'meaning'],
      duplicates: [],
    },
  ],
};

const IDEMPOTENCY_KEY = parameter('IdempotencyKey', {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes it safe to repeat this request: the first answer is stored for 24 hours and replayed without a charge. A ' +
    'key belongs to the account and the address. After an error, the key can be used again.',
  schema: { type: 'string', minLength: 1, maxLength: KEY_CHARS_MAX, pattern: KEY_FORM.source },
  example: '5f2c8f4e-6f0e-4a53-9b0d-2f3f1f0a7c11',
});

/** Fields of the body, described and bounded as there. */
const SEARCH_PARAMETERS: readonly Parameter[] = Object.entries(SEARCH_PARAMS).map(([name, field]) => {
  const { description, ...schema } = field as JsonObject;
  const known = USE_PARAMETERS.find(({ id }) => id === `Search.${name}`);
  return (
    known ??
    parameter(`Search.${name}`, {
      name,
      in: 'query',
      ...(description !== undefined && { description }),
      schema,
    })
  );
});

const ERRORS_OF_BILLED: readonly ErrorCode[] = [
  'plan_feature_missing',
  'credits_exhausted',
  'idempotency_in_flight',
  'idempotency_mismatch',
  'model_mismatch',
  ...ERRORS_BEHIND,
];

const MISSPELT_FILTER = {
  loc: ['body', 'filters', 'face_min'],
  msg: 'This field is not known. Did you mean `faces_min`?',
  type: 'extra_forbidden',
  input: null,
  ctx: { did_you_mean: 'faces_min' },
} as const;

const FIRST_IMAGE = '$response.body#/results/0/asset_id';

const ANSWER = {
  ...jsonAnswer(
    'The images found, best first. A search that finds nothing is answered too, and costs the minimum.',
    answerSchema('SearchAnswer', envelopeSchema),
    { answer: ENVELOPE_EXAMPLE },
    ['Cache-Control', 'X-Credits-Charged', 'X-Credits-Remaining', 'Idempotent-Replayed'],
  ),
  links: {
    FirstImage: { operationId: 'getAsset', parameters: { asset_id: FIRST_IMAGE } },
    FirstFile: {
      operationId: 'getFileOfAnswer',
      parameters: { query_id: '$response.body#/query_id', asset_id: FIRST_IMAGE },
    },
  },
};

requestSchema('Filters', filtersSchema);
requestSchema('Use', useSchema);
answerSchema('Result', resultSchema);
answerSchema('Duplicate', duplicateSchema);

/** What every operation of a search uses. */
export interface SearchingParts {
  search: SearchParts;
}

export const search = handled({
  post: '/v1/search',
  summary: 'Search by words, by example, or both',
  description:
    'Costs one credit for each ten results or part of ten, at least one. A degraded answer is billed, an error is ' +
    'not. A search with an image needs a plan with `image_search`.',
  scope: 'search',
  parameters: [IDEMPOTENCY_KEY],
  body: {
    schema: requestSchema('SearchRequest', searchBodySchema),
    limit: (response) => searchBodyLimit(accountOf(response).plan),
    examples: {
      words: { value: { query: 'happy dog', k: 5 } },
      filters: {
        value: {
          query: 'empty beach',
          k: 20,
          filters: { commercial: true, orientation: 'landscape', neg_space_any: ['left', 'top'] },
        },
      },
      use: {
        value: {
          query: 'people in an office',
          use: { commercial: true, modify: true, people_identifiable: true },
          usable_only: true,
        },
      },
      brief: {
        value: {
          query: 'dark image of a forest, no people, copy space on the left, free for commercial use',
          parse_design: true,
        },
      },
      example: { value: { image_url: 'https://example.org/reference.jpg' } },
      both: { value: { query: 'at night', image_url: 'https://example.org/reference.jpg' } },
    },
  },
  answers: { 200: ANSWER },
  errors: ERRORS_OF_BILLED,
  faults: { types: [...BODY_FAULTS, ...SEARCH_FAULTS], example: MISSPELT_FILTER },
  handler: (parts: SearchingParts) => searchRoute(parts.search),
});

export const searchByAddress = handled({
  get: '/v1/search',
  summary: 'Search with a GET request',
  description:
    'The same as `POST /v1/search`, with the fields of its body as parameters. Each filter is a parameter with its own name, ' +
    'and each purpose of `use` one that begins with `use_`, such as `use_commercial`. To send a list, repeat the parameter. ' +
    'An image in base64 does not fit: send it with POST. Answer, cost and `Idempotency-Key` are the same: the key of a POST ' +
    'with the same fields gets the same answer. HEAD is refused, because it would cost as much as GET.',
  scope: 'search',
  parameters: [IDEMPOTENCY_KEY, ...SEARCH_PARAMETERS],
  takesHead: false,
  readsEveryParameter: true,
  answers: { 200: ANSWER },
  errors: ERRORS_OF_BILLED,
  faults: {
    types: [...BODY_FAULTS.filter((type) => !type.startsWith('json_')), ...SEARCH_FAULTS],
    example: { ...MISSPELT_FILTER, loc: ['query', 'face_min'] },
  },
  handler: (parts: SearchingParts) => searchByAddressRoute(parts.search),
});

export const findSimilar = handled({
  post: '/v1/similar',
  summary: 'Images that look like an indexed image',
  description:
    'Compares pixels only: no words, no reranking. Billed like a search. Needs a plan with `similar_search`.',
  scope: 'similar',
  parameters: [IDEMPOTENCY_KEY],
  body: {
    schema: requestSchema('SimilarRequest', similarBodySchema),
    examples: { seed: { value: { asset_id: 'openmoji:1F436', k: 5 } } },
  },
  answers: { 200: ANSWER },
  errors: [...ERRORS_OF_BILLED, 'seed_not_indexed'],
  faults: { types: BODY_FAULTS, example: MISSPELT_FILTER },
  handler: (parts: SearchingParts) => similarRoute(parts.search),
});
