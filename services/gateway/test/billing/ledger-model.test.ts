import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DATABASE_ENGINES } from '@imagesearch/testkit/databases';
import { billingPeriodAt } from '../../src/domain/billing/billing-period.js';
import type { BilledAccount, Reservation } from '../../src/domain/billing/ledger.js';
import { LedgerHome, requestOf, RESERVATION_LIFETIME_MS } from './ledger-home.js';

const RUNS = Number(process.env['LEDGER_MODEL_RUNS'] ?? 25);
const COMMANDS_MAX = 40;
const PLANS = [0, 5, 20, 60, null];
const BILLING_DAYS = [1, 15, 29, 31];
const STEPS_MS = [1, 10_000, RESERVATION_LIFETIME_MS, 3 * 24 * 60 * 60_000, 20 * 24 * 60 * 60_000];
const START = new Date('2027-01-28T12:00:00Z');

interface Held {
  reservation: Reservation;
  credits: number;
  plan: number;
  pack: number;
  period: number;
  lapsesAt: number;
}

/** What an account should have, counted in the plainest way: whatever is not spoken for is available. */
interface AccountModel {
  account: BilledAccount;
  period: number;
  extra: number;
  available: number;
  planReserved: number;
  planCharged: number;
  packs: number;
  used: number;
  held: Held[];
  /** Charges and failures, by query id. */
  log: Map<string, number>;
}

interface Model {
  now: number;
  accounts: AccountModel[];
}

const periodAt = (model: Model, { account }: AccountModel) =>
  billingPeriodAt(new Date(model.now), account.billingDay).startsAt.getTime();

function open(model: Model, of: AccountModel): void {
  const period = periodAt(model, of);
  if (period > of.period) {
    Object.assign(of, { period, extra: 0, available: 0, planReserved: 0, planCharged: 0, used: 0 });
  }
  const { planCredits } = of.account;
  of.available =
    planCredits === null ? 0 : Math.max(planCredits + of.extra - of.planReserved - of.planCharged, 0);
}

function end(of: AccountModel, held: Held, charged: number): void {
  of.held = of.held.filter((other) => other !== held);
  of.log.set(held.reservation.queryId, charged);
  const fromPlan = Math.min(charged, held.plan);
  const fromPack = held.plan + held.pack > 0 ? charged - fromPlan : 0;
  of.packs += held.pack - fromPack;
  if (held.period !== of.period) return;
  of.available += held.plan - fromPlan;
  of.planReserved -= held.plan;
  of.planCharged += fromPlan;
  of.used += charged;
}

function lapse(model: Model, of: AccountModel): void {
  for (const held of of.held.filter(({ lapsesAt }) => lapsesAt <= model.now)) end(of, held, 0);
}

type Command = fc.AsyncCommand<Model, LedgerHome>;

/** A movement on the account with that number, as one step on both sides. */
function command(
  name: string,
  at: number,
  run: (of: AccountModel, model: Model, real: LedgerHome) => Promise<void>,
): Command {
  return {
    check: () => true,
    toString: () => `${name} of account ${at}`,
    async run(model, real) {
      const of = model.accounts[at];
      if (!of) throw new Error('there is no such account');
      real.now = new Date(model.now);
      await run(of, model, real);
      const { used, packs, reserved } = await real.usage.balanceOf(of.account);
      const current = of.period === periodAt(model, of);
      expect({ used, packs, reserved }).toEqual({
        used: current ? of.used : 0,
        packs: of.packs,
        reserved: of.held.reduce((sum, { credits }) => sum + credits, 0),
      });
    },
  };
}

const search = (at: number, credits: number): Command =>
  command(`search for ${credits}`, at, async (of, model, real) => {
    open(model, of);
    lapse(model, of);
    const reserved = await real.ledger.reserve(requestOf(of.account, credits));
    const unmetered = of.account.planCredits === null;
    const left = of.available + of.packs;
    if (!unmetered && left < credits) {
      expect(reserved).toMatchObject({ outcome: 'exhausted', remaining: left });
      return;
    }
    expect(reserved).toMatchObject({ outcome: 'held', remaining: unmetered ? null : left - credits });
    if (reserved.outcome !== 'held') return;
    const plan = unmetered ? 0 : Math.min(credits, of.available);
    const pack = unmetered ? 0 : credits - plan;
    of.available -= plan;
    of.planReserved += plan;
    of.packs -= pack;
    of.held.push({
      reservation: reserved.reservation,
      credits,
      plan,
      pack,
      period: of.period,
      lapsesAt: model.now + RESERVATION_LIFETIME_MS,
    });
  });

/** Ends the search that was begun first; one that is never ended is one whose gateway crashed. */
const settle = (at: number, part: number): Command =>
  command(`settlement of ${part}`, at, async (of, _model, real) => {
    const [first] = of.held;
    if (!first) return;
    const charged = Math.max(1, Math.ceil(first.credits * part));
    end(of, first, charged);
    for (let time = 0; time < 2; time += 1) {
      expect(
        await real.ledger.settle(first.reservation, { charged, assetIds: [], answer: null }),
      ).toMatchObject({
        outcome: 'settled',
      });
    }
  });

const fail = (at: number): Command =>
  command('failure', at, async (of, _model, real) => {
    const last = of.held.at(-1);
    if (!last) return;
    end(of, last, 0);
    await real.ledger.release(last.reservation);
    expect(await real.ledger.settle(last.reservation, { charged: 1, assetIds: [], answer: null })).toEqual({
      outcome: 'lapsed',
    });
  });

const grant = (at: number, credits: number): Command =>
  command(`grant of ${credits}`, at, async (of, model, real) => {
    if (of.account.planCredits === null) return;
    open(model, of);
    of.extra += credits;
    open(model, of);
    expect(await real.ledger.grant(of.account, credits)).toBe(of.available + of.packs);
  });

const pack = (at: number, credits: number): Command =>
  command(`pack of ${credits}`, at, async (of, model, real) => {
    open(model, of);
    of.packs += credits;
    expect(await real.ledger.addPack(of.account, credits)).toBe(of.packs);
  });

const changePlan = (at: number, planCredits: number | null): Command =>
  command(`change to a plan of ${planCredits ?? 'any'}`, at, (of) => {
    of.account = { ...of.account, planCredits };
    return Promise.resolve();
  });

const sweep = (at: number): Command =>
  command('sweep', at, async (_of, model, real) => {
    await real.upkeep.releaseLapsed();
    for (const of of model.accounts) lapse(model, of);
  });

const pass = (at: number, ms: number): Command =>
  command(`${ms} ms`, at, (_of, model, real) => {
    model.now += ms;
    real.now = new Date(model.now);
    return Promise.resolve();
  });

describe.each(DATABASE_ENGINES)('credits on $name', (engine) => {
  let home: LedgerHome;

  beforeAll(async () => {
    home = await LedgerHome.open(engine, START);
  });
  afterAll(() => home.close());

  it('are what a plain count says after any series of searches, failures, crashes, grants, packs, plans and months', async () => {
    const at = fc.nat({ max: BILLING_DAYS.length - 1 });
    const credits = fc.integer({ min: 1, max: 10 });
    const searches = fc.tuple(at, credits).map(([account, count]) => search(account, count));
    const series = fc.commands<Model, LedgerHome, false>(
      [
        searches,
        searches,
        searches,
        fc.tuple(at, fc.double({ min: 0, max: 1, noNaN: true })).map((of) => settle(...of)),
        at.map(fail),
        fc.tuple(at, fc.integer({ min: 1, max: 30 })).map((of) => grant(...of)),
        fc.tuple(at, fc.integer({ min: 1, max: 30 })).map((of) => pack(...of)),
        fc.tuple(at, fc.constantFrom(...PLANS)).map((of) => changePlan(...of)),
        at.map(sweep),
        fc.tuple(at, fc.constantFrom(...STEPS_MS)).map((of) => pass(...of)),
      ],
      { maxCommands: COMMANDS_MAX, size: 'max' },
    );
    await fc.assert(
      fc.asyncProperty(
        series,
        fc.array(fc.constantFrom(...PLANS), { minLength: 4, maxLength: 4 }),
        async (commands, plans) => {
          let model: Model | undefined;
          await fc.asyncModelRun(async () => {
            home.now = START;
            model = { now: START.getTime(), accounts: await newAccounts(home, plans) };
            return { model, real: home };
          }, commands);
          if (model) await expectBooks(home, model);
        },
      ),
      { numRuns: RUNS, interruptAfterTimeLimit: 240_000 },
    );
  }, 300_000);
});

async function newAccounts(home: LedgerHome, plans: (number | null)[]): Promise<AccountModel[]> {
  const accounts: AccountModel[] = [];
  for (const [index, billingDay] of BILLING_DAYS.entries()) {
    const account = await home.newAccount(plans[index] ?? null, billingDay);
    accounts.push({
      account,
      period: billingPeriodAt(START, billingDay).startsAt.getTime(),
      extra: 0,
      available: 0,
      planReserved: 0,
      planCharged: 0,
      packs: 0,
      used: 0,
      held: [],
      log: new Map(),
    });
  }
  return accounts;
}

/** The books balance, and every search that ended is on record once, with its charge. */
async function expectBooks(home: LedgerHome, { accounts }: Model): Promise<void> {
  expect(await home.discrepancies()).toEqual([]);
  for (const { account, log } of accounts) {
    const { rows } = await home.database.query<{ query_id: string; charged: number }>(
      'SELECT query_id, charged FROM gateway.queries WHERE account_id = $1 ORDER BY query_id',
      [account.accountId],
    );
    expect(rows.map(({ query_id, charged }) => [query_id, charged])).toEqual(
      [...log].sort(([one], [other]) => (one < other ? -1 : 1)),
    );
  }
}
