import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { withinBulkhead } from '@imagesearch/service-kit/postgres/bulkhead';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { FileAddresses, newQueryId } from '../../src/assets/file-addresses.js';
import { databasePurposes } from '../../src/stores.js';
import { CreditLedger } from '../../src/billing/credit-ledger.js';
import { LedgerHome, requestOf, RESERVATION_LIFETIME_MS } from './ledger-home.js';

const SECRET = randomUUID();
/** Of a gateway without settings. */
const POOL_MAX = 10;

// The embedded engine has one session, so that a slow statement holds up every other one.
describeWith(ENGINES.postgres, 'purposes of the database on a Postgres server', (engine) => {
  const home = new LedgerHome(engine, new Date());

  it('do not wait for each other: file addresses, usage and keys in a flood hold up no search', async () => {
    const { ledger: ofLedger, ...others } = databasePurposes(home.database, POOL_MAX);
    const ledger = new CreditLedger(ofLedger, {
      now: () => new Date(),
      reservationLifetimeMs: RESERVATION_LIFETIME_MS,
    });
    const account = await home.newAccount(null);
    await ledger.reserve(requestOf(account, 1));
    const flood = Object.values(others).flatMap((part) =>
      Array.from({ length: 20 }, () => part.query('SELECT pg_sleep(0.2)')),
    );
    let isFloodOver = false;
    const flooded = Promise.all(flood).then(() => (isFloodOver = true));
    // Ids that pass as issued, which nobody has without the secret, of queries that are not stored.
    const addresses = new FileAddresses(others.files, [SECRET]);
    const opened = Promise.all(
      Array.from({ length: 150 }, () => addresses.find(newQueryId(SECRET), 'drawn:1', new Date())),
    );
    for (let at = 0; at < 5; at += 1) await ledger.reserve(requestOf(account, 1));
    expect(isFloodOver).toBe(false);
    await flooded;
    expect(new Set(await opened)).toEqual(new Set([undefined]));

    const replays = await Promise.allSettled(
      Array.from({ length: 250 }, () => addresses.find(newQueryId(SECRET), 'drawn:1', new Date())),
    );
    const refused = replays.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(49);
    expect(refused[0]).toMatchObject({ reason: { code: 'overloaded' } });
  }, 30_000);
});

it('a bulkhead refuses what is past its queue, and gives up on a database that answers nothing', async () => {
  let letGo = (): void => undefined;
  const silence = new Promise<never>((_resolve, reject) => (letGo = () => reject(new Error('gone'))));
  const part = withinBulkhead({ query: () => silence }, { connectionsMax: 1, waitingMax: 1 });
  const [first, second, third] = Array.from({ length: 3 }, () => part.query('SELECT 1'));
  await expect(third).rejects.toMatchObject({ code: 'overloaded' });
  await expect(second).rejects.toMatchObject({ code: 'dependency_unavailable' });
  letGo();
  await expect(first).rejects.toThrow('gone');
}, 20_000);
