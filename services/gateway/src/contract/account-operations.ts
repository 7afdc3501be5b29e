import { BODY_FAULTS } from '../http/errors.js';
import { ISSUED_KEY_EXAMPLE, KEY_EXAMPLE, USAGE_BY_DAY_EXAMPLE, USAGE_EXAMPLE } from './examples.js';
import { jsonAnswer, type Faults, type Operation } from './operation.js';
import { headerRefs } from './parameters.js';

const ISSUED = jsonAnswer('The new key. This answer is the only one that shows it.', 'IssuedKey', {
  key: ISSUED_KEY_EXAMPLE,
});

const USAGE_BY_DAY = jsonAnswer(
  'The days on which keys were used. The credits of all days add up to what was charged.',
  'UsageByDay',
  { days: USAGE_BY_DAY_EXAMPLE },
);

const KEY_FAULTS: Faults = {
  types: [...BODY_FAULTS, 'value_error'],
  example: { loc: ['body', 'name'], msg: 'This field is required.', type: 'missing', input: null, ctx: {} },
};

const ONLY_OPERATOR = 'Only the operator makes a key with the scope `account`.';

/** What an account reads of itself, and what it does with its own keys. */
export const ACCOUNT_OPERATIONS = {
  getUsage: {
    method: 'get',
    path: '/v1/usage',
    summary: 'Credits left, and the outcome of the latest searches',
    description:
      'Lists the last 100 searches with their `Idempotency-Key`, status and charge. Use it after a search whose answer ' +
      'did not arrive. Costs nothing.',
    key: 'usage',
    answers: {
      200: jsonAnswer('The current billing period of the account.', 'Usage', { usage: USAGE_EXAMPLE }),
    },
  },
  getUsageByDay: {
    method: 'get',
    path: '/v1/usage/days',
    summary: 'What the searches of each key cost on each day',
    description: `With \`Accept: text/csv\`, the answer is a table for a spreadsheet. Costs nothing. ${ONLY_OPERATOR}`,
    key: 'account',
    parameters: ['Days'],
    answers: {
      200: {
        ...USAGE_BY_DAY,
        content: { ...USAGE_BY_DAY.content, 'text/csv': { schema: { type: 'string' } } },
      },
    },
    faults: {
      types: ['number_type', 'int_type', 'greater_than_equal', 'less_than_equal'],
      example: {
        loc: ['query', 'days'],
        msg: 'This may be at most 90.',
        type: 'less_than_equal',
        input: '365',
        ctx: { maximum: 90 },
      },
    },
  },
  listKeys: {
    method: 'get',
    path: '/v1/keys',
    summary: 'The live keys of the account',
    description: `Never the keys themselves. Costs nothing. ${ONLY_OPERATOR}`,
    key: 'account',
    answers: {
      200: jsonAnswer('The keys.', 'Keys', { keys: { keys: [KEY_EXAMPLE] } }),
    },
  },
  createKey: {
    method: 'post',
    path: '/v1/keys',
    summary: 'Make a key',
    description:
      'Without the scopes that only the operator gives. An account has at most 100 live keys. Costs nothing. ' +
      'Sent again, it makes another key.',
    key: 'account',
    body: {
      schema: 'NewKey',
      examples: {
        website: { value: { name: 'website', scopes: ['search'] } },
        bounded: { value: { name: 'shop', bounds: { sources: ['studio'], licenses: ['cc0', 'cc-by-4.0'] } } },
      },
    },
    answers: { 201: ISSUED },
    errors: ['key_refused'],
    faults: KEY_FAULTS,
  },
  renameKey: {
    method: 'patch',
    path: '/v1/keys/{key_id}',
    summary: 'Name a key',
    description: 'Not another key with the scope `account`. Costs nothing.',
    key: 'account',
    parameters: ['KeyId'],
    body: { schema: 'KeyEdit', examples: { name: { value: { name: 'shop window' } } } },
    answers: {
      200: jsonAnswer('The key.', 'Key', { key: KEY_EXAMPLE }),
    },
    errors: ['key_not_found', 'key_refused'],
    faults: KEY_FAULTS,
  },
  rotateKey: {
    method: 'post',
    path: '/v1/keys/{key_id}/rotate',
    summary: 'Replace a key',
    description:
      'By one with the same name, scopes, bounds and expiry. The old key still works for the grace. Not a key with a scope that ' +
      'only the operator gives, and no key twice. Costs nothing.',
    key: 'account',
    parameters: ['KeyId'],
    body: { schema: 'Rotation', examples: { day: { value: { grace_s: 86_400 } } } },
    answers: { 201: ISSUED },
    errors: ['key_not_found', 'key_refused'],
    faults: {
      types: BODY_FAULTS,
      example: {
        loc: ['body', 'grace_s'],
        msg: 'This may be at most 2592000.',
        type: 'less_than_equal',
        input: 10_000_000,
        ctx: { maximum: 2_592_000 },
      },
    },
  },
  revokeKey: {
    method: 'delete',
    path: '/v1/keys/{key_id}',
    summary: 'End a key',
    description:
      'It is refused everywhere within 5 seconds. Not another key with the scope `account`. Costs nothing.',
    key: 'account',
    parameters: ['KeyId'],
    answers: { 204: { description: 'It has ended.', headers: headerRefs(['Cache-Control']) } },
    errors: ['key_not_found', 'key_refused'],
  },
} satisfies Record<string, Operation>;
