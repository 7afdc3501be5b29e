import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { coloured } from '@imagesearch/testkit/images/camera-files';
import { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { expireLocks } from '@imagesearch/testkit/processes/expired-locks';
import { ServiceProcess } from '@imagesearch/testkit/processes/service-process';
import { until } from '@imagesearch/testkit/processes/until';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { createKeys } from '@imagesearch/testkit/stores/gateway-stores';

const call = () => detachedCall(20_000);

const stack = await TestStack.start();
afterAll(() => stack.stop());
const { retrieval, rights } = stack.clients;

describe('an image whose gateway is killed between catalogue and index', () => {
  const home = folderOfSuite();
  /** In front of the rights service: its answers come late, so that a kill finds a gateway that waits for one. */
  const proxy = new FaultyProxy();
  let gateway: ServiceProcess;
  let caller: Caller;
  let watcher: Caller;

  beforeAll(async () => {
    const { addresses } = stack.stack;
    proxy.pointTo(addresses.RIGHTS_ADDRESS);
    gateway = await ServiceProcess.create('gateway', {
      ...addresses,
      RIGHTS_ADDRESS: `127.0.0.1:${await proxy.open()}`,
      DATA_DIR: home,
      LOG_LEVEL: 'silent',
    });
    const { adder } = await createKeys(gateway.env, { adder: 'custom' }, ['search', 'asset', 'ingest']);
    await gateway.start();
    caller = new Caller(gateway.baseUrl, adder);
    watcher = await stack.newCaller();
  }, 120_000);
  afterAll(async () => {
    await gateway.stop('SIGKILL');
    await proxy.close();
  });

  const added = async (title: string, license: string): Promise<string> => {
    const bytes = await coloured(`#${createHash('sha256').update(title).digest('hex').slice(0, 6)}`)
      .png()
      .toBuffer();
    const { body } = await caller.post('/v1/asset', {
      image_base64: bytes.toString('base64'),
      title,
      license,
    });
    return (body as { asset_id: string }).asset_id;
  };

  /** Kills the gateway while it waits for the answer to the change of this asset, which the catalogue has by then. */
  const killedWhile = async (changing: () => Promise<unknown>, isChanged: () => Promise<boolean>) => {
    proxy.setFault({ kind: 'delay', ms: 1_000 });
    const change = changing().catch(() => undefined);
    await until(async () => (await isChanged()) || (await sleep(5)));
    await gateway.stop('SIGKILL');
    await change;
    proxy.setFault({ kind: 'none' });
    await expireLocks(home);
  };

  const licenseOf = async (assetId: string): Promise<string | undefined> =>
    (await rights.getAssets({ assetIds: [assetId] }, call())).assets[0]?.rights?.license;

  const relicensedAndKilled = (assetId: string): Promise<void> =>
    killedWhile(
      () =>
        caller.send('PATCH', `/v1/asset/${assetId}`, JSON.stringify({ license: 'CC BY-NC 4.0' }), {
          'Content-Type': 'application/json',
        }),
      async () => (await licenseOf(assetId)) === 'cc-by-nc-4.0',
    );

  const found = async (query: string, filters: object): Promise<string[]> =>
    (await watcher.search({ query, filters })).results
      .map(({ asset_id: assetId }) => assetId)
      .filter((assetId) => assetId.startsWith('upload-'));

  const indexed = async (words: string, commercial: boolean): Promise<string[]> => {
    const { candidates } = await retrieval.searchPoints(
      { words, filters: { commercial }, limit: 10 },
      call(),
    );
    return candidates.map(({ assetId }) => assetId);
  };

  it('is shown to nobody under the licence that it had, and soon found under the one that it has', async () => {
    const assetId = await added('Zanzibar quokka', 'CC BY 4.0');
    expect(await found('quokka', { commercial: true })).toEqual([assetId]);
    await relicensedAndKilled(assetId);

    expect(await indexed('quokka', true)).toEqual([assetId]);
    for (const filters of [{ commercial: true }, { license_any: ['cc-by-4.0'] }])
      expect(await found('quokka', filters)).toEqual([]);
    const { results } = await watcher.search({ query: 'quokka', k: 1 });
    expect(results).toMatchObject([{ asset_id: assetId, license: 'cc-by-nc-4.0' }]);

    await until(async () => (await indexed('quokka', false)).length === 1);
    expect(await indexed('quokka', true)).toEqual([]);
    expect(await found('quokka', { license_any: ['cc-by-nc-4.0'] })).toEqual([assetId]);
  }, 120_000);

  it('is repaired by the same gateway after its restart, where there is no other one', async () => {
    await gateway.start();
    const assetId = await added('Numbat', 'CC BY 4.0');
    await stack.stack.gateway.close();
    await relicensedAndKilled(assetId);
    expect(await indexed('numbat', true)).toEqual([assetId]);
    await gateway.start();
    await until(async () => (await indexed('numbat', true)).length === 0);
    expect(await indexed('numbat', false)).toEqual([assetId]);
  }, 120_000);
});

describe('npm run ingest -- check', () => {
  // A running gateway would repair what the command has to find.
  beforeAll(() => stack.stack.gateway.close());

  it('prints what differs, and repairs it with --repair', async () => {
    expect(await stack.runIngest(['check'])).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Catalogue and index agree.'),
    });
    const [lost, withdrawn] = ['drawn:red-disc', 'drawn:red-box'] as const;
    await retrieval.deletePoints({ assetIds: [lost] }, call());
    const cause = { actor: 'test', reason: 'a complaint' };
    await rights.changeAssetState({ assetId: withdrawn, state: 'ASSET_STATE_WITHDRAWN', ...cause }, call());
    const { exitCode, output } = await stack.runIngest(['check']);
    expect(exitCode).toBe(1);
    expect(output).toContain(`1 in the catalogue, not in the index: ${lost}`);
    expect(output).toContain(
      `1 in the index, but withdrawn, deleted or unknown to the catalogue: ${withdrawn}`,
    );
    expect(await stack.runIngest(['check', '--repair'])).toMatchObject({ exitCode: 0 });
    expect(await stack.runIngest(['check'])).toMatchObject({ exitCode: 0 });
    const { contentVersions } = await retrieval.getPointVersions({ assetIds: [lost, withdrawn] }, call());
    expect(Object.keys(contentVersions)).toEqual([lost]);
  }, 120_000);
});
