import { z } from 'zod';
import { DEFAULT_SCOPES, isForOperator, KEY_ENVIRONMENTS, SCOPES } from '../keys/api-key.js';
import type { IssuedKey, KeyRecord } from '../keys/key-store.js';
import { refused, type CommandResult } from './command-result.js';
import {
  accountInput,
  DEFAULT_GRACE_MS,
  graceMsInput,
  keyInput,
  keyLimits,
  nameInput,
  parseDurationMs,
  parseExpiry,
  parseNames,
  parsePurposes,
} from './inputs.js';
import { operation, requireAccount, type OperatorStores } from './operation.js';

/** What an operator does with keys. */
export const KEY_OPERATIONS = {
  'create-key': operation({
    command: 'keys create <account>',
    says: 'make another key of an account; it is printed once',
    options: [
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
    ],
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
    run: async (stores, { account: accountName, expires_at: end, ...key }) => {
      const account = await requireAccount(stores, accountName);
      const isTest = key.environment === 'test';
      if (isTest && key.bounds?.sources !== undefined)
        throw refused('A test key sees the collections of the demonstration, and no others.');
      if (isForOperator(key.scopes) && (isTest || key.bounds !== null))
        throw refused(
          'A key that may add images or manage keys sees all images: with ingest or account, it cannot have bounds or the environment test.',
        );
      const expiresAt = end === null ? null : new Date(end);
      return issuedKeyResult(await stores.keys.create(account.id, { ...key, expiresAt }));
    },
  }),

  'list-keys': operation({
    command: 'keys list [account]',
    says: 'keys of an account, or of all: never the key itself',
    input: { account: accountInput.optional() },
    run: async (stores, { account: name }) => {
      const account = name === undefined ? undefined : await requireAccount(stores, name);
      return { facts: { keys: await stores.keys.list(account?.id) } };
    },
  }),

  'rotate-key': operation({
    command: 'keys rotate <key>',
    says: 'replace a key by one with the same name, scopes, bounds and expiry; it is printed once',
    options: [
      {
        flags: '--grace <duration>',
        says: 'how long the old key still works: 30m, 24h, 7d, 0 (default: 24h)',
        field: 'grace_ms',
        read: parseDurationMs,
      },
    ],
    input: { key: keyInput, grace_ms: graceMsInput.default(DEFAULT_GRACE_MS) },
    run: async (stores, { key: idOrPrefix, grace_ms }) => {
      const old = await requireKey(stores, idOrPrefix);
      const { issued, replaced } = await stores.keys.rotate(old, grace_ms);
      const { key_id, expires_at } = replaced;
      const { facts, secret, note } = issuedKeyResult(issued);
      return {
        facts: { ...facts, replaced: { key_id, expires_at } },
        secret,
        note: `${note} ${old.prefix} works until ${expires_at?.toISOString() ?? ''}.`,
      };
    },
  }),

  'revoke-key': operation({
    command: 'keys revoke <key>',
    says: 'end a key; every gateway refuses it within 5 seconds',
    input: { key: keyInput },
    run: async (stores, { key }) => ({
      facts: { keys: [await stores.keys.revoke(await requireKey(stores, key))] },
    }),
  }),
} as const;

/** The only result that shows a key in the clear. */
function issuedKeyResult(issued: IssuedKey) {
  return {
    facts: issued,
    secret: issued.key,
    note: 'The key is shown only this once. Keep it now.',
  } satisfies CommandResult;
}

/** @throws AppError `invalid_request` when no key, or more than one, has that id or prefix. */
async function requireKey({ keys }: OperatorStores, idOrPrefix: string): Promise<KeyRecord> {
  const [key, ...others] = await keys.listByIdOrPrefix(idOrPrefix);
  if (!key) throw refused(`There is no key "${idOrPrefix}". See: npm run accounts -- keys list`);
  if (others.length > 0) throw refused(`Several keys begin with "${idOrPrefix}"; name one by its id.`);
  return key;
}
