import type { ErrorCode } from '@imagesearch/service-kit/errors';
import { BODY_FAULTS, SEARCH_FAULTS } from '../http/errors.js';
import { ENVELOPE_EXAMPLE } from './examples.js';
import { SEARCH_PARAMETERS } from './parameters.js';
import { ERRORS_BEHIND, jsonAnswer, type Operation } from './operation.js';

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
    'SearchAnswer',
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

export const SEARCH_OPERATIONS = {
  search: {
    method: 'post',
    path: '/v1/search',
    summary: 'Search by words, by example, or both',
    description:
      'Costs one credit for each ten results or part of ten, at least one. A degraded answer is billed, an error is ' +
      'not. A search with an image needs a plan with `image_search`.',
    key: 'search',
    parameters: ['IdempotencyKey'],
    body: {
      schema: 'SearchRequest',
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
  },
  searchByAddress: {
    method: 'get',
    path: '/v1/search',
    summary: 'Search with a GET request',
    description:
      'The same as `POST /v1/search`, with the fields of its body as parameters. Each filter is a parameter with its own name, ' +
      'and each purpose of `use` one that begins with `use_`, such as `use_commercial`. To send a list, repeat the parameter. ' +
      'An image in base64 does not fit: send it with POST. Answer, cost and `Idempotency-Key` are the same: the key of a POST ' +
      'with the same fields gets the same answer. HEAD is refused, because it would cost as much as GET.',
    key: 'search',
    parameters: ['IdempotencyKey', ...SEARCH_PARAMETERS],
    answers: { 200: ANSWER },
    errors: ERRORS_OF_BILLED,
    faults: {
      types: [...BODY_FAULTS.filter((type) => !type.startsWith('json_')), ...SEARCH_FAULTS],
      example: { ...MISSPELT_FILTER, loc: ['query', 'face_min'] },
    },
  },
  findSimilar: {
    method: 'post',
    path: '/v1/similar',
    summary: 'Images that look like an indexed image',
    description:
      'Compares pixels only: no words, no reranking. Billed like a search. Needs a plan with `similar_search`.',
    key: 'similar',
    parameters: ['IdempotencyKey'],
    body: {
      schema: 'SimilarRequest',
      examples: { seed: { value: { asset_id: 'openmoji:1F436', k: 5 } } },
    },
    answers: { 200: ANSWER },
    errors: [...ERRORS_OF_BILLED, 'seed_not_indexed'],
    faults: { types: BODY_FAULTS, example: MISSPELT_FILTER },
  },
} satisfies Record<string, Operation>;
