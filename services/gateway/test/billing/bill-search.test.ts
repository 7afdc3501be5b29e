import { describe, expect, it } from '@jest/globals';
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

/** A search whose work prepares itself while `reservation` is awaited; what became of it before and after that. */
async function search(reservation: ReserveOutcome) {
  const became = { hasWorked: false, settled: 0, released: 0 };
  let answer: () => void = () => undefined;
  const reserving = new Promise<ReserveOutcome>((resolve) => (answer = () => resolve(reservation)));
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
  let before: object = {};
  const billing = { ledger, logger, deadlineAt: Date.now() + 10_000 };
  const outcome = await billSearch(billing, REQUEST, async (reserved) => {
    before = { ...became };
    answer();
    await reserved;
    became.hasWorked = true;
    return { result: 'images', settlement: { charged: 2, assetIds: [], answer: null } };
  });
  return { outcome, before, became };
}

// Failures of the ledger and of the work stand with the answers that a database loses.
describe('the work of a search', () => {
  it('prepares itself while it is reserved, costs nothing until then, and is charged', async () => {
    const { outcome, before, became } = await search(RESERVED);
    expect(before).toEqual({ hasWorked: false, settled: 0, released: 0 });
    expect(outcome).toMatchObject({ outcome: 'answered', charged: 2 });
    expect(became).toEqual({ hasWorked: true, settled: 1, released: 0 });
  });

  it('ends when its reservation is refused', async () => {
    const { outcome, became } = await search(REFUSED);
    expect(outcome).toEqual(REFUSED);
    expect(became).toEqual({ hasWorked: false, settled: 0, released: 0 });
  });
});
