import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Database } from '@imagesearch/service-kit/postgres/database';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { CreditLedger } from '../../src/billing/credit-ledger.js';
import type { BilledAccount, Reservation } from '../../src/billing/ledger.js';
import {
  ledgerHomeForAll,
  requestOf,
  reservationOf,
  RESERVATION_LIFETIME_MS,
  searchFor,
} from './ledger-home.js';
import { AccountModel } from './ledger-model.js';

const RUNS = Number(process.env['LEDGER_GROUP_RUNS'] ?? 25);
const START = new Date('2028-07-10T00:00:00Z');
const PLANS = [0, 5, 40, null];
const KEYS = ['one', 'two'];

interface Search {
  credits: number;
  key: string | null;
  body: string;
}

describeOnDatabases('movements of one account that wait together', (engine) => {
  const home = ledgerHomeForAll(engine, START);
  let statements: CountedStatements;
  let ledger: CreditLedger;

  beforeAll(() => {
    statements = new CountedStatements(home.database);
    ledger = new CreditLedger(statements, {
      now: () => home.now,
      reservationLifetimeMs: RESERVATION_LIFETIME_MS,
    });
  });

  it('have the outcomes that they would have one after another, in the order of their arrival', async () => {
    const search = fc.record({
      credits: fc.integer({ min: 1, max: 10 }),
      key: fc.option(fc.constantFrom(...KEYS), { freq: 2 }),
      body: fc.constantFrom('a', 'a', 'a', 'b'),
    });
    const rounds = fc.array(
      fc.record({
        searches: fc.array(search, { maxLength: 20 }),
        ends: fc.array(fc.constantFrom('settle', 'settle twice', 'release', 'crash'), { maxLength: 20 }),
      }),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(rounds, fc.constantFrom(...PLANS), async (rounds, plan) => {
        home.now = START;
        const pair = { account: await home.newAccount(plan), model: new AccountModel(plan, 1) };
        const open: Reservation[] = [];
        for (const { searches, ends } of rounds) {
          const ended = open.splice(0, ends.length).flatMap((reservation, at) => {
            const how = ends[at] ?? 'crash';
            return endBoth(pair, reservation, how);
          });
          const begun = searches.map((each) => reserveBoth(pair, each));
          await Promise.all(ended);
          for (const reservation of await Promise.all(begun)) if (reservation) open.push(reservation);
        }
        expect((await home.entriesOf(pair.account)).map(String)).toEqual(pair.model.entries.map(String));
        expect(await home.usage.readBalance(pair.account)).toEqual(pair.model.balance(home.now.getTime()));
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: 120_000 },
    );
    expect(await home.discrepancies()).toEqual([]);
  }, 200_000);

  interface Pair {
    account: BilledAccount;
    model: AccountModel;
  }

  /** Both sides move in the same order, because the model moves when the ledger is asked. */
  async function reserveBoth({ account, model }: Pair, { credits, key, body }: Search) {
    const now = home.now.getTime();
    const requestHash = createHash('sha256').update(body).digest();
    const request = requestOf(account, credits, key === null ? null : { key, requestHash });
    const expected = model.reserve(now, {
      queryId: request.queryId,
      credits,
      expiresAt: now + RESERVATION_LIFETIME_MS,
      idempotency: key === null ? null : { key, requestHash: body },
    });
    const reserved = await ledger.reserve(request);
    expect(reserved).toMatchObject(
      expected.outcome === 'replay' ? { ...expected, answer: Buffer.from(expected.answer) } : expected,
    );
    return reserved.outcome === 'reserved' ? reserved.reservation : undefined;
  }

  function endBoth({ model }: Pair, reservation: Reservation, how: string): Promise<void>[] {
    if (how === 'crash') return [];
    const { queryId } = reservation;
    if (how === 'release') {
      model.release(queryId);
      return [ledger.release(reservation)];
    }
    return Array.from({ length: how === 'settle' ? 1 : 2 }, async () => {
      const answer = `the answer of ${queryId}`;
      const expected = model.settle(home.now.getTime(), queryId, 1, answer);
      const settled = await ledger.settle(reservation, {
        charged: 1,
        assetIds: ['drawn:1', `odd:"'{},\\ ${queryId}`],
        answer: Buffer.from(answer),
      });
      expect(settled).toEqual(expected);
    });
  }

  it('hold one connection, and a thousand searches take a few dozen statements', async () => {
    const account = await home.newAccount(null);
    statements.reset();
    await Promise.all(Array.from({ length: 1_000 }, () => searchFor(ledger, account, 1)));
    expect(await home.usage.readBalance(account)).toMatchObject({ used: 1_000, reserved: 0 });
    expect(statements.busiest).toBe(1);
    expect(statements.done).toBeLessThan(100);
  }, 60_000);

  it('are made although one among them fails, which alone learns of it', async () => {
    const account = await home.newAccount(100);
    const reservations = await Promise.all(
      Array.from({ length: 10 }, () => reservationOf(ledger, requestOf(account, 2))),
    );
    const settled = await Promise.allSettled(
      // The fifth charges more than it reserved, which is a bug that the database refuses.
      reservations.map((reservation, at) =>
        ledger.settle(reservation, { charged: at === 4 ? 3 : 1, assetIds: [], answer: null }),
      ),
    );
    expect(settled.map(({ status }) => status)).toEqual(
      reservations.map((_reservation, at) => (at === 4 ? 'rejected' : 'fulfilled')),
    );
    expect(await home.usage.readBalance(account)).toMatchObject({ used: 9, reserved: 2, remaining: 89 });
    expect(await home.discrepancies()).toEqual([]);
  });

  it('leave out a search whose caller has gone before it was reserved, and refuse what is past a bounded queue', async () => {
    const account = await home.newAccount(null);
    const letGo = statements.hold();
    const requests = Array.from({ length: 2_002 }, () => requestOf(account, 1));
    const reserved = Promise.allSettled(requests.map((request) => ledger.reserve(request)));
    const [, second] = requests;
    if (second) await ledger.release(second);
    letGo();
    const statuses = (await reserved).map((each) =>
      each.status === 'fulfilled' ? each.value.outcome : (each.reason as { code: string }).code,
    );
    expect(statuses).toEqual([
      'reserved',
      'cancelled',
      ...Array.from({ length: 1_999 }, () => 'reserved'),
      'overloaded',
    ]);
    expect(await home.usage.readBalance(account)).toMatchObject({ reserved: 2_000 });
  }, 60_000);
});

/** The real database, which counts what it is asked and can be held up. */
class CountedStatements implements Pick<Database, 'query'> {
  readonly #database: Database;
  #underWay = 0;
  #held = Promise.resolve();
  busiest = 0;
  done = 0;
  readonly query: Database['query'];

  constructor(database: Database) {
    this.#database = database;
    this.query = async (sql, values, call) => {
      this.#underWay += 1;
      this.busiest = Math.max(this.busiest, this.#underWay);
      try {
        await this.#held;
        return await this.#database.query(sql, values, call);
      } finally {
        this.#underWay -= 1;
        this.done += 1;
      }
    };
  }

  reset(): void {
    this.busiest = 0;
    this.done = 0;
  }

  /** @returns a function that lets them go. */
  hold(): () => void {
    let letGo = (): void => undefined;
    this.#held = new Promise((resolve) => (letGo = resolve));
    return () => letGo();
  }
}
