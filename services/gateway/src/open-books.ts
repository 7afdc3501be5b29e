import { openDatabase, type Database } from '@imagesearch/service-kit/database';
import { keptSecret } from '@imagesearch/service-kit/kept-secret';
import type { Logger } from '@imagesearch/service-kit/logging';
import type { GatewayConfig } from './config.js';
import type { Pricing } from './domain/plans.js';
import { loadPricing } from './load-pricing.js';
import { MIGRATIONS_DIR } from './migrations-dir.js';

/** What accounts, keys and credits are kept by. */
export interface Books {
  pricing: Pricing;
  keySecret: string;
  database: Database;
}

/** Opens the gateway's own database and what belongs to it, as its configuration names them. */
export async function openBooks(config: GatewayConfig, logger: Logger): Promise<Books> {
  const pricing = await loadPricing(config.pricingFile);
  const keySecret = config.keySecret ?? (await keptSecret(config.keySecretFile));
  const database = await openDatabase({
    url: config.databaseUrl,
    embeddedDir: config.embeddedDir,
    schema: 'gateway',
    migrationsDir: MIGRATIONS_DIR,
    logger,
  });
  return { pricing, keySecret, database };
}
