import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeClients, openClients } from '@imagesearch/contracts/clients';
import { ingest } from '@imagesearch/ingest/pipeline/ingest';
import { startStack, type Stack } from '@imagesearch/local-stack/stack';
import { smallCollection } from '@imagesearch/testkit/images/small-collection';
import { largeImage } from '../support/large-image.js';

/** What the process tells its parent once it serves. */
export interface StackReady {
  port: number;
  addresses: Record<string, string>;
  attackerKey: string;
  victimKey: string;
}

/** The whole product on embedded stores of its own, until the parent disconnects. */
async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-attack-'));
  const stack = await startStack({
    env: { MODEL_DIR: '.data/models', LOG_LEVEL: 'silent', ...process.env, DATA_DIR: dataDir, PORT: '0' },
  });
  process.once('disconnect', () => {
    void stack
      .close()
      .then(() => rm(dataDir, { recursive: true, force: true }))
      .finally(() => process.exit(0));
  });
  process.on('message', () => {
    globalThis.gc?.();
    process.send?.('collected');
  });
  const clients = openClients(stack.addresses);
  for (const collection of [smallCollection(), largeImage()]) await ingest(collection, clients);
  closeClients(clients);
  const ready: StackReady = {
    port: Number(new URL(stack.gateway.baseUrl()).port),
    addresses: { ...stack.addresses },
    attackerKey: await keyOf(stack, 'attacker'),
    victimKey: await keyOf(stack, 'victim'),
  };
  process.send?.(ready);
}

async function keyOf({ gateway }: Stack, name: string): Promise<string> {
  const { id } = await gateway.accounts().ensure({ name, plan: 'scale', billingDay: 1 });
  return (await gateway.keys().create(id, { environment: 'live' })).key;
}

await main();
