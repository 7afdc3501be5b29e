import { z } from 'zod';
import { DEFAULT_SCOPES, isForOperator, KEY_ENVIRONMENTS, SCOPES } from '../keys/api-key.js';
import type { KeyRecord } from '../keys/key-store.js';
import { issuedKeyResult, keysResult, OperatorError } from './command-result.js';
import { DEFAULT_GRACE_MS, graceMsInput, nameInput, referenceInput } from './inputs.js';
import { keyLimits, makeKey, revokeKey, rotateKey } from './issue-keys.js';
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
      const { issued, record } = await makeKey(stores.keys, account.id, key);
      return issuedKeyResult(issued, record);
    },
  ),

  listKeys: operation(
    'list-keys',
    { account: referenceInput.optional() },
    async (stores, { account: name }) => {
      const account = name === undefined ? undefined : await requireAccount(stores, name);
      return keysResult(await stores.keys.list(account?.id));
    },
  ),

  rotateKey: operation(
    'rotate-key',
    { key: referenceInput, grace_ms: graceMsInput.default(DEFAULT_GRACE_MS) },
    async (stores, { key: idOrPrefix, grace_ms }) => {
      const old = await requireKey(stores, idOrPrefix);
      const { issued, record, replaced } = await rotateKey(stores.keys, old, grace_ms);
      const { expiresAt } = replaced;
      return issuedKeyResult(issued, record, {
        after: { replaced: { key_id: old.id, expires_at: expiresAt } },
        note: `${old.prefix} works until ${expiresAt?.toISOString() ?? ''}.`,
      });
    },
  ),

  revokeKey: operation('revoke-key', { key: referenceInput }, async (stores, { key: idOrPrefix }) =>
    keysResult([await revokeKey(stores.keys, await requireKey(stores, idOrPrefix))]),
  ),
} as const;

/** @throws OperatorError when no key, or more than one, has that id or prefix. */
async function requireKey({ keys }: OperatorStores, idOrPrefix: string): Promise<KeyRecord> {
  const [key, ...others] = await keys.listByIdOrPrefix(idOrPrefix);
  if (!key) throw new OperatorError(`There is no key "${idOrPrefix}". See: npm run accounts -- keys list`);
  if (others.length > 0)
    throw new OperatorError(`Several keys begin with "${idOrPrefix}"; name one by its id.`);
  return key;
}
