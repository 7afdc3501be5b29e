import { setTimeout as sleep } from 'node:timers/promises';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { describeOnDatabases, describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import type { TestDatabase } from '@imagesearch/testkit/stores/databases';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createAssetStore } from '../src/asset-store.js';
import { noOtherReplica, RECENT_AGE_MS_MAX, rememberingAssets } from '../src/recent-assets.js';
import { call, ingestInto, newImage, partsForAll, RightsHarness, WHO } from './harness.js';

/** Between the clocks of a call that begins and of the read behind it there is only this process. */
const TOLERANCE_MS = 100;
const IMAGES = 40;
const READERS = 8;

describeOnDatabases('recent assets', (engine) => {
  const suite = partsForAll(engine);

  it('stay forgotten when a read that began before a withdrawal ends after it', async () => {
    const image = await newImage();
    await ingestInto(suite.parts, image);
    const { assetId } = image;
    let begun = (): void => undefined;
    let goOn = (): void => undefined;
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const isOver = new Promise<void>((resolve) => (goOn = resolve));
    const store = createAssetStore(suite.database);
    const late = {
      ...store,
      findMany: async (...asked: Parameters<typeof store.findMany>) => {
        const read = await store.findMany(...asked);
        begun();
        await isOver;
        return read;
      },
    };
    const recent = rememberingAssets(late, noOtherReplica);
    const reading = recent.findRecent([assetId], call());
    await hasBegun;
    await recent.changeState({ assetId, state: 'withdrawn', ...WHO }, call());
    goOn();
    await reading;
    expect(await recent.findRecent([assetId], call())).toEqual([]);
  });
});

describeWith(ENGINES.postgres, 'two replicas of the rights service', (engine) => {
  let database: TestDatabase;
  let proxy: FaultyProxy;
  let direct: RightsHarness;
  let proxied: RightsHarness;
  let ids: string[];

  beforeEach(async () => {
    database = await engine.create();
    const url = new URL(database.url ?? '');
    direct = await replicaOn(url);
    proxy = new FaultyProxy({ host: url.hostname, port: Number(url.port) });
    url.host = `127.0.0.1:${await proxy.open()}`;
    proxied = await replicaOn(url);
    ids = [];
    for (let at = 0; at < IMAGES; at += 1) {
      ids.push((await direct.taken()).assetId);
    }
  });
  const replicaOn = async ({ href: url }: URL): Promise<RightsHarness> => {
    const store = { dir: database.dir, url, drop: () => Promise.resolve() };
    const replica = new RightsHarness({ name: 'a replica', create: () => Promise.resolve(store) });
    await replica.start();
    return replica;
  };
  afterEach(async () => {
    await direct.stop();
    await proxied.stop();
    await proxy.close();
    await database.drop();
  });

  it('show no image that the other one withdrew longer ago than they promise, under load', async () => {
    const withdrawnAt = new Map<string, number>();
    const late: string[] = [];
    let reads = 0;
    let isOver = false;
    const read = async ({ client }: RightsHarness): Promise<void> => {
      while (!isOver) {
        const askedAt = performance.now();
        // A replica that cannot reach the database says so; it must not answer from what it kept.
        const { assets } = await client
          .getAssets({ assetIds: ids, mayBeRecent: true }, detachedCall(5_000))
          .catch(() => ({ assets: [] }));
        reads += 1;
        for (const { metadata } of assets) {
          const at = withdrawnAt.get(metadata?.assetId ?? '') ?? Infinity;
          if (askedAt - at > RECENT_AGE_MS_MAX + TOLERANCE_MS) late.push(String(metadata?.assetId));
        }
      }
    };
    const readers = Array.from({ length: READERS }, (_, at) => read(at % 2 === 0 ? direct : proxied));
    for (const [at, assetId] of ids.slice(0, 30).entries()) {
      await (at % 2 === 0 ? proxied : direct).withdraw(assetId);
      withdrawnAt.set(assetId, performance.now());
      await sleep(50);
    }
    // Behind a line that falls silent the other replica hears of nothing, and must not trust what it keeps.
    proxy.setFault({ kind: 'delay', ms: 10 * RECENT_AGE_MS_MAX });
    for (const assetId of ids.slice(30)) {
      await direct.withdraw(assetId);
      withdrawnAt.set(assetId, performance.now());
    }
    await sleep(RECENT_AGE_MS_MAX + 500);
    proxy.setFault({ kind: 'none' });
    await sleep(500);
    isOver = true;
    await Promise.all(readers);
    expect(late).toEqual([]);
    expect(reads).toBeGreaterThan(100);
  });

  it('hear of a change within a moment, and read what they keep without the database', async () => {
    const [assetId = ''] = ids;
    const held = async () =>
      (await proxied.client.getAssets({ assetIds: [assetId], mayBeRecent: true }, call())).assets.length;
    await sleep(1_000);
    expect(await held()).toBe(1);
    await direct.withdraw(assetId);
    const changedAt = performance.now();
    while ((await held()) === 1) await sleep(10);
    expect(performance.now() - changedAt).toBeLessThan(1_000);
    await expect(proxied.download(assetId, 'VARIANT_ORIGINAL')).rejects.toMatchObject({
      code: 'asset_not_found',
    });
    await direct.restore(assetId);
    expect(await held()).toBe(1);
  });
});
