import { parseArgs } from 'node:util';
import { openDatabase } from '@imagesearch/service-kit/database';
import { keptSecret } from '@imagesearch/service-kit/kept-secret';
import { createLogger } from '@imagesearch/service-kit/logging';
import { loadConfig } from './config.js';
import { loadPricing } from './load-pricing.js';
import { MIGRATIONS_DIR } from './migrations-dir.js';
import { planOf } from './domain/plans.js';
import { AccountStore } from './store/accounts.js';

const USAGE = 'Usage: npm run accounts -- create --name <account> --plan free|starter|pro|scale|custom';

/** The operator's command: makes an account, or finds it by name, and prints a new key for it, once. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { name: { type: 'string' }, plan: { type: 'string' } },
  });
  const { name, plan } = values;
  if (positionals[0] !== 'create' || name === undefined || plan === undefined) throw new Error(USAGE);

  const config = loadConfig(process.env);
  const { id: planId } = planOf(await loadPricing(config.pricingFile), plan);
  const database = await openDatabase({
    url: config.databaseUrl,
    embeddedDir: config.embeddedDir,
    schema: 'gateway',
    migrationsDir: MIGRATIONS_DIR,
    logger: createLogger({ service: 'accounts', level: 'warn' }),
  });
  try {
    const accounts = new AccountStore(database, config.keySecret ?? (await keptSecret(config.keySecretFile)));
    const billingDay = new Date().getUTCDate();
    const account = await accounts.ensureAccount({ name, plan: planId, billingDay });
    console.log(await accounts.issueKey(account.id, 'live'));
  } finally {
    await database.close();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
