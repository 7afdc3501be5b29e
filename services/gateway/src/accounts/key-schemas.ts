import { z } from 'zod';
import { DEFAULT_SCOPES, SCOPES, type Scope } from '../keys/api-key.js';
import { boundsSchema } from '../keys/bounds.js';
import { answerSchema, requestSchema } from '../operations/schemas.js';
import { keyLimits, nameInput } from './inputs.js';

const DAY_S = 24 * 60 * 60;
/** How long a rotated key works on. */
export const GRACE_S = DAY_S;
const OWN_GRACE_S_MAX = 30 * DAY_S;
export const OPERATOR_GRACE_S_MAX = 1_000_000 * DAY_S;

const name = nameInput.describe('What the key is for: 1 to 100 printable characters.');
const timestamp = z.iso.datetime();

/** A key as its account sees it: never the key itself. */
export const keySchema = answerSchema(
  'Key',
  z
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
    .describe('A key of the account.'),
);

export const issuedKeySchema = answerSchema(
  'IssuedKey',
  keySchema
    .extend({ key: z.string().describe('The key itself. It is shown only this once.') })
    .describe('A new key.'),
);

export const newKeySchema = requestSchema(
  'KeyRequest',
  z
    .strictObject({
      name,
      scopes: z
        .array(z.enum(DEFAULT_SCOPES))
        .min(1)
        .default([...DEFAULT_SCOPES])
        .describe('What it may be used for. Only the operator gives the scopes `ingest` and `account`.'),
      ...keyLimits,
    })
    .describe('A key to make.'),
);

export const keyEditSchema = requestSchema(
  'KeyEdit',
  z.strictObject({ name }).describe('What a key is called.'),
);

export const rotationSchema = requestSchema(
  'Rotation',
  z
    .strictObject({
      grace_s: z
        .number()
        .int()
        .min(0)
        .max(OWN_GRACE_S_MAX)
        .default(GRACE_S)
        .describe(
          'Seconds for which the old key still works, at most 30 days. It never works longer than it would have.',
        ),
    })
    .describe('How a key is rotated.'),
);

export const keysSchema = answerSchema(
  'Keys',
  z
    .strictObject({ keys: z.array(keySchema) })
    .describe('The keys of the account that work now, oldest first.'),
);

export const KEY_EXAMPLE = {
  key_id: '8d0f7c1e-5b7a-4c52-9d0a-3a51e2f6b714',
  name: 'shop',
  prefix: 'isk_live_Ab12c',
  scopes: ['search', 'asset'] as Scope[],
  bounds: { sources: ['studio'] },
  created_at: '2026-11-02T09:00:00.000Z',
  last_used_at: '2026-11-21T10:00:00.000Z',
  expires_at: null,
  revoked_at: null,
  replaces: null,
  state: 'live' as const,
};

export const ISSUED_KEY_EXAMPLE = {
  ...KEY_EXAMPLE,
  key: 'isk_live_Ab12cXq0s8nWmYt5v7Zb3LkPe9Rj4HdU1fGc6a0b9',
  last_used_at: null,
};
