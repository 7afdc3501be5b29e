import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AppError } from '@imagesearch/service-kit/errors';
import { createLogger } from '@imagesearch/service-kit/logging';
import { billSearch } from '../../src/billing/bill-search.js';
import type { ReserveOutcome } from '../../src/billing/ledger.js';

const logger = createLogger({ service: 'test', level: 'silent' });

const RESERVED: ReserveOutcome = {
  outcome: 'reserved',
  reservation: { accountId: 'a', queryId: 'q', reservedAt: new Date(0) },
  remaining: null,
};
const REFUSED = { outcome: 'exhausted', remaining: 0, resetsAt: new Date(0) } as const;
const REQUEST = {
  accountId: 'a',
  planCredits: null,
  billingDay: 1,
  queryId: 'q',
  endpoint: 'search',
  keyId: 'k',
  credits: 5,
  idempotency: null,
} as const;

const done = { result: 'images', settlement: { charged: 2, assetIds: [], answer: null } };

/** A search whose reservation is answered by the test, once its work prepares itself; what became of it by then. */
async function search(reservation: ReserveOutcome | Error, work = () => Promise.resolve(done)) {
  const became = { hasWorked: false, settled: 0, released: 0 };
  let answer: () => void = () => undefined;
  const reserving = new Promise<ReserveOutcome>((resolve, reject) => {
    answer = () => {
      if (reservation instanceof Error) reject(reservation);
      else resolve(reservation);
    };
  });
  let prepare: () => void = () => undefined;
  const prepared = new Promise<void>((resolve) => (prepare = resolve));
  const ledger = {
    reserve: () => reserving,
    settle: () => {
      became.settled += 1;
      return Promise.resolve({ outcome: 'settled' as const, remaining: null });
    },
    release: () => {
      became.released += 1;
      return Promise.resolve();
    },
  };
  const billing = { ledger, logger, deadlineAt: Date.now() + 10_000 };
  const searching = billSearch(billing, REQUEST, async (reserved) => {
    prepare();
    await reserved;
    became.hasWorked = true;
    return work();
  });
  await prepared;
  const before = { ...became };
  answer();
  const [outcome] = await Promise.allSettled([searching]);
  return { outcome, before, became };
}

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
afterEach(() => void jest.useRealTimers());

describe('the work of a search', () => {
  it('prepares itself while it is reserved, costs nothing until then, and is charged', async () => {
    const { outcome, before, became } = await search(RESERVED);
    expect(before).toEqual({ hasWorked: false, settled: 0, released: 0 });
    expect(outcome).toMatchObject({ value: { outcome: 'answered', charged: 2 } });
    expect(became).toEqual({ hasWorked: true, settled: 1, released: 0 });
  });

  it('ends when its reservation is refused', async () => {
    const { outcome, became } = await search(REFUSED);
    expect(outcome).toMatchObject({ value: REFUSED });
    expect(became).toEqual({ hasWorked: false, settled: 0, released: 0 });
  });

  it('ends when the ledger is out of reach, whose reservation is released', async () => {
    const outage = new AppError('dependency_unavailable', 'The database is unavailable.');
    const { outcome, became } = await search(outage);
    expect(outcome).toMatchObject({ reason: outage });
    expect(became).toEqual({ hasWorked: false, settled: 0, released: 1 });
  });

  it('releases its reservation when it fails', async () => {
    const failure = new Error('the work failed');
    const { outcome, became } = await search(RESERVED, () => Promise.reject(failure));
    expect(outcome).toMatchObject({ reason: failure });
    expect(became).toEqual({ hasWorked: true, settled: 0, released: 1 });
  });
});
