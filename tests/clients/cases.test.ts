import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { credit, ImageSearch, ImageSearchError, may, type Answer, type Rights } from '@imagesearch/sdk';
import { describeWith, pythonWith } from '@imagesearch/testkit/engines';
import { httpServerForAll } from '@imagesearch/testkit/network/loopback';
import { runProgram } from '@imagesearch/testkit/processes/program';
import { caseServer, casesOf, exampleOf, type Arrived, type Call, type Case } from './support/case-server.js';

interface RightsCase {
  id: string;
  name: string;
  rights: Rights;
  may?: Record<string, boolean | null>;
  credit?: Record<string, string>;
}

/** What came of a call, in the words of the cases. */
type Outcome = Record<string, unknown> & { error?: Record<string, unknown> };

const CASES = ['requests.json', 'plain.json', 'failures.json', 'retries.json', 'images.json'].flatMap(
  (file) => casesOf(file),
);
const RIGHTS = casesOf<RightsCase>('rights.json');
const { listener, arrivedAt } = caseServer(CASES);
const server = httpServerForAll(listener);
const PYTHON_CLIENT = join(import.meta.dirname, '../../clients/python');
const runPython = (python: string, args: string[]) =>
  runProgram(python, args, { cwd: PYTHON_CLIENT, env: { PYTHONPATH: join(PYTHON_CLIENT, 'src') } });
const CREDIT_FORMATS = ['text', 'html', 'markdown', 'json-ld'] as const;

describe('the TypeScript client', () => {
  it.concurrent.each(CASES)('$name', async ({ id, ...each }) => {
    const client = new ImageSearch({ baseUrl: `${server.url}/typescript/${id}`, apiKey: 'isk_test_cases' });
    const startedAt = performance.now();
    const outcome = await outcomeOf(made(each.call, client));
    check(each, { ...outcome, waited_ms: performance.now() - startedAt }, arrivedAt(`typescript/${id}`));
  });

  it.each(RIGHTS)('$name', ({ rights, ...wanted }) => {
    const { useCommercially, modify, useWithoutCredit, relicenseChanges } = may({ rights });
    checkRights(wanted, {
      may: {
        use_commercially: useCommercially,
        ...{ modify, use_without_credit: useWithoutCredit, relicense_changes: relicenseChanges },
      },
      credit: Object.fromEntries(CREDIT_FORMATS.map((format) => [format, credit({ rights }, format)])),
    });
  });
});

describeWith(pythonWith('httpx'), 'the Python client', (python) => {
  let outcomes: Record<string, Outcome>;
  beforeAll(async () => {
    const { code, output } = await runPython(python, ['tests/run_cases.py', server.url]);
    expect({ code, output }).toMatchObject({ code: 0 });
    outcomes = JSON.parse(output) as Record<string, Outcome>;
  }, 120_000);

  describe.each(['sync', 'async'])('%s', (kind) => {
    it.each(CASES)('$name', ({ id, ...each }) => {
      check(each, outcomes[`${kind}/${id}`] ?? {}, arrivedAt(`${kind}/${id}`));
    });
  });

  it.each(RIGHTS)('$name', ({ id, ...wanted }) => checkRights(wanted, outcomes[id] ?? {}));
});

describeWith(pythonWith('httpx', 'pytest'), 'the Python client', (python) => {
  it('passes its own tests', async () => {
    const { code, output } = await runPython(python, ['-m', 'pytest', '-q']);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/\d+ passed/) });
  });
});

/** A method takes what it cannot do without by itself, and the rest as options. */
function made({ method, arguments: given, image, options = {} }: Call, client: ImageSearch) {
  const { timeout_ms: timeoutMs, retries, idempotency_key: idempotencyKey } = options;
  const read = { timeoutMs, retries, idempotencyKey };
  const bytes = image && bytesOf(image);
  if (method === 'search') return client.search({ ...given, ...(bytes && { image: bytes }) }, read);
  if (method === 'similar') return client.similar({ asset_id: '', ...given }, read);
  if (method === 'upload') return client.upload(bytes as Uint8Array, given['said'] as object, read);
  const { asset_id, key_id, edit, key, name, ...more } = given;
  const needed = [asset_id, key_id, edit, key, name].filter((argument) => argument !== undefined);
  const calls = client as unknown as Record<string, (...args: unknown[]) => Promise<Answer<unknown>>>;
  const named = Object.entries(more).map(([option, value]) => [camelCase(option), value]);
  return calls[camelCase(method)]?.(...needed, { ...Object.fromEntries(named), ...read });
}

const camelCase = (text: string): string =>
  text.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

function bytesOf({ address, base64 = '', padded_to_bytes: padded }: NonNullable<Call['image']>) {
  if (address !== undefined) return address;
  const bytes = Buffer.from(base64, 'base64');
  return padded === undefined ? bytes : Buffer.concat([bytes], padded);
}

async function outcomeOf(call: Promise<Answer<unknown>> | undefined): Promise<Outcome> {
  try {
    const answer = await call;
    return {
      ...answer,
      limits: answer?.limits.map(({ resetS, ...limit }) => ({ ...limit, reset_s: resetS })),
      replayed: answer?.isReplayed,
      request_id: answer?.requestId,
    };
  } catch (error) {
    if (!(error instanceof ImageSearchError)) throw error;
    const { type, status, attempts, ctx, message } = error;
    const { requestId: request_id, retryAfterMs: retry_after_ms, idempotencyKey: idempotency_key } = error;
    const fault_types = error.faults.map((fault) => fault.type);
    return {
      error: {
        type,
        status,
        attempts,
        ctx,
        message,
        request_id,
        retry_after_ms,
        idempotency_key,
        fault_types,
      },
    };
  }
}

function check(
  { call, exchanges, then }: Omit<Case, 'id'>,
  outcome: Outcome,
  arrived: readonly Arrived[],
): void {
  const { waited_ms: [least, most] = [0, Infinity], example, error, ...facts } = then;
  expect(outcome['waited_ms']).toBeGreaterThanOrEqual(least - 5);
  // A machine under load is late; four times the time still tells a wait from none.
  expect(outcome['waited_ms']).toBeLessThan(4 * most);

  expect(arrived).toHaveLength(exchanges.length);
  for (const [at, { method, path, body, headers = {} }] of exchanges.entries()) {
    const sent = arrived[at];
    if (method !== undefined) expect(sent?.method).toBe(method);
    if (path !== undefined) expect(sent?.path).toBe(path);
    if (body !== undefined) expect(sent?.body).toEqual(body);
    for (const [name, value] of Object.entries(headers)) expect(sent?.headers[name]).toBe(value ?? undefined);
  }
  const keys = arrived.map(({ headers }) => headers['idempotency-key']);
  if (call.method === 'search' || call.method === 'similar') {
    expect(new Set(keys).size).toBe(Math.min(1, keys.length));
    if (call.options?.idempotency_key === undefined)
      for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  }

  const wanted = { ...facts, ...(example !== undefined && { data: exampleOf(example) }) };
  expect(only(wanted, outcome)).toEqual(wanted);
  const failure = { ...error, ...(error?.['idempotency_key'] !== undefined && { idempotency_key: keys[0] }) };
  expect(error === undefined ? outcome.error : only(failure, outcome.error ?? {})).toEqual(error && failure);
}

/** Those facts of an outcome that a case speaks of. */
function only(wanted: object, facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.keys(wanted).map((name) => [name, facts[name]]));
}

function checkRights({ may: permitted = {}, credit: lines = {} }: Partial<RightsCase>, seen: Outcome): void {
  expect(seen).toMatchObject({ may: permitted, credit: lines });
}
