import { openDatabase, type Database } from '@imagesearch/service-kit/postgres/database';
import { keptSecret } from '@imagesearch/service-kit/secrets/kept-secret';
import type { Logger } from '@imagesearch/service-kit/logging';
import type { GatewayConfig } from '../config.js';
import type { Pricing } from './plans.js';
import { loadPricing } from './load-pricing.js';
import { GATEWAY_SCHEMA } from '../database-schema.js';

/** Where accounts, keys and credits are stored, and the price list that they follow. */
export interface GatewayStores {
  pricing: Pricing;
  keySecret: string;
  database: Database;
}

/** Opens the gateway's own database and what belongs to it, as its configuration names them. */
export async function openStores(config: GatewayConfig, logger: Logger): Promise<GatewayStores> {
  const pricing = await loadPricing(config.pricingFile);
  const keySecret = config.keySecret ?? (await keptSecret(config.keySecretFile));
  const database = await openDatabase({
    url: config.databaseUrl,
    embeddedDir: config.embeddedDir,
    ...GATEWAY_SCHEMA,
    logger,
  });
  return { pricing, keySecret, database };
}
