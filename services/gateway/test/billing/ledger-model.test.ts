import { createHash, randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { LedgerHome, requestOf, RESERVATION_LIFETIME_MS } from './ledger-home.js';
import { AccountModel } from './ledger-model.js';
import type { BilledAccount, Reservation } from '../../src/billing/ledger.js';

const RUNS = Number(process.env['LEDGER_MODEL_RUNS'] ?? 25);
const COMMANDS_MAX = 40;
const PLANS = [0, 5, 20, 60, null];
const BILLING_DAYS = [1, 15, 29, 31];
const DAY_MS = 24 * 60 * 60_000;
const STEPS_MS = [1, 10_000, RESERVATION_LIFETIME_MS, DAY_MS, 3 * DAY_MS, 20 * DAY_MS];
const START = new Date('2027-01-28T12:00:00Z');
const KEYS = ['one', 'two'];
const BODIES = ['a', 'a', 'a', 'b'];

/** An account on both sides. */
interface Pair {
  account: BilledAccount;
  model: AccountModel;
  reservations: Map<string, Reservation>;
}

interface Model {
  now: number;
  /** Tells the plans of this run from those of others in the same database. */
  run: string;
  pairs: Pair[];
}

type Command = fc.AsyncCommand<Model, LedgerHome>;

/** A movement on the account with that number, as one step on both sides. */
function command(
  name: string,
  at: number,
  run: (pair: Pair, model: Model, real: LedgerHome) => Promise<void>,
): Command {
  return {
    check: () => true,
    toString: () => `${name} of account ${at}`,
    async run(model, real) {
      const pair = model.pairs[at];
      if (!pair) throw new Error('there is no such account');
      real.now = new Date(model.now);
      await run(pair, model, real);
      expect(await real.usage.readBalance(pair.account)).toEqual(pair.model.balance(model.now));
    },
  };
}

interface Search {
  credits: number;
  key: string | null;
  body: string;
}

const inWords = ({ credits, key, body }: Search): string =>
  `search for ${credits} with key ${key ?? 'none'}, ${body},`;

/** The model moves when the ledger is asked, so both move in the same order. */
async function reserveBoth(pair: Pair, now: number, real: LedgerHome, { credits, key, body }: Search) {
  const requestHash = createHash('sha256').update(body).digest();
  const request = requestOf(pair.account, credits, key === null ? null : { key, requestHash });
  const expected = pair.model.reserve(now, {
    queryId: request.queryId,
    credits,
    expiresAt: now + RESERVATION_LIFETIME_MS,
    idempotency: key === null ? null : { key, requestHash: body },
  });
  const reserved = await real.ledger.reserve(request);
  expect(reserved).toMatchObject(
    expected.outcome === 'replay' ? { ...expected, answer: Buffer.from(expected.answer) } : expected,
  );
  if (reserved.outcome === 'reserved') pair.reservations.set(request.queryId, reserved.reservation);
}

/** How a search ends, and the part of its reserved credits that it is charged. One without an end is one whose gateway crashed. */
type End = readonly [how: 'settle' | 'settle twice' | 'release', part: number];

/** Movements that wait together have the outcomes that they would have one after another, in the order of their arrival. */
const together = (at: number, ends: End[], searches: Search[]): Command =>
  command(`${ends.join(', ')} and ${searches.map(inWords).join(' ')}`, at, async (pair, { now }, real) => {
    const open = pair.model.reservations.slice(0, ends.length);
    const ended = open.flatMap(({ queryId, credits }, index): Promise<unknown>[] => {
      const [how = 'release', part = 0] = ends[index] ?? [];
      if (how === 'release') return [releaseBoth(pair, real, queryId)];
      const charged = Math.max(1, Math.ceil(credits * part));
      const times = how === 'settle twice' ? 2 : 1;
      return Array.from({ length: times }, () => settleBoth(pair, now, real, queryId, charged));
    });
    await Promise.all([...ended, ...searches.map((each) => reserveBoth(pair, now, real, each))]);
  });

/** The end of any search that was ever reserved: in flight, settled, failed or expired. */
const endAny = (at: number, pick: number, isRelease: boolean): Command =>
  command(`late ${isRelease ? 'release' : 'settlement'} ${pick}`, at, async (pair, { now }, real) => {
    const ids = [...pair.reservations.keys()];
    const queryId = ids[pick % ids.length];
    if (queryId === undefined) return;
    if (isRelease) await releaseBoth(pair, real, queryId);
    else await settleBoth(pair, now, real, queryId, 1);
  });

async function settleBoth(pair: Pair, now: number, real: LedgerHome, queryId: string, charged: number) {
  const reservation = pair.reservations.get(queryId);
  if (!reservation) throw new Error('it was never reserved');
  const answer = `the answer of ${queryId}`;
  const expected = pair.model.settle(now, queryId, charged, answer);
  const settled = await real.ledger.settle(reservation, {
    charged,
    assetIds: ['drawn:1', `odd:"'{},\\ ${queryId}`],
    answer: Buffer.from(answer),
  });
  expect(settled).toEqual(expected);
}

async function releaseBoth({ account, model }: Pair, real: LedgerHome, queryId: string): Promise<void> {
  model.release(queryId);
  await real.ledger.release({ accountId: account.accountId, queryId });
}

const grant = (at: number, credits: number): Command =>
  command(`grant of ${credits}`, at, async ({ account, model }, { now }, real) => {
    if (account.planCredits === null) return;
    expect(await real.ledger.grant(account, credits)).toBe(model.grant(now, credits));
  });

const pack = (at: number, credits: number): Command =>
  command(`pack of ${credits}`, at, async ({ account, model }, { now }, real) => {
    expect(await real.ledger.addPack(account, credits)).toBe(model.addPack(now, credits));
  });

const planId = (run: string, planCredits: number | null) => `${run} ${planCredits ?? 'any'}`;

const changePlan = (at: number, planCredits: number | null): Command =>
  command(`change to a plan of ${planCredits ?? 'any'}`, at, async (pair, { run }, real) => {
    pair.account = { ...pair.account, planCredits };
    pair.model.planCredits = planCredits;
    await real.putOnPlan(pair.account, planId(run, planCredits));
  });

const expireReservations = (at: number): Command =>
  command('expiry', at, async (_pair, { now, pairs }, real) => {
    await real.maintenance.expireReservations();
    for (const { model } of pairs) model.expire(now);
  });

const openPeriods = (at: number): Command =>
  command('billing dates', at, async (_pair, { now, run, pairs }, real) => {
    await real.maintenance.openPeriods(new Map(PLANS.map((credits) => [planId(run, credits), credits])));
    for (const { model } of pairs) model.openPeriod(now);
  });

const pass = (at: number, ms: number): Command =>
  command(`${ms} ms`, at, (_pair, model, real) => {
    model.now += ms;
    real.now = new Date(model.now);
    return Promise.resolve();
  });

const at = fc.nat({ max: BILLING_DAYS.length - 1 });
const credits = fc.integer({ min: 1, max: 10 });
const key = fc.option(fc.constantFrom(...KEYS), { freq: 3 });
const aSearch = fc.record({ credits, key, body: fc.constantFrom(...BODIES) });
const end = fc.tuple(
  fc.constantFrom<End[0][]>('settle', 'settle twice', 'release'),
  fc.double({ min: 0, max: 1, noNaN: true }),
);
const movements = (endsMax: number, searchesMax: number) =>
  fc
    .tuple(at, fc.array(end, { maxLength: endsMax }), fc.array(aSearch, { maxLength: searchesMax }))
    .map((of) => together(...of));
const COMMANDS = fc.commands<Model, LedgerHome, false>(
  [
    movements(0, 1),
    movements(1, 1),
    movements(10, 20),
    fc.tuple(at, fc.nat(), fc.boolean()).map((of) => endAny(...of)),
    fc.tuple(at, fc.integer({ min: 1, max: 30 })).map((of) => grant(...of)),
    fc.tuple(at, fc.integer({ min: 1, max: 30 })).map((of) => pack(...of)),
    fc.tuple(at, fc.constantFrom(...PLANS)).map((of) => changePlan(...of)),
    at.map(expireReservations),
    at.map(openPeriods),
    fc.tuple(at, fc.constantFrom(...STEPS_MS)).map((of) => pass(...of)),
  ],
  { maxCommands: COMMANDS_MAX, size: 'max' },
);

describeOnDatabases('credits', (engine) => {
  const home = new LedgerHome(engine, START);

  it('are what the model says after any series of searches, failures, crashes, grants, packs, plans and months', async () => {
    const plans = fc.array(fc.constantFrom(...PLANS), { minLength: 4, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(COMMANDS, plans, async (commands, planCredits) => {
        let model: Model | undefined;
        await fc.asyncModelRun(async () => {
          home.now = START;
          model = await newModel(home, planCredits);
          return { model, real: home };
        }, commands);
        if (model) await expectRecords(home, model);
      }),
      { numRuns: RUNS, plugins: [fc.interruptAfterTimeLimit(240_000)] },
    );
  }, 300_000);
});

async function newModel(home: LedgerHome, plans: readonly (number | null)[]): Promise<Model> {
  const run = randomUUID();
  const pairs: Pair[] = [];
  for (const [index, billingDay] of BILLING_DAYS.entries()) {
    const planCredits = plans[index] ?? null;
    const account = await home.newAccount(planCredits, billingDay);
    await home.putOnPlan(account, planId(run, planCredits));
    pairs.push({ account, model: new AccountModel(planCredits, billingDay), reservations: new Map() });
  }
  return { now: START.getTime(), run, pairs };
}

/** The ledger adds up and has the model's entries, and every search that ended is logged once, with its charge. */
async function expectRecords(home: LedgerHome, { pairs }: Model): Promise<void> {
  expect(await home.discrepancies()).toEqual([]);
  for (const { account, model } of pairs) {
    // Reservations that expire together are released in any order.
    expect((await home.entriesOf(account)).map(String).sort()).toEqual(model.entries.map(String).sort());
    const { rows } = await home.database.query<{ query_id: string; status: string; charged: number }>(
      'SELECT query_id, status, charged FROM gateway.queries WHERE account_id = $1 ORDER BY query_id',
      [account.accountId],
    );
    expect(rows).toEqual(
      [...model.log]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([query_id, ended]) => ({ query_id, ...ended })),
    );
  }
}
