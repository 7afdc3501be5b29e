import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';
import { createKeyedSemaphore } from '@imagesearch/service-kit/resilience/keyed-semaphore';
import { z } from 'zod';
import { boundsSchema } from '../keys/bounds.js';
import { validateBody } from '../http/validation.js';
import { keyOf } from '../keys/admission.js';
import { DEFAULT_SCOPES, isForOperator, SCOPES } from '../keys/api-key.js';
import type { AuthenticatedKey } from '../keys/authentication.js';
import type { ApiKeyStore, IssuedKey, KeyRecord } from '../keys/key-store.js';
import type { AuditLog } from './audit-log.js';
import { DEFAULT_GRACE_MS, keyLimits, nameInput } from './inputs.js';

const DAY_S = 24 * 60 * 60;
const GRACE_S_MAX = 30 * DAY_S;

const name = nameInput.describe('What the key is for: 1 to 100 printable characters.');
const timestamp = z.iso.datetime();

/** A key as its account sees it: never the key itself. */
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

export const issuedKeySchema = keySchema
  .extend({ key: z.string().describe('The key itself. It is shown only this once.') })
  .describe('A new key.');

export const newKeySchema = z
  .strictObject({
    name,
    scopes: z
      .array(z.enum(DEFAULT_SCOPES))
      .min(1)
      .default([...DEFAULT_SCOPES])
      .describe('What it may be used for. Only the operator gives the scopes `ingest` and `account`.'),
    ...keyLimits,
  })
  .describe('A key to make.');

export const keyEditSchema = z.strictObject({ name }).describe('What a key is called.');

export const rotationSchema = z
  .strictObject({
    grace_s: z
      .number()
      .int()
      .min(0)
      .max(GRACE_S_MAX)
      .default(DEFAULT_GRACE_MS / 1_000)
      .describe(
        'Seconds for which the old key still works, at most 30 days. It never works longer than it would have.',
      ),
  })
  .describe('How a key is rotated.');

export const keysSchema = z
  .strictObject({ keys: z.array(keySchema) })
  .describe('The keys of the account that work now, oldest first.');

const nothing = z.unknown().transform(() => ({}));

/** Requests of one account that may wait for each other, so that it holds one connection, and the keys of others are found. */
const WAITING_MAX = 50;

interface Params extends Record<string, string> {
  keyId: string;
}

export type OwnKeyRoutes = Record<
  'createKey' | 'listKeys' | 'renameKey' | 'rotateKey' | 'revokeKey',
  RequestHandler<never>
>;

/** What an account does with its own keys. Free, and on record beside what operators do, under the key that asked. */
export class OwnKeys {
  readonly #keys: ApiKeyStore;
  readonly #audit: AuditLog;
  readonly #turns = createKeyedSemaphore(1, {
    waitingMax: WAITING_MAX,
    fullMessage: 'Too many requests of this account read or change its keys. Try again shortly.',
  });

  constructor(keys: ApiKeyStore, audit: AuditLog) {
    this.#keys = keys;
    this.#audit = audit;
  }

  routes(): OwnKeyRoutes {
    return {
      listKeys: async (_request, response) => {
        const { id } = keyOf(response).account;
        const live = await this.#turns.run(id, () => this.#keys.listLive(id));
        response.json({ keys: live.map(shown) });
      },
      createKey: async (request: Request, response: Response) => {
        const by = keyOf(response);
        const body = validateBody(newKeySchema, request.body);
        const { expires_at: end, ...others } = body;
        const expiresAt = end === null ? null : new Date(end);
        const make = () => this.#keys.create(by.account.id, { ...others, expiresAt, environment: 'live' });
        sendIssued(response, await this.#recorded(by, 'create-key', body, make));
      },
      renameKey: this.#changing('rename-key', keyEditSchema, this.#rename, (response, renamed) =>
        response.json(shown(renamed)),
      ),
      rotateKey: this.#changing('rotate-key', rotationSchema, this.#rotate, sendIssued),
      revokeKey: this.#changing('revoke-key', nothing, this.#revoke, (response) =>
        response.status(204).end(),
      ),
    };
  }

  readonly #rename = async (key: KeyRecord, { name: given }: { name: string }, by: AuthenticatedKey) => {
    requireManageable(key, by);
    await this.#keys.rename(key.key_id, given);
    return { ...key, name: given };
  };

  readonly #rotate = async (key: KeyRecord, { grace_s }: { grace_s: number }) => {
    if (isForOperator(key.scopes))
      throw new AppError('key_refused', 'Only the operator rotates a key with the scope ingest or account.');
    return (await this.#keys.rotate(key, grace_s * 1_000)).issued;
  };

  readonly #revoke = (key: KeyRecord, _body: unknown, by: AuthenticatedKey) => {
    requireManageable(key, by);
    return this.#keys.revoke(key);
  };

  /** A request that changes the key which its path names. */
  #changing<Body extends object, Result>(
    operation: string,
    schema: z.ZodType<Body>,
    change: (key: KeyRecord, body: Body, by: AuthenticatedKey) => Promise<Result>,
    send: (response: Response, result: Result) => void,
  ): RequestHandler<Params> {
    return async (request, response) => {
      const by = keyOf(response);
      const id = keyIdOf(request.params);
      const body = validateBody(schema, request.body);
      const changed = await this.#recorded(by, operation, { key: id, ...body }, async () =>
        change(await this.#find(by, id), body, by),
      );
      send(response, changed);
    };
  }

  #recorded<Result>(
    { account, prefix }: AuthenticatedKey,
    operation: string,
    given: object,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const action = { actor: `key ${prefix}`, operation, input: { account: account.name, ...given } };
    return this.#turns.run(account.id, () => this.#audit.recording(action, work));
  }

  /** A key of another account is answered like one that does not exist. @throws AppError `key_not_found` */
  async #find(by: AuthenticatedKey, id: string): Promise<KeyRecord> {
    const key = (await this.#keys.listLive(by.account.id)).find((each) => each.key_id === id);
    if (!key) throw keyNotFound();
    return key;
  }
}

/** An account knows its own name; JSON leaves out what is undefined. */
const shown = <Key extends KeyRecord>(key: Key) => ({ ...key, account: undefined });

function sendIssued(response: Response, issued: IssuedKey): void {
  response.status(201).json(shown(issued));
}

/** Text of any other form, and of any length, does not go on record. @throws AppError `key_not_found` */
function keyIdOf({ keyId }: Params): string {
  if (!z.uuid().safeParse(keyId).success) throw keyNotFound();
  return keyId;
}

const keyNotFound = (): AppError => new AppError('key_not_found', 'No live key of the account has this id.');

/** Whoever steals an `account` key cannot end the others that manage the account. @throws AppError `key_refused` */
function requireManageable({ key_id, scopes }: KeyRecord, by: AuthenticatedKey): void {
  if (scopes.includes('account') && key_id !== by.id)
    throw new AppError('key_refused', 'Only the operator changes another key with the scope account.');
}
