import { openDatabase, type Database } from '@imagesearch/service-kit/postgres/database';
import { keptSecret } from '@imagesearch/service-kit/secrets/kept-secret';
import type { Logger } from '@imagesearch/service-kit/logging';
import type { Registry } from '@imagesearch/service-kit/metrics';
import type { GatewayConfig } from '../config.js';
import type { KeySecrets } from '../keys/key-secrets.js';
import type { Pricing } from './plans.js';
import { loadPricing } from './load-pricing.js';
import { GATEWAY_SCHEMA } from '../database-schema.js';

export interface GatewayStores {
  pricing: Pricing;
  /** The first makes, each is accepted. */
  keySecrets: KeySecrets;
  database: Database;
}

/** Opens what both the gateway and the operator's command line need. */
export async function openStores(
  config: GatewayConfig,
  logger: Logger,
  metrics?: Registry,
): Promise<GatewayStores> {
  const pricing = await loadPricing(config.pricingFile);
  const keySecrets = config.keySecrets ?? [await keptSecret(config.keySecretFile)];
  const database = await openDatabase({
    url: config.databaseUrl,
    embeddedDir: config.embeddedDir,
    server: config.databaseServer,
    ...GATEWAY_SCHEMA,
    logger,
    ...(metrics && { metrics }),
  });
  return { pricing, keySecrets, database };
}
