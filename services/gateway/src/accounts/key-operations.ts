import { z } from 'zod';
import { DEFAULT_SCOPES, isForOperator, KEY_ENVIRONMENTS, SCOPES } from '../keys/api-key.js';
import type { KeyRecord } from '../keys/key-store.js';
import { OperatorError, type CommandResult } from './command-result.js';
import { DEFAULT_GRACE_MS, graceMsInput, nameInput, referenceInput } from './inputs.js';
import { keyFacts, keyLimits, makeKey, revokeKey, rotateKey, type MadeKey } from './issue-keys.js';
import { operation, requireAccount, type OperatorStores } from './operation.js';

/** What an operator does with keys. */
export const KEY_OPERATIONS = {
  createKey: operation(
    'create-key',
    {
      account: referenceInput,
      name: nameInput.default('default'),
      environment: z.enum(KEY_ENVIRONMENTS).default('live'),
      scopes: z
        .array(z.enum(SCOPES))
        .min(1)
        .default([...DEFAULT_SCOPES]),
      ...keyLimits,
    },
    async (stores, { account: accountName, ...key }) => {
      const account = await requireAccount(stores, accountName);
      const isTest = key.environment === 'test';
      if (isTest && key.bounds?.sources !== undefined)
        throw new OperatorError('A test key sees the collections of the demonstration, and no others.');
      if (isForOperator(key.scopes) && (isTest || key.bounds !== null))
        throw new OperatorError(
          'A key that may add images or manage keys sees all images: with ingest or account, it cannot have bounds or the environment test.',
        );
      return madeKeyResult(await makeKey(stores.keys, account.id, key));
    },
  ),

  listKeys: operation(
    'list-keys',
    { account: referenceInput.optional() },
    async (stores, { account: name }) => {
      const account = name === undefined ? undefined : await requireAccount(stores, name);
      return { facts: { keys: (await stores.keys.list(account?.id)).map(keyFacts) } };
    },
  ),

  rotateKey: operation(
    'rotate-key',
    { key: referenceInput, grace_ms: graceMsInput.default(DEFAULT_GRACE_MS) },
    async (stores, { key: idOrPrefix, grace_ms }) => {
      const old = await requireKey(stores, idOrPrefix);
      const made = await rotateKey(stores.keys, old, grace_ms);
      const { expiresAt } = made.replaced;
      const { facts, secret, note } = madeKeyResult(made);
      return {
        facts: { ...facts, replaced: { key_id: old.id, expires_at: expiresAt } },
        secret,
        note: `${note} ${old.prefix} works until ${expiresAt?.toISOString() ?? ''}.`,
      };
    },
  ),

  revokeKey: operation('revoke-key', { key: referenceInput }, async (stores, { key: idOrPrefix }) => {
    const revoked = await revokeKey(stores.keys, await requireKey(stores, idOrPrefix));
    return { facts: { keys: [keyFacts(revoked)] } };
  }),
} as const;

/** The only result that shows a key in the clear. */
export function madeKeyResult({ issued: { key }, record }: MadeKey) {
  return {
    facts: { key, ...keyFacts(record) },
    secret: key,
    note: 'The key is shown only this once. Keep it now.',
  } satisfies CommandResult;
}

/** @throws OperatorError when no key, or more than one, has that id or prefix. */
async function requireKey({ keys }: OperatorStores, idOrPrefix: string): Promise<KeyRecord> {
  const [key, ...others] = await keys.listByIdOrPrefix(idOrPrefix);
  if (!key) throw new OperatorError(`There is no key "${idOrPrefix}". See: npm run accounts -- keys list`);
  if (others.length > 0)
    throw new OperatorError(`Several keys begin with "${idOrPrefix}"; name one by its id.`);
  return key;
}
