import { mintKey } from '#src/keys/api-key';
import type { GatewayService } from '#src/service';
import { measure, printMeasurements, type Measurement } from '@imagesearch/testkit/bench/measure';

const ROUNDS = 10;
/** New to the gateway each: what it has refused lately it knows without a look-up. */
const KEYS = 30;

/** How long each kind of key takes to be refused: times that tell them apart would tell a guesser how far a key got. */
export async function compareRefusals(gateway: GatewayService, accountId: string): Promise<void> {
  const kinds: [name: string, newKey: () => Promise<string>][] = [
    ['malformed', () => Promise.resolve(mintKey('test').slice(1))],
    [
      'revoked',
      async () => {
        const { id, key } = await gateway.keys().create(accountId, { environment: 'test' });
        await gateway.keys().revoke(id);
        return key;
      },
    ],
    [
      'expired',
      async () => {
        const expiresAt = new Date(Date.now() - 1);
        return (await gateway.keys().create(accountId, { environment: 'test', expiresAt })).key;
      },
    ],
    ['unknown', () => Promise.resolve(mintKey('test'))],
  ];
  const measurements: Measurement[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, newKey] of kinds) {
      const keys = await Promise.all(Array.from({ length: KEYS }, newKey));
      const load = { requests: KEYS, clients: 1 };
      measurements.push(await measure(name, load, (at) => refused(gateway.baseUrl(), keys[at] ?? '')));
    }
  }
  printMeasurements('Keys that are refused, one client', measurements);
}

async function refused(baseUrl: string, key: string): Promise<void> {
  const response = await fetch(`${baseUrl}/v1/usage`, { headers: { 'X-API-Key': key } });
  await response.arrayBuffer();
  if (response.status !== 401) throw new Error(`answered ${response.status}`);
}
