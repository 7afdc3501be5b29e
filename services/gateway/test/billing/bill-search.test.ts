import { createHook } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '@imagesearch/service-kit/errors';
import { billSearch } from '../../src/billing/bill-search.js';
import type { ReserveOutcome } from '../../src/billing/ledger.js';

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
  credits: 5,
  idempotency: null,
} as const;

let steps: string[];
let answerReservation: (outcome: ReserveOutcome | Error) => void;
beforeEach(() => {
  steps = [];
});

const done = { result: 'images', settlement: { charged: 2, assetIds: [], answer: null } };

function search(work = () => Promise.resolve(done)) {
  const ledger = {
    reserve: () =>
      new Promise<ReserveOutcome>((resolve, reject) => {
        answerReservation = (outcome) => {
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        };
      }),
    settle: () => {
      steps.push('settled');
      return Promise.resolve({ outcome: 'settled' as const, remaining: null });
    },
  };
  const release = () => {
    steps.push('released');
    return Promise.resolve();
  };
  const billing = { ledger, release, deadlineAt: Date.now() + 10_000 };
  return billSearch(billing, REQUEST, async (reserved) => {
    steps.push('prepared');
    await reserved;
    steps.push('worked');
    return work();
  });
}

async function answered(searching: ReturnType<typeof search>, outcome: ReserveOutcome | Error) {
  await nextTurn();
  expect(steps).toEqual(['prepared']);
  answerReservation(outcome);
  return searching;
}

describe('the work of a search', () => {
  it('prepares itself while it is reserved, and goes on once it is', async () => {
    expect(await answered(search(), RESERVED)).toMatchObject({ outcome: 'answered', charged: 2 });
    expect(steps).toEqual(['prepared', 'worked', 'settled']);
  });

  it('ends when its reservation is refused', async () => {
    expect(await answered(search(), REFUSED)).toEqual(REFUSED);
    expect(steps).toEqual(['prepared']);
  });

  it('ends when the ledger is out of reach, whose reservation is released', async () => {
    const outage = new AppError('dependency_unavailable', 'The database is unavailable.');
    await expect(answered(search(), outage)).rejects.toBe(outage);
    expect(steps).toEqual(['prepared', 'released']);
  });

  it('releases its reservation when it fails', async () => {
    const failure = new Error('the work failed');
    await expect(
      answered(
        search(() => Promise.reject(failure)),
        RESERVED,
      ),
    ).rejects.toBe(failure);
    expect(steps).toEqual(['prepared', 'worked', 'released']);
  });
});

describe('a search that is over', () => {
  it.each([
    ['answered', () => Promise.resolve(done)],
    ['failed', () => Promise.reject(new Error('the work failed'))],
  ])('leaves no timer behind when it was %s', async (_, work) => {
    const timers = watchTimers();
    const searching = search(work);
    await answered(searching, RESERVED).catch(() => undefined);
    // Node reports the end of a timer in the next turn.
    await nextTurn();
    expect(timers.begun).toBeGreaterThan(0);
    expect(timers.stop()).toBe(0);
  });
});

/** Counts the timers that begin from here on. */
function watchTimers() {
  const open = new Set<number>();
  const watch = {
    begun: 0,
    /** @returns how many are still open */
    stop: (): number => {
      hook.disable();
      return open.size;
    },
  };
  const hook = createHook({
    init: (id, type) => {
      if (type !== 'Timeout') return;
      open.add(id);
      watch.begun += 1;
    },
    destroy: (id) => open.delete(id),
  }).enable();
  return watch;
}
