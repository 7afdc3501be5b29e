import { AppError } from '@imagesearch/service-kit/errors';
import { z } from 'zod';
import { BODY_FAULTS } from '../http/errors.js';
import { DEFAULT_SCOPES, isForOperator, KEY_ENVIRONMENTS, SCOPES } from '../keys/api-key.js';
import type { AuthenticatedKey } from '../keys/authentication.js';
import type { ApiKeyStore, IssuedKey, KeyRecord, NewKey } from '../keys/key-store.js';
import { jsonAnswer, type Faults } from '../operations/answers.js';
import { refused, type CommandLine, type CommandResult } from '../operations/command.js';
import { headerRefs } from '../operations/headers.js';
import { operation } from '../operations/operation.js';
import { parameter } from '../operations/parameter.js';
import type { AccountStore } from './account-store.js';
import {
  accountInput,
  keyInput,
  keyLimits,
  nameInput,
  parseDurationS,
  parseExpiry,
  parseNames,
  parsePurposes,
} from './inputs.js';
import {
  GRACE_S,
  ISSUED_KEY_EXAMPLE,
  issuedKeySchema,
  KEY_EXAMPLE,
  keyEditSchema,
  keySchema,
  keysSchema,
  newKeySchema,
  OPERATOR_GRACE_S_MAX,
  rotationSchema,
} from './key-schemas.js';

export interface KeyParts {
  keys: ApiKeyStore;
  accounts: Pick<AccountStore, 'require'>;
}

type By = AuthenticatedKey | 'operator';

const ISSUED = jsonAnswer('The new key. This answer is the only one that shows it.', issuedKeySchema, {
  key: ISSUED_KEY_EXAMPLE,
});

const KEY_FAULTS: Faults = {
  types: [...BODY_FAULTS, 'value_error'],
  example: { loc: ['body', 'name'], msg: 'This field is required.', type: 'missing', input: null, ctx: {} },
};

export const ONLY_OPERATOR_GIVES_ACCOUNT = 'Only the operator makes a key with the scope `account`.';

const KEY_ID = parameter('KeyId', {
  name: 'key_id',
  in: 'path',
  required: true,
  description: 'The `key_id` of `GET /v1/keys`.',
  schema: { type: 'string' },
  example: '8d0f7c1e-5b7a-4c52-9d0a-3a51e2f6b714',
});

const NEW_KEY_OPTIONS: CommandLine['options'] = [
  {
    flags: '--expires <when>',
    says: 'its last day (2027-12-31, UTC) or a duration (90d); by default it does not expire',
    field: 'expires_at',
    read: parseExpiry,
  },
  {
    flags: '--env <env>',
    says: `${KEY_ENVIRONMENTS.join(', ')} (default: live); test: searches are free, and see only the images of the demonstration; part of the key: isk_test_…`,
    field: 'environment',
  },
  {
    flags: '--sources <sources>',
    says: 'restrict it to these collections: a,b',
    field: 'bounds.sources',
    read: parseNames,
  },
  {
    flags: '--licenses <codes>',
    says: 'restrict it to these licences: cc0,cc-by-4.0',
    field: 'bounds.licenses',
    read: parseNames,
  },
  {
    flags: '--usable-for <purposes>',
    says: 'restrict it to images known to be usable for: commercial,modify,attribute=false',
    field: 'bounds.usable_for',
    read: parsePurposes,
  },
];

const TURN = 'read or change its keys';

export const listKeys = operation({
  get: '/v1/keys',
  client: { method: 'keys' },
  summary: 'The live keys of the account',
  description: `Never the keys themselves. Costs nothing. ${ONLY_OPERATOR_GIVES_ACCOUNT}`,
  scope: 'account',
  answers: {
    200: jsonAnswer('The keys.', keysSchema, { keys: { keys: [KEY_EXAMPLE] } }),
  },
  inTurn: TURN,
  operator: {
    command: 'keys list [account]',
    says: 'keys of an account, or of all: never the key itself',
    input: { account: accountInput.optional() },
  },
  run: async ({ keys, accounts }: KeyParts, input, { by }) => {
    if (by !== 'operator') return { keys: await keys.listLive(by.account.id) };
    const name = 'account' in input ? input.account : undefined;
    return { keys: await keys.list(name === undefined ? undefined : (await accounts.require(name)).id) };
  },
  send: (response, { keys }) => response.json({ keys: keys.map(shown) }),
});

export const createKey = operation({
  post: '/v1/keys',
  client: {
    method: 'createKey',
    once: true,
    hint: 'It is sent once: where its answer is lost, look for the key in `keys` and revoke it.',
  },
  summary: 'Make a key',
  description:
    'Without the scopes that only the operator gives. An account has at most 100 live keys. Costs nothing. ' +
    'Sent again, it makes another key.',
  scope: 'account',
  body: {
    schema: newKeySchema,
    examples: {
      website: { value: { name: 'website', scopes: ['search'] } },
      bounded: { value: { name: 'shop', bounds: { sources: ['studio'], licenses: ['cc0', 'cc-by-4.0'] } } },
    },
  },
  answers: { 201: ISSUED },
  errors: ['key_refused'],
  faults: KEY_FAULTS,
  inTurn: TURN,
  isRecorded: true,
  operator: {
    command: 'keys create <account>',
    says: 'make another key of an account; it is printed once',
    options: NEW_KEY_OPTIONS,
    input: {
      account: accountInput,
      name: nameInput.default('default').describe('what the key is for'),
      environment: z.enum(KEY_ENVIRONMENTS).default('live'),
      scopes: z
        .array(z.enum(SCOPES))
        .min(1)
        .default([...DEFAULT_SCOPES])
        .describe(
          `what it may be used for, of ${SCOPES.join(',')}; ingest adds, edits and deletes images of the account, account manages its keys`,
        ),
      ...keyLimits,
    },
  },
  run: async ({ keys, accounts }: KeyParts, { expires_at: end, ...input }, { by }) => {
    const key = { environment: 'live' as const, ...input };
    // Only an operator names the account.
    const named = 'account' in input ? input.account : '';
    const { id } = by === 'operator' ? await accounts.require(named) : by.account;
    requireSound(key);
    return keys.create(id, { ...key, expiresAt: end === null ? null : new Date(end) });
  },
  send: (response, issued) => response.status(201).json(shown(issued)),
  tell: tellIssued,
});

export const renameKey = operation({
  patch: '/v1/keys/{key_id}',
  client: { method: 'renameKey' },
  summary: 'Name a key',
  description: 'Not another key with the scope `account`. Costs nothing.',
  scope: 'account',
  parameters: [KEY_ID],
  read: keyIdIn,
  body: { schema: keyEditSchema, examples: { name: { value: { name: 'shop window' } } } },
  answers: {
    200: jsonAnswer('The key.', keySchema, { key: KEY_EXAMPLE }),
  },
  errors: ['key_not_found', 'key_refused'],
  faults: KEY_FAULTS,
  inTurn: TURN,
  isRecorded: true,
  operator: {
    command: 'keys rename <key_id> <name>',
    says: 'name a key',
    input: { key_id: keyInput, name: nameInput.describe('what the key is for') },
  },
  run: async ({ keys }: KeyParts, { key_id: id, name: given }, { by }) => {
    const key = await findKey(keys, id, by);
    requireManageable(key, by);
    await keys.rename(key.key_id, given);
    return { ...key, name: given };
  },
  send: (response, key) => response.json(shown(key)),
  tell: (key) => ({ facts: { keys: [key] } }),
});

export const rotateKey = operation({
  post: '/v1/keys/{key_id}/rotate',
  client: {
    method: 'rotateKey',
    once: true,
    hint: 'It is sent once: where its answer is lost, revoke the successor, which `keys` lists, and rotate again.',
  },
  summary: 'Replace a key',
  description:
    'By one with the same name, scopes, bounds and expiry. The old key still works for the grace. Not a key with a scope that ' +
    'only the operator gives, and no key twice. Costs nothing.',
  scope: 'account',
  parameters: [KEY_ID],
  read: keyIdIn,
  body: { schema: rotationSchema, examples: { day: { value: { grace_s: 86_400 } } } },
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
  inTurn: TURN,
  isRecorded: true,
  operator: {
    command: 'keys rotate <key_id>',
    says: 'replace a key by one with the same name, scopes, bounds and expiry; it is printed once',
    options: [
      {
        flags: '--grace <duration>',
        says: 'how long the old key still works: 30m, 24h, 7d, 0 (default: 24h)',
        field: 'grace_s',
        read: parseDurationS,
      },
    ],
    input: {
      key_id: keyInput,
      grace_s: z.number().int().min(0).max(OPERATOR_GRACE_S_MAX).default(GRACE_S),
    },
  },
  run: async ({ keys }: KeyParts, { key_id: id, grace_s }, { by }) => {
    const key = await findKey(keys, id, by);
    if (by !== 'operator' && isForOperator(key.scopes))
      throw new AppError('key_refused', 'Only the operator rotates a key with the scope ingest or account.');
    return keys.rotate(key, grace_s * 1_000);
  },
  send: (response, { issued }) => response.status(201).json(shown(issued)),
  tell: ({ issued, replaced: { key_id, prefix, expires_at } }) => {
    const { facts, note, ...told } = tellIssued(issued);
    return {
      ...told,
      facts: { ...facts, replaced: { key_id, expires_at } },
      note: `${note} ${prefix} works until ${expires_at?.toISOString() ?? ''}.`,
    };
  },
});

export const revokeKey = operation({
  delete: '/v1/keys/{key_id}',
  client: {
    method: 'revokeKey',
    hint: 'Where the answer is lost, the next attempt may fail with `key_not_found`.',
  },
  summary: 'End a key',
  description:
    'It is refused everywhere within 5 seconds. Not another key with the scope `account`. Costs nothing.',
  scope: 'account',
  parameters: [KEY_ID],
  read: keyIdIn,
  answers: { 204: { description: 'It has ended.', headers: headerRefs(['Cache-Control']) } },
  errors: ['key_not_found', 'key_refused'],
  inTurn: TURN,
  isRecorded: true,
  operator: {
    command: 'keys revoke <key_id>',
    says: 'end a key; every gateway refuses it within 5 seconds',
    input: { key_id: keyInput },
  },
  run: async ({ keys }: KeyParts, { key_id: id }, { by }) => {
    const key = await findKey(keys, id, by);
    requireManageable(key, by);
    return keys.revoke(key);
  },
  send: (response) => response.status(204).end(),
  tell: (key) => ({ facts: { keys: [key] } }),
});

/** An account knows its own name; JSON leaves out what is undefined. */
const shown = <Key extends KeyRecord>(key: Key) => ({ ...key, account: undefined });

/** The only result that shows a key in the clear. */
export function tellIssued(issued: IssuedKey) {
  return {
    facts: issued,
    secret: issued.key,
    note: 'The key is shown only this once. Keep it now.',
  } satisfies CommandResult;
}

/** Text of any other form, and of any length, does not go on record. @throws AppError `key_not_found` */
function keyIdIn(_sent: unknown, { key_id }: { key_id: string }): { key_id: string } {
  if (!z.uuid().safeParse(key_id).success) throw keyNotFound();
  return { key_id };
}

const keyNotFound = (): AppError => new AppError('key_not_found', 'No live key of the account has this id.');

/** @throws AppError `invalid_request` */
function requireSound({ environment, bounds, scopes }: Omit<NewKey, 'expiresAt'>): void {
  const isTest = environment === 'test';
  if (isTest && bounds?.sources !== undefined)
    throw refused('A test key sees the collections of the demonstration, and no others.');
  if (isForOperator(scopes ?? []) && (isTest || bounds != null))
    throw refused(
      'A key that may add images or manage keys sees all images: with ingest or account, it cannot have bounds or the environment test.',
    );
}

/**
 * An account finds its own live keys, and a key of another account is answered like one that does not exist. An operator finds
 * any, by its id or its prefix.
 * @throws AppError `key_not_found`; for an operator `invalid_request`
 */
async function findKey(keys: ApiKeyStore, id: string, by: By): Promise<KeyRecord> {
  if (by === 'operator') {
    const [key, ...others] = await keys.listByIdOrPrefix(id);
    if (!key) throw refused(`There is no key "${id}". See: npm run accounts -- keys list`);
    if (others.length > 0) throw refused(`Several keys begin with "${id}"; name one by its id.`);
    return key;
  }
  const own = (await keys.listLive(by.account.id)).find(({ key_id }) => key_id === id);
  if (!own) throw keyNotFound();
  return own;
}

/** Whoever steals an `account` key cannot end the others that manage the account. @throws AppError `key_refused` */
function requireManageable({ key_id, scopes }: KeyRecord, by: By): void {
  if (by !== 'operator' && scopes.includes('account') && key_id !== by.id)
    throw new AppError('key_refused', 'Only the operator changes another key with the scope account.');
}
