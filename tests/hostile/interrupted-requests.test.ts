import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { until } from '@imagesearch/testkit/processes/until';
import type { Footprint } from './support/footprint.js';
import { HostileGateway } from './support/hostile-gateway.js';
import { largeImage } from './support/large-image.js';
import { RawConnection, rawRequest, rawMessage, rawSearch } from './support/raw-connection.js';

/** More than a footprint changes by itself. */
const CONNECTIONS = 12;
/** How long a service takes while the answer is waited for. */
const DELAY_MS = 1_000;
/** Until a request that was sent has reached the service behind the gateway. */
const UNDERWAY_MS = 400;
const STALL_MS = 3_000;
const SLOW_STEP_MS = 50;
/** 17 MB: more than the buffers of two sockets hold, so that the gateway has to wait for a paused client. */
const IMAGE_EDGE_PX = 2_400;
const SLOW_SEND_STEPS = 10;
/** A socket and a file for each connection, and what the gateway opens for itself. */
const DESCRIPTORS_EACH = 2;
const DESCRIPTORS_OWN = 10;
/** What a process that has been busy keeps of its heap. */
const GROWTH_MIB_MAX = 150;

type Route = 'search' | 'mcp' | 'download' | 'file address';
/** How far a request has come when its client misbehaves. */
type Stage = 'before the headers end' | 'in the body' | 'before the answer' | 'in the answer';
type Behaviour = 'reset' | 'half-closed' | 'paused' | 'slow';

/** What stands before the answer is read in the same way for every route. */
const STAGES: Record<Route, Stage[]> = {
  search: ['before the headers end', 'in the body', 'before the answer'],
  mcp: ['before the answer'],
  download: ['before the answer', 'in the answer'],
  'file address': ['before the answer'],
};
const BEHAVIOURS: Record<Stage, Behaviour[]> = {
  'before the headers end': ['reset', 'half-closed', 'slow'],
  'in the body': ['reset', 'half-closed', 'slow'],
  'before the answer': ['reset', 'half-closed'],
  'in the answer': ['reset', 'half-closed', 'paused', 'slow'],
};
const ROWS = Object.entries(STAGES).flatMap(([route, stages]) =>
  stages.flatMap((stage) =>
    BEHAVIOURS[stage].map((behaviour) => ({ route: route as Route, stage, behaviour })),
  ),
);

const proxies = { EMBEDDING_ADDRESS: new FaultyProxy(), RIGHTS_ADDRESS: new FaultyProxy() };
const gateway = await HostileGateway.start({
  env: {
    WRITE_STALL_TIMEOUT_MS: String(STALL_MS),
    // A place or a reservation that is kept would end by itself; here only after these tests gave up.
    SEARCH_TIMEOUT_MS: '150000',
    DRAIN_TIMEOUT_MS: '160000',
    RESERVATION_LIFETIME_MS: '400000',
  },
  reroute: async (addresses) => {
    for (const name of ['EMBEDDING_ADDRESS', 'RIGHTS_ADDRESS'] as const)
      proxies[name].pointTo(addresses[name]);
    return {
      EMBEDDING_ADDRESS: `127.0.0.1:${await proxies.EMBEDDING_ADDRESS.open()}`,
      RIGHTS_ADDRESS: `127.0.0.1:${await proxies.RIGHTS_ADDRESS.open()}`,
    };
  },
});
afterAll(async () => {
  for (const proxy of Object.values(proxies)) await proxy.close();
  await gateway.stop();
});
await gateway.stack.ingestAsset(largeImage(IMAGE_EDGE_PX));
const key = gateway.key('attacker');
const download = rawRequest({ path: await gateway.downloadPath('attacker', 'large:noise') });
const requests: Record<Route, (at: number) => string> = {
  search: (at) => rawSearch(key, { query: `ball of ${at} stripes ${Math.random()}`, k: 1 }),
  mcp: (at) => {
    const given = { query: `box of ${at} stripes ${Math.random()}`, k: 1 };
    return rawMessage(key, 'tools/call', { name: 'search_images', arguments: given });
  },
  download: () => download,
  'file address': () => rawRequest({ path: '/v1/asset/direct/large:noise', headers: { 'X-API-Key': key } }),
};

/** Waits until the gateway holds again what it held before; connections of its own come and go. */
const settled = (before: Footprint) =>
  until(async () => {
    const { descriptors, residentMib } = await gateway.footprint();
    return (
      descriptors <= before.descriptors + DESCRIPTORS_OWN &&
      residentMib <= before.residentMib + GROWTH_MIB_MAX
    );
  });

const openAll = (count: number): Promise<RawConnection[]> =>
  Promise.all(Array.from({ length: count }, () => RawConnection.open(gateway.port)));

describe('a client that misbehaves leaves no file, no lease, no reservation and no charge behind', () => {
  it.each(ROWS)('$behaviour $stage of $route', async ({ route, stage, behaviour }) => {
    const before = { ...(await gateway.footprint()), ...(await gateway.held('attacker')) };
    if (stage === 'before the answer')
      for (const proxy of Object.values(proxies)) proxy.setFault({ kind: 'delay', ms: DELAY_MS });
    const connections = await openAll(CONNECTIONS);
    await Promise.all(
      connections.map((connection, at) => misbehave(connection, requests[route](at), stage, behaviour)),
    );
    for (const proxy of Object.values(proxies)) proxy.setFault({ kind: 'none' });

    const isAnswered = behaviour === 'slow';
    if (isAnswered) {
      const status = route === 'file address' ? 302 : 200;
      await until(() => Promise.resolve(connections.every(({ statuses }) => statuses.length > 0)));
      expect(connections.map(({ statuses }) => statuses)).toEqual(connections.map(() => [status]));
    }
    // A paused client stays: the gateway ends it, and a half-closed one that does not read.
    if (behaviour !== 'paused') for (const connection of connections) connection.close();
    await settled(before);
    const isBilled = route === 'search' || route === 'mcp';
    const charged = isAnswered && isBilled ? CONNECTIONS : 0;
    await until(async () => {
      const { leases, reserved } = await gateway.held('attacker');
      return leases === 0 && reserved === 0;
    });
    expect((await gateway.held('attacker')).used - before.used).toBe(charged);
    for (const connection of connections) connection.close();
  });
});

describe('requests that are sent before the answer to the one before them', () => {
  it.each([
    ['a document', 10, 200, rawRequest({ path: '/docs/assets/swagger-ui-bundle.js' })],
    ['a large download', 5, 32, download],
  ])(
    'open no file and fill no memory, for %s, and are gone with the connection',
    async (_name, connectionCount, requestCount, request) => {
      const before = await gateway.footprint();
      const connections = await openAll(connectionCount);
      for (const connection of connections) connection.pause().send(request.repeat(requestCount));
      await sleep(2_000);
      const during = await gateway.footprint();
      for (const connection of connections) connection.close();

      expect(during.descriptors - before.descriptors).toBeLessThanOrEqual(
        DESCRIPTORS_EACH * connectionCount + DESCRIPTORS_OWN,
      );
      expect(during.residentMib - before.residentMib).toBeLessThan(GROWTH_MIB_MAX);
      await settled(before);
    },
  );
});

async function misbehave(
  connection: RawConnection,
  request: string,
  stage: Stage,
  behaviour: Behaviour,
): Promise<void> {
  const sent = request.slice(0, cutAt(request, stage));
  if (stage === 'in the answer') connection.pause();
  connection.send(sent);
  await sleep(stage === 'before the answer' || stage === 'in the answer' ? UNDERWAY_MS : SLOW_STEP_MS);
  if (behaviour === 'reset') connection.reset();
  else if (behaviour === 'half-closed') connection.halfClose();
  else if (behaviour === 'slow' && stage === 'in the answer') await readSlowly(connection);
  else if (behaviour === 'slow') await sendSlowly(connection, request.slice(sent.length));
}

function cutAt(request: string, stage: Stage): number {
  const headEnd = request.indexOf('\r\n\r\n') + 4;
  if (stage === 'before the headers end') return Math.floor(headEnd / 2);
  if (stage === 'in the body') return Math.floor((headEnd + request.length) / 2);
  return request.length;
}

async function sendSlowly(connection: RawConnection, rest: string): Promise<void> {
  const step = Math.ceil(rest.length / SLOW_SEND_STEPS);
  for (let at = 0; at < rest.length; at += step) {
    connection.send(rest.slice(at, at + step));
    await sleep(SLOW_STEP_MS);
  }
}

/** Takes some of the answer, then waits, until nothing more comes. */
async function readSlowly(connection: RawConnection): Promise<void> {
  let before = -1;
  while (connection.receivedBytes > before) {
    before = connection.receivedBytes;
    connection.resume();
    await sleep(SLOW_STEP_MS / 10);
    connection.pause();
    await sleep(SLOW_STEP_MS);
  }
  connection.resume();
}
