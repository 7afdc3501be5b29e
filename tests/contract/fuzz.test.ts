import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memoryInUse } from '@imagesearch/testkit/processes/memory-in-use';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { Contract, type Document } from './contract.js';
import { requestsOf } from './fuzz-requests.js';
import { openTarget, type Target } from './target.js';

const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 1_000);
const BATCH = 50;
const CONCURRENCY = 8;
/** What caches and connection pools may add once they are warm. */
const GROWTH_BYTES_MAX = 48 * 1024 * 1024;

describe('any request that the document can describe', () => {
  let target: Target;
  beforeAll(async () => {
    target = await openTarget();
  }, 240_000);
  afterAll(() => target.close());

  it('is answered as the document says, never with a 5xx, and leaves no memory behind', async () => {
    const caller = new Caller(target.baseUrl, target.key);
    const anyone = new Caller(target.baseUrl);
    const contract = new Contract((await caller.get('/openapi.json')).body as Document);
    const { query_id, results } = await caller.search({ query: 'ball', k: 3 });
    const made = (await caller.post('/v1/keys', { name: 'fuzz' })).body as { key_id: string };
    const asset_id = results.map((result) => result.asset_id);
    const known = { asset_id, query_id: [query_id], key_id: [made.key_id] };

    const seen: Record<string, number> = {};
    const used: number[] = [];
    const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1e9);
    const requests = fc.sample(requestsOf(contract.document, known), { numRuns: REQUESTS, seed });
    const tried = async (request: (typeof requests)[number]): Promise<void> => {
      const { method, path, body, headers = {}, keyless } = request;
      const answer = await (keyless === true ? anyone : caller).send(
        method,
        path,
        body as string | undefined,
        {
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
      );
      const faults = contract.faultsOf(method, path, answer);
      if (answer.status >= 500) faults.push(`answered ${answer.status}`);
      if (faults.length > 0) {
        throw new Error(JSON.stringify({ seed, request, faults, answer: answer.body }, null, 2));
      }
      seen[answer.status] = (seen[answer.status] ?? 0) + 1;
    };
    for (let at = 0; at < requests.length; at += BATCH) {
      const batch = requests.slice(at, at + BATCH);
      await Promise.all(
        Array.from({ length: CONCURRENCY }, async () => {
          for (let next = batch.pop(); next; next = batch.pop()) await tried(next);
        }),
      );
      if ((at + BATCH) % 500 === 0) used.push(memoryInUse());
    }

    console.log(
      `seed ${seed}; statuses ${JSON.stringify(seen)}; memory in MiB ${used.map((bytes) => Math.round(bytes / 2 ** 20)).join(', ')}`,
    );
    for (const status of ['200', '302', '401', '404', '422']) expect(seen[status]).toBeGreaterThan(0);
    const [first = 0, ...later] = used;
    if (target.stack) expect(Math.max(first, ...later) - first).toBeLessThan(GROWTH_BYTES_MAX);
  }, 300_000);
});
