import { createHook } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { AppError } from '@imagesearch/service-kit/errors';
import { billSearch } from '../../src/billing/bill-search.js';
import { KnownCredits } from '../../src/billing/known-credits.js';
import type { ReserveOutcome, ReserveRequest } from '../../src/billing/ledger.js';

const CREDITS = 5;
const RESERVATION = { accountId: 'a', queryId: 'q', reservedAt: new Date(0) };
const REFUSED = { outcome: 'exhausted', remaining: 0, resetsAt: new Date(0) } as const;
const reserved = (remaining: number | null): ReserveOutcome => ({
  outcome: 'reserved',
  reservation: RESERVATION,
  remaining,
});

let steps: string[];
let knownCredits: KnownCredits;
let answerReservation: (outcome: ReserveOutcome | Error) => void;
beforeEach(() => {
  steps = [];
  knownCredits = new KnownCredits();
});

const done = { result: 'images', settlement: { charged: 2, assetIds: [], answer: null } };

function search(of: Partial<ReserveRequest> = {}, work = () => Promise.resolve(done)) {
  const request = {
    accountId: 'a',
    planCredits: null,
    billingDay: 1,
    queryId: 'q',
    endpoint: 'search' as const,
  };
  const ledger = {
    reserve: () =>
      new Promise<ReserveOutcome>((resolve, reject) => {
        steps.push('reserve');
        // As clients of databases do, which gather what they write.
        process.nextTick(() => steps.push('sent'));
        answerReservation = (outcome) => {
          steps.push('answer');
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        };
      }),
    settle: () => {
      steps.push('settle');
      return Promise.resolve({ outcome: 'settled' as const, remaining: null });
    },
  };
  const release = () => {
    steps.push('release');
    return Promise.resolve();
  };
  const billing = { ledger, release, knownCredits, deadlineAt: Date.now() + 10_000 };
  return billSearch(billing, { ...request, credits: CREDITS, idempotency: null, ...of }, () => {
    steps.push('work');
    return work();
  });
}

async function answered(searching: ReturnType<typeof search>, outcome: ReserveOutcome | Error) {
  await nextTurn();
  answerReservation(outcome);
  return searching;
}

describe('the work of a search', () => {
  it('waits for its reservation while the credits of the account are not known', async () => {
    await answered(search(), reserved(null));
    expect(steps).toEqual(['reserve', 'sent', 'answer', 'work', 'settle']);
  });

  it('begins beside its reservation once they are known to be ample, and settles after both', async () => {
    await answered(search(), reserved(null));
    steps = [];
    expect(await answered(search(), reserved(null))).toMatchObject({ outcome: 'answered', charged: 2 });
    expect(steps).toEqual(['reserve', 'sent', 'work', 'answer', 'settle']);
  });

  it.each([
    ['few credits are left', CREDITS * 10, {}],
    ['it may have been done before', null, { idempotency: { key: 'k', requestHash: Buffer.alloc(0) } }],
    ['another account asks', null, { accountId: 'b' }],
  ])('waits when %s', async (_, remaining, of) => {
    await answered(search(), reserved(remaining));
    steps = [];
    await answered(search(of), reserved(remaining));
    expect(steps).toEqual(['reserve', 'sent', 'answer', 'work', 'settle']);
  });

  it('is thrown away when the ledger refuses it, and the next one waits', async () => {
    await answered(search(), reserved(null));
    steps = [];
    expect(await answered(search(), REFUSED)).toEqual(REFUSED);
    expect(steps).toEqual(['reserve', 'sent', 'work', 'answer']);
    steps = [];
    await answered(search(), REFUSED);
    expect(steps).toEqual(['reserve', 'sent', 'answer']);
  });

  it('is thrown away when the ledger is out of reach, whose reservation is released', async () => {
    await answered(search(), reserved(null));
    steps = [];
    const outage = new AppError('dependency_unavailable', 'The database is unavailable.');
    await expect(answered(search(), outage)).rejects.toBe(outage);
    expect(steps).toEqual(['reserve', 'sent', 'work', 'answer', 'release']);
  });

  it('releases its reservation when it failed first', async () => {
    await answered(search(), reserved(null));
    steps = [];
    const failure = new Error('the work failed');
    await expect(
      answered(
        search({}, () => Promise.reject(failure)),
        reserved(null),
      ),
    ).rejects.toBe(failure);
    expect(steps).toEqual(['reserve', 'sent', 'work', 'answer', 'release']);
  });
});

describe('a search that is over', () => {
  it.each([
    ['answered', () => Promise.resolve(done)],
    ['failed', () => Promise.reject(new Error('the work failed'))],
  ])('leaves no timer behind when it was %s', async (_, work) => {
    const timers = watchTimers();
    const searching = search({}, work);
    await answered(searching, reserved(null)).catch(() => undefined);
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
