import type { RequestHandler, Response } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';
import { createKeyedSemaphore } from '@imagesearch/service-kit/resilience/keyed-semaphore';
import { z } from 'zod';
import { validateBody } from '../http/validation.js';
import { keyOf } from '../keys/admission.js';
import { DEFAULT_SCOPES, isForOperator } from '../keys/api-key.js';
import type { AuthenticatedKey } from '../keys/authentication.js';
import type { ApiKeyStore, KeyRecord } from '../keys/key-store.js';
import type { AuditLog } from './audit-log.js';
import { DEFAULT_GRACE_MS, nameInput } from './inputs.js';
import {
  type issuedKeySchema,
  keyLimits,
  keySchema,
  makeKey,
  presentKey,
  revokeKey,
  rotateKey,
  type MadeKey,
} from './issue-keys.js';

const DAY_S = 24 * 60 * 60;
const GRACE_S_MAX = 30 * DAY_S;

const name = nameInput.describe('What the key is for: 1 to 100 printable characters.');

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

/** Requests of one account that may wait for each other, so that it holds one connection, and the keys of others are found. */
const WAITING_MAX = 50;

export function openOwnKeys(keys: ApiKeyStore, audit: AuditLog) {
  const turns = createKeyedSemaphore(1, {
    waitingMax: WAITING_MAX,
    fullMessage: 'Too many requests of this account read or change its keys. Try again shortly.',
  });
  return { keys, audit, turns };
}

export type OwnKeysParts = ReturnType<typeof openOwnKeys>;

interface Params extends Record<string, string> {
  keyId: string;
}

type OfKey = RequestHandler<Params>;

/** `GET /v1/keys`: the live keys of the account. Free. */
export function ownKeysRoute({ keys, turns }: OwnKeysParts): RequestHandler {
  return async (_request, response) => {
    const { id } = keyOf(response).account;
    const live = await turns.run(id, () => keys.listLive(id));
    response.json({ keys: live.map(presentKey) } satisfies z.input<typeof keysSchema>);
  };
}

/** `POST /v1/keys`: makes a key of the account, without the scopes that an operator gives. Free. */
export function newKeyRoute(parts: OwnKeysParts): RequestHandler {
  return async (request, response) => {
    const by = keyOf(response);
    const body = validateBody(newKeySchema, request.body);
    const make = () => makeKey(parts.keys, by.account.id, { ...body, environment: 'live' });
    sendIssued(response, await audited(parts, by, 'create-key', body, make));
  };
}

/** `PATCH /v1/keys/{key_id}`: names a key. Free. */
export function renameKeyRoute(parts: OwnKeysParts): OfKey {
  return async (request, response) => {
    const by = keyOf(response);
    const key = keyIdOf(request.params);
    const edit = validateBody(keyEditSchema, request.body);
    const renamed = await audited(parts, by, 'rename-key', { key, ...edit }, async () => {
      const record = await requireOwnKey(parts, by, key);
      requireManageable(record, by);
      await parts.keys.rename(record.id, edit.name);
      return { ...record, name: edit.name };
    });
    response.json(presentKey(renamed));
  };
}

/** `POST /v1/keys/{key_id}/rotate`: replaces a key by one with the same properties. Free. */
export function rotateKeyRoute(parts: OwnKeysParts): OfKey {
  return async (request, response) => {
    const by = keyOf(response);
    const key = keyIdOf(request.params);
    const body = validateBody(rotationSchema, request.body);
    const rotated = await audited(parts, by, 'rotate-key', { key, ...body }, async () => {
      const record = await requireOwnKey(parts, by, key);
      if (isForOperator(record.scopes))
        throw new AppError(
          'key_refused',
          'Only the operator rotates a key with the scope ingest or account.',
        );
      return rotateKey(parts.keys, record, body.grace_s * 1_000);
    });
    sendIssued(response, rotated);
  };
}

/** `DELETE /v1/keys/{key_id}`: ends a key. Every gateway refuses it within 5 s. Free. */
export function revokeKeyRoute(parts: OwnKeysParts): OfKey {
  return async (request, response) => {
    const by = keyOf(response);
    const key = keyIdOf(request.params);
    await audited(parts, by, 'revoke-key', { key }, async () => {
      const record = await requireOwnKey(parts, by, key);
      requireManageable(record, by);
      await revokeKey(parts.keys, record);
    });
    response.status(204).end();
  };
}

/** On record beside what operators do, under the key that asked. */
function audited<Result>(
  { audit, turns }: OwnKeysParts,
  { account, prefix }: AuthenticatedKey,
  operation: string,
  given: object,
  work: () => Promise<Result>,
): Promise<Result> {
  const action = { actor: `key ${prefix}`, operation, input: { account: account.name, ...given } };
  return turns.run(account.id, () => audit.recording(action, work));
}

function sendIssued(response: Response, { issued, record }: MadeKey): void {
  const answer = { key: issued.key, ...presentKey(record) } satisfies z.input<typeof issuedKeySchema>;
  response.status(201).json(answer);
}

/** A key of another account is answered like one that does not exist. @throws AppError `key_not_found` */
async function requireOwnKey({ keys }: OwnKeysParts, by: AuthenticatedKey, id: string): Promise<KeyRecord> {
  const record = (await keys.listLive(by.account.id)).find((each) => each.id === id);
  if (!record) throw keyNotFound();
  return record;
}

/** Text of any other form, and of any length, does not go on record. @throws AppError `key_not_found` */
function keyIdOf({ keyId }: Params): string {
  if (!z.uuid().safeParse(keyId).success) throw keyNotFound();
  return keyId;
}

const keyNotFound = (): AppError => new AppError('key_not_found', 'No live key of the account has this id.');

/** Whoever steals an `account` key cannot end the others that manage the account. @throws AppError `key_refused` */
function requireManageable({ id, scopes }: KeyRecord, by: AuthenticatedKey): void {
  if (scopes.includes('account') && id !== by.id)
    throw new AppError('key_refused', 'Only the operator changes another key with the scope account.');
}
