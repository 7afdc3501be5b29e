import { AppError } from '@imagesearch/service-kit/errors';
import { z } from 'zod';
import { boundsSchema, type Bounds } from '../assets/bounds.js';
import { environmentOf, SCOPES, type KeyEnvironment, type Scope } from '../keys/api-key.js';
import type { ApiKeyStore, IssuedKey, KeyRecord } from '../keys/key-store.js';

const timestamp = z.iso.datetime();

/** A key as its account and the operator see it: never the key itself. */
export const keySchema = z
  .strictObject({
    key_id: z.uuid(),
    name: z.string(),
    prefix: z.string().describe('How the key begins.'),
    scopes: z.array(z.enum(SCOPES)).describe('What it may be used for.'),
    bounds: boundsSchema.nullable().describe('The images that it may see; null for all.'),
    created_at: timestamp,
    last_used_at: timestamp.nullable().describe('Accurate to about a minute; null if it was never used.'),
    expires_at: timestamp.nullable().describe('Null if it does not expire.'),
    revoked_at: timestamp.nullable(),
    replaces: z.uuid().nullable().describe('The key that was rotated into this one.'),
    state: z.enum(['live', 'revoked', 'expired']),
  })
  .describe('A key of the account.');

type Key = z.output<typeof keySchema>;

export const issuedKeySchema = keySchema
  .extend({ key: z.string().describe('The key itself. It is shown only this once.') })
  .describe('A new key.');

export function presentKey(record: KeyRecord): Key {
  return {
    key_id: record.id,
    name: record.name,
    prefix: record.prefix,
    scopes: record.scopes,
    bounds: record.bounds,
    created_at: record.createdAt.toISOString(),
    last_used_at: record.lastUsedAt?.toISOString() ?? null,
    expires_at: record.expiresAt?.toISOString() ?? null,
    revoked_at: record.revokedAt?.toISOString() ?? null,
    replaces: record.replaces,
    state: stateOf(record),
  };
}

function stateOf({ revokedAt, expiresAt }: KeyRecord): Key['state'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= new Date() ? 'expired' : 'live';
}

/** What a new key may be limited to. */
export const keyLimits = {
  expires_at: z.iso
    .datetime()
    .refine((time) => new Date(time) > new Date(), { error: 'That time is over.' })
    .nullable()
    .default(null)
    .describe('When it stops working; null for never.'),
  bounds: boundsSchema.nullable().default(null).describe('The images that it may see; null for all.'),
};

interface KeyToMake {
  environment: KeyEnvironment;
  name: string;
  scopes: readonly Scope[];
  expires_at: string | null;
  bounds: Bounds | null;
}

/** A key in the clear, and what is on record of it. */
export interface MadeKey {
  issued: IssuedKey;
  record: KeyRecord;
}

/** What the operator reads of a key: also whose it is. */
export const keyFacts = (key: KeyRecord) => ({ account: key.account, ...presentKey(key) });

type Keys = Pick<ApiKeyStore, 'create' | 'listByIdOrPrefix' | 'rotate' | 'revoke'>;

/** @throws AppError `key_refused` when the account has as many live keys as it may. */
export async function makeKey(
  keys: Keys,
  accountId: string,
  { environment, name, scopes, expires_at, bounds }: KeyToMake,
): Promise<MadeKey> {
  const expiresAt = expires_at === null ? null : new Date(expires_at);
  const fields = { environment, name, scopes: [...new Set(scopes)], expiresAt, bounds };
  const issued = await keys.create(accountId, fields);
  return { issued, record: await recordOf(keys, issued.id) };
}

/** Makes a successor, and lets the old key end after the grace. @throws AppError `key_refused` */
export async function rotateKey(
  keys: Keys,
  old: KeyRecord,
  graceMs: number,
): Promise<MadeKey & { replaced: KeyRecord }> {
  const issued = await keys.rotate(old.id, environmentOf(old.prefix), graceMs);
  if (!issued)
    throw new AppError('key_refused', `The key ${old.prefix} has expired, or was rotated already.`);
  return { issued, record: await recordOf(keys, issued.id), replaced: await recordOf(keys, old.id) };
}

/** Every gateway refuses the key within 5 s. @throws AppError `key_refused` when it has ended already. */
export async function revokeKey(keys: Keys, { id, prefix }: KeyRecord): Promise<KeyRecord> {
  if (!(await keys.revoke(id))) throw new AppError('key_refused', `The key ${prefix} has ended already.`);
  return recordOf(keys, id);
}

async function recordOf(keys: Keys, id: string): Promise<KeyRecord> {
  const [record] = await keys.listByIdOrPrefix(id);
  if (!record) throw new Error(`the key ${id} is not on record`);
  return record;
}
