import { randomUUID } from 'node:crypto';
import { loadConfig } from '@imagesearch/gateway/config';
import { createGatewayService, type GatewayService } from '@imagesearch/gateway/service';
import { Caller } from '@imagesearch/testkit/stack/caller';
import type { PlanName, TestStack } from '@imagesearch/testkit/stack/test-stack';
import type { TestDatabase } from '@imagesearch/testkit/stores/databases';

/** A gateway with a database of the test's own, in front of the services of a stack. */
export async function startGateway(
  { stack }: Pick<TestStack, 'stack'>,
  { url, dir }: Pick<TestDatabase, 'url' | 'dir'>,
  env: Record<string, string> = {},
): Promise<GatewayService> {
  const ofServer = url !== undefined && {
    DATABASE_URL: url,
    MIGRATE_AT_START: 'true',
    KEY_SECRET: 'k'.repeat(32),
  };
  const own = { PORT: '0', OPS_PORT: '0', DATA_DIR: dir, LOG_LEVEL: 'silent' };
  const gateway = createGatewayService(loadConfig({ ...own, ...stack.addresses, ...ofServer, ...env }));
  await gateway.start();
  return gateway;
}

/** A caller of each of these gateways, which share a database, with one key of a new account. */
export async function newCallers(
  [first, ...others]: readonly [GatewayService, ...GatewayService[]],
  plan: PlanName,
): Promise<[Caller, ...Caller[]]> {
  const { id } = await first.accounts().ensure({ name: randomUUID(), plan, billingDay: 1 });
  const { key } = await first.keys().create(id, { environment: 'live' });
  const callerOf = (gateway: GatewayService) => new Caller(gateway.baseUrl(), key);
  return [callerOf(first), ...others.map(callerOf)];
}
