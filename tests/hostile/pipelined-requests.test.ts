import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { HostileGateway } from './support/hostile-gateway.js';
import { largeImage } from './support/large-image.js';
import { RawConnection, rawRequest, rawSearch } from './support/raw-connection.js';
import { settled } from './support/settled.js';

/** A socket and a file for each connection, and what the gateway opens for itself. */
const DESCRIPTORS_EACH = 2;
const DESCRIPTORS_OWN = 10;
const GROWTH_MIB_MAX = 150;
const BUNDLE = rawRequest({ path: '/docs/assets/swagger-ui-bundle.js' });

let gateway: HostileGateway;
const embedding = new FaultyProxy();

beforeAll(async () => {
  gateway = await HostileGateway.start({
    reroute: async ({ EMBEDDING_ADDRESS: target }) => {
      embedding.pointTo(target);
      return { EMBEDDING_ADDRESS: `127.0.0.1:${await embedding.open()}` };
    },
  });
  await gateway.stack.ingestAsset(largeImage());
}, 240_000);
afterAll(async () => {
  await embedding.close();
  await gateway.stop();
});

const openAll = (count: number): Promise<RawConnection[]> =>
  Promise.all(Array.from({ length: count }, () => RawConnection.open(gateway.port)));

describe('requests that are sent before the answer to the one before them', () => {
  it.each([
    ['a document', 10, 200, () => Promise.resolve(BUNDLE)],
    ['a download of 4.5 MB', 5, 32, downloadOfNoise],
  ])(
    'open no file and fill no memory, for %s, and are gone with the connection',
    async (_name, connectionCount, requests, makeRequest) => {
      const request = await makeRequest();
      const before = await gateway.footprint();
      const connections = await openAll(connectionCount);
      for (const connection of connections) connection.pause().send(request.repeat(requests));
      await sleep(2_000);
      const during = await gateway.footprint();
      for (const connection of connections) connection.close();

      expect(during.descriptors - before.descriptors).toBeLessThanOrEqual(
        DESCRIPTORS_EACH * connectionCount + DESCRIPTORS_OWN,
      );
      expect(during.residentMib - before.residentMib).toBeLessThan(GROWTH_MIB_MAX);
      await settled(gateway, before);
    },
  );

  it('end the connection: no lease, no reservation, no charge', async () => {
    const before = await gateway.held('attacker');
    embedding.setFault({ kind: 'delay', ms: 2_000 });
    const [connection] = await openAll(1);
    const searches = [1, 2, 3, 4].map((at) =>
      rawSearch(gateway.key('attacker'), { query: `ball number ${at}`, k: 1 }),
    );
    connection?.send(searches.join(''));
    await connection?.ended;
    embedding.setFault({ kind: 'none' });
    await sleep(2_500);
    expect(await gateway.held('attacker')).toEqual(before);
  });
});

async function downloadOfNoise(): Promise<string> {
  return rawRequest({ path: await gateway.downloadPath('victim', 'large:noise') });
}
