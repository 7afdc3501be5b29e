import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import type { BilledAccount } from '../../src/billing/ledger.js';
import { LedgerHome, requestOf, RESERVATION_LIFETIME_MS } from './ledger-home.js';

const RUNS = Number(process.env['LEDGER_RACE_RUNS'] ?? 12);
const PLAN_CREDITS = [0, 15, 40];
const REPLICAS = 8;

type Step =
  | { kind: 'answer' | 'fail' | 'crash'; account: number; credits: number }
  | { kind: 'grant' | 'pack'; account: number; credits: number }
  | { kind: 'sweep' | 'expiry' };

/** What an account was given, and what its searches were told that they cost. */
interface Tally {
  account: BilledAccount;
  given: number;
  charged: number;
}

describeOnDatabases('credits', (engine) => {
  let home: LedgerHome;

  beforeAll(async () => {
    home = await LedgerHome.open(engine, new Date('2028-05-10T00:00:00Z'));
  });
  afterAll(() => home.close());

  it('add up exactly after eight replicas worked on the same accounts at once', async () => {
    const account = fc.nat({ max: PLAN_CREDITS.length - 1 });
    const credits = fc.integer({ min: 1, max: 8 });
    const step: fc.Arbitrary<Step> = fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record({ kind: fc.constantFrom('answer', 'fail', 'crash'), account, credits }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('grant', 'pack'), account, credits }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('sweep', 'expiry') }) },
    );
    const replicas = fc.array(fc.array(step, { minLength: 4, maxLength: 10 }), {
      minLength: REPLICAS,
      maxLength: REPLICAS,
    });
    await fc.assert(
      fc.asyncProperty(replicas, async (scripts) => {
        const tallies: Tally[] = [];
        for (const plan of PLAN_CREDITS)
          tallies.push({ account: await home.newAccount(plan), given: plan, charged: 0 });
        await Promise.all(
          scripts.map(async (script) => {
            for (const step of script) await take(home, step, tallies);
          }),
        );
        home.pass(RESERVATION_LIFETIME_MS);
        await home.maintenance.expireReservations();
        await expectSums(home, tallies);
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: 120_000 },
    );
  }, 200_000);
});

async function take(home: LedgerHome, step: Step, tallies: readonly Tally[]): Promise<void> {
  if (!('account' in step)) {
    if (step.kind === 'expiry') home.pass(RESERVATION_LIFETIME_MS);
    else await home.maintenance.expireReservations();
    return;
  }
  const tally = tallies[step.account];
  if (!tally) throw new Error('there is no such account');
  if (step.kind === 'grant' || step.kind === 'pack') {
    tally.given += step.credits;
    await (step.kind === 'grant'
      ? home.ledger.grant(tally.account, step.credits)
      : home.ledger.addPack(tally.account, step.credits));
    return;
  }
  const reserved = await home.ledger.reserve(requestOf(tally.account, step.credits));
  if (reserved.outcome !== 'reserved' || step.kind === 'crash') return;
  if (step.kind === 'fail') {
    await home.ledger.release(reserved.reservation);
    return;
  }
  // Half of what was reserved is needed, and the answer is asked for twice: another replica may have released it meanwhile.
  const charged = Math.ceil(step.credits / 2);
  const settlement = { charged, assetIds: [], answer: null };
  const [first, second] = await Promise.all([
    home.ledger.settle(reserved.reservation, settlement),
    home.ledger.settle(reserved.reservation, settlement),
  ]);
  expect(second.outcome).toBe(first.outcome);
  if (first.outcome === 'settled') tally.charged += charged;
}

async function expectSums(home: LedgerHome, tallies: readonly Tally[]): Promise<void> {
  expect(await home.discrepancies()).toEqual([]);
  for (const { account, given, charged } of tallies) {
    const { used, reserved, remaining } = await home.usage.readBalance(account);
    expect({ used, reserved, remaining }).toEqual({ used: charged, reserved: 0, remaining: given - charged });
    expect(given - charged).toBeGreaterThanOrEqual(0);
    const { rows } = await home.database.query<{ searches: number; distinct: number; charged: number }>(
      `SELECT count(*)::integer AS searches, count(DISTINCT query_id)::integer AS distinct,
              coalesce(sum(charged), 0)::integer AS charged FROM gateway.queries WHERE account_id = $1`,
      [account.accountId],
    );
    expect(rows[0]?.distinct).toBe(rows[0]?.searches);
    expect(rows[0]?.charged).toBe(charged);
  }
}
