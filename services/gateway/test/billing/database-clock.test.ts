import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Database } from '@imagesearch/service-kit/postgres/database';
import { ServiceProcess } from '@imagesearch/testkit/processes/service-process';
import { EMBEDDED_POSTGRES } from '@imagesearch/testkit/stores/databases';
import { startProxiedPostgres, type ProxiedPostgres } from '@imagesearch/testkit/stores/proxied-postgres';
import { CreditLedger } from '../../src/billing/credit-ledger.js';
import { DatabaseClock } from '../../src/billing/maintenance.js';
import { newAccount, requestOf, reservationOf } from './ledger-home.js';
import { openSchemaOn } from '../support/gateway-database.js';

const EIGHT_YEARS_MS = 8 * 365 * 24 * 3_600_000;
const KEY_SECRET = 'a secret of these tests, longer than 32 characters';

let server: ProxiedPostgres;
let database: Database;

beforeAll(async () => {
  server = await startProxiedPostgres(EMBEDDED_POSTGRES);
  database = await openSchemaOn(server);
}, 60_000);
afterAll(async () => {
  await database.close();
  await server.close();
});

/** A gateway on the same database, whose machine's clock is ahead. Its first round of maintenance is done. */
async function gatewayAhead(ms: number): Promise<ServiceProcess> {
  const shifted = `const D = Date;
    globalThis.Date = class extends D {
      constructor(...of) { of.length ? super(...of) : super(D.now() + ${ms}); }
      static now() { return D.now() + ${ms}; }
    };`;
  const gateway = await ServiceProcess.create('gateway', {
    DATABASE_URL: server.url,
    KEY_SECRET,
    LOG_LEVEL: 'silent',
    MAINTENANCE_INTERVAL_MS: '100',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shifted)}`,
  });
  await gateway.start();
  return gateway;
}

it('lets a search of one gateway run on although the clock of another is years ahead', async () => {
  const clock = await DatabaseClock.open(database);
  const ledger = new CreditLedger(database, { now: () => clock.now(), reservationLifetimeMs: 60_000 });
  const account = await newAccount(database, { planCredits: 100 });
  const reservation = await reservationOf(ledger, requestOf(account, 5));
  const other = await gatewayAhead(EIGHT_YEARS_MS);
  try {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const settled = await ledger.settle(reservation, { charged: 5, assetIds: [], answer: null });
    expect(settled).toEqual({ outcome: 'settled', remaining: 95 });
  } finally {
    await other.stop('SIGKILL');
  }
}, 60_000);
