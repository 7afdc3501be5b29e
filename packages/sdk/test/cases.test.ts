import { describe, expect, it } from '@jest/globals';
import {
  credit,
  ImageSearch,
  ImageSearchError,
  may,
  type Answer,
  type Edit,
  type ImageInput,
  type NewKey,
  type Rights,
  type UploadFacts,
  type Use,
} from '@imagesearch/sdk';
import { CaseServer } from './support/case-server.js';
import { casesOf, exampleOf, type Call, type Case } from './support/cases.js';

const KEY = 'isk_test_cases';

describe.each(['requests.json', 'failures.json', 'retries.json', 'images.json'])('%s', (file) => {
  it.concurrent.each(casesOf(file).map((each): [string, Case] => [each.name, each]))(
    '%s',
    async (_name, each) => {
      const server = new CaseServer(each.exchanges);
      const baseUrl = await server.open();
      try {
        const startedAt = performance.now();
        const outcome = await outcomeOf(each.call, new ImageSearch({ baseUrl, apiKey: KEY }));
        checkWait(each, performance.now() - startedAt);
        checkRequests(each, server);
        checkOutcome(each, outcome, server);
      } finally {
        await server.close();
      }
    },
  );
});

describe('rights.json', () => {
  interface RightsCase {
    name: string;
    rights: Rights;
    may?: Record<string, boolean | null>;
    credit?: Record<'text' | 'html' | 'markdown', string>;
  }
  it.each(casesOf<RightsCase>('rights.json').map((each): [string, RightsCase] => [each.name, each]))(
    '%s',
    (_name, { rights, may: permitted, credit: lines }) => {
      if (permitted) {
        const { useCommercially, modify, useWithoutCredit, relicenseChanges } = may({ rights });
        expect({
          use_commercially: useCommercially,
          modify,
          use_without_credit: useWithoutCredit,
          relicense_changes: relicenseChanges,
        }).toEqual(permitted);
      }
      for (const [format, line] of Object.entries(lines ?? {}))
        expect(credit({ rights }, format as 'text')).toBe(line);
    },
  );
});

async function outcomeOf(call: Call, client: ImageSearch): Promise<Answer<unknown> | ImageSearchError> {
  try {
    return await made(call, client);
  } catch (error) {
    if (error instanceof ImageSearchError) return error;
    throw error;
  }
}

function made({ method, arguments: given, image, options = {} }: Call, client: ImageSearch) {
  const { timeout_ms: timeoutMs, retries, idempotency_key: idempotencyKey } = options;
  const read = { timeoutMs, retries };
  switch (method) {
    case 'search':
      return client.search(
        { ...given, ...(image && { image: imageOf(image) }) },
        { ...read, idempotencyKey },
      );
    case 'similar':
      return client.similar(given as { asset_id: string }, { ...read, idempotencyKey });
    case 'asset':
      return client.asset(String(given['asset_id']), { ...read, use: given['use'] as Use });
    case 'upload':
      return client.upload(bytesOf(image ?? {}), given['said'] as UploadFacts, read);
    case 'edit':
      return client.edit(String(given['asset_id']), given['edit'] as Edit, read);
    case 'remove':
      return client.remove(String(given['asset_id']), read);
    case 'usage_by_day':
      return client.usageByDay({ ...read, days: given['days'] as number | undefined });
    case 'usage_csv':
      return client.usageCsv({ ...read, days: given['days'] as number | undefined });
    case 'create_key':
      return client.createKey(given['key'] as NewKey, read);
    case 'rename_key':
      return client.renameKey(String(given['key_id']), String(given['name']), read);
    case 'rotate_key':
      return client.rotateKey(String(given['key_id']), {
        ...read,
        graceS: given['grace_s'] as number | undefined,
      });
    case 'revoke_key':
      return client.revokeKey(String(given['key_id']), read);
    case 'keys':
    case 'usage':
    case 'pricing':
    case 'collection':
    case 'warm':
      return client[method](read);
  }
}

function imageOf(image: NonNullable<Call['image']>): ImageInput {
  return image.address ?? bytesOf(image);
}

function bytesOf({ base64 = '', padded_to_bytes: padded }: NonNullable<Call['image']>): Uint8Array {
  const bytes = Buffer.from(base64, 'base64');
  return padded === undefined ? bytes : Buffer.concat([bytes], padded);
}

function checkWait({ then }: Case, waitedMs: number): void {
  const [least, most] = then.waited_ms ?? [0, Infinity];
  expect(waitedMs).toBeGreaterThanOrEqual(least - 5);
  // A machine under load is late; twice the time still tells a wait from none.
  expect(waitedMs).toBeLessThan(2 * most);
}

function checkRequests({ exchanges, call }: Case, { arrived }: CaseServer): void {
  expect(arrived).toHaveLength(exchanges.length);
  for (const [at, { method, path, headers = {}, body }] of exchanges.entries()) {
    const sent = arrived[at];
    if (method !== undefined) expect(sent?.method).toBe(method);
    if (path !== undefined) expect(sent?.path).toBe(path);
    if (body !== undefined) expect(sent?.body).toEqual(body);
    for (const [name, value] of Object.entries(headers)) expect(sent?.headers[name]).toBe(value ?? undefined);
  }
  if (call.method !== 'search' && call.method !== 'similar') return;
  const keys = arrived.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(Math.min(1, keys.length));
  for (const key of keys) {
    expect(key).toMatch(
      call.options?.idempotency_key === undefined ? /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ : /./,
    );
  }
}

function checkOutcome(
  { then }: Case,
  outcome: Answer<unknown> | ImageSearchError,
  { arrived }: CaseServer,
): void {
  if (then.error) {
    if (!(outcome instanceof ImageSearchError)) throw new Error('the call succeeded');
    const {
      type,
      status,
      attempts,
      ctx,
      request_id: requestId,
      retry_after_ms: retryAfterMs,
      ...rest
    } = then.error;
    const sentKey = arrived[0]?.headers['idempotency-key'];
    const facts = { type, status, attempts, ctx, requestId, retryAfterMs, message: rest.message };
    expect(outcome).toMatchObject(withoutUndefined(facts));
    if (rest.idempotency_key) expect(outcome.idempotencyKey).toBe(sentKey);
    if (rest.fault_types) expect(outcome.faults.map((fault) => fault.type)).toEqual(rest.fault_types);
    return;
  }
  if (outcome instanceof ImageSearchError) throw outcome;
  const { replayed: isReplayed, attempts, credits, request_id: requestId } = then;
  const limits = then.limits?.map(({ reset_s: resetS, ...limit }) => ({ ...limit, resetS }));
  expect(outcome).toMatchObject(withoutUndefined({ isReplayed, attempts, credits, requestId, limits }));
  if (then.example !== undefined) expect(outcome.data).toEqual(exampleOf(then.example));
  if (then.data !== undefined) expect(outcome.data).toEqual(then.data);
}

function withoutUndefined(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
