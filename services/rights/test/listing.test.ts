import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { AssetState } from '@imagesearch/contracts/messages';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { call, rightsForAll } from './harness.js';

describeOnDatabases('listing', (engine) => {
  const rights = rightsForAll(engine);

  /** A source of the test's own with this many assets, every third of them withdrawn. */
  const newSource = async (assets: number) => {
    const source = `s${randomUUID().slice(0, 8)}`;
    const assetIds = Array.from({ length: assets }, (_, at) => `${source}:${String(at).padStart(3, '0')}é`);
    await Promise.all(
      assetIds.map(async (assetId, at) => {
        await rights.taken({ assetId, contentVersion: `v${at}` });
        if (at % 3 === 0) await rights.withdraw(assetId);
      }),
    );
    return { source, assetIds };
  };

  const pagesOf = async (source: string, limit: number, states: AssetState[] = []) => {
    const pages = [];
    let cursor = '';
    do {
      const page = await rights.client.listAssets({ source, limit, cursor, states }, call());
      pages.push(page.assets);
      cursor = page.nextCursor;
    } while (cursor !== '');
    return pages;
  };

  test('every asset is on exactly one page, with its version and its state', async () => {
    const { source, assetIds } = await newSource(7);
    const other = await newSource(2);
    const whole = assetIds.map((assetId, at) => ({
      assetId,
      contentVersion: `v${at}`,
      state: at % 3 === 0 ? 'ASSET_STATE_WITHDRAWN' : 'ASSET_STATE_ACTIVE',
    }));
    expect(await pagesOf(source, 3)).toEqual([whole.slice(0, 3), whole.slice(3, 6), whole.slice(6)]);
    // A page that ends with the last asset is the last page.
    expect(await pagesOf(source, 7)).toEqual([whole]);
    expect(await pagesOf(`none${source}`, 2)).toEqual([[]]);
    for (const state of ['ASSET_STATE_WITHDRAWN', 'ASSET_STATE_ACTIVE'] as const)
      expect((await pagesOf(source, 2, [state])).flat()).toEqual(whole.filter((one) => one.state === state));
    const everything = (await rights.client.listAssets({ limit: 1_000 }, call())).assets;
    const listed = new Set(everything.map(({ assetId }) => assetId));
    expect([...assetIds, ...other.assetIds].filter((assetId) => !listed.has(assetId))).toEqual([]);
  });

  test('an asset ingested between two pages neither hides nor doubles another', async () => {
    const { source, assetIds } = await newSource(4);
    const first = await rights.client.listAssets({ source, limit: 2 }, call());
    await rights.taken({ assetId: `${source}:000` });
    const rest = await rights.client.listAssets({ source, cursor: first.nextCursor }, call());
    expect([...first.assets, ...rest.assets].map(({ assetId }) => assetId)).toEqual(assetIds);
  });

  test('a page that is too large, an invalid cursor and an invalid state are refused', async () => {
    const refused = [
      [{ limit: 1_001 }, ['limit']],
      [{ cursor: 'nonsense!' }, ['cursor']],
      [{ states: ['ASSET_STATE_UNSPECIFIED' as const] }, ['states', 0]],
    ] as const;
    for (const [request, loc] of refused) {
      const states = 'states' in request ? [...request.states] : [];
      await expect(rights.client.listAssets({ ...request, states }, call())).rejects.toMatchObject({
        code: 'invalid_request',
        issues: [{ loc }],
      });
    }
  });

  test('assets are counted by source and state', async () => {
    const { source } = await newSource(5);
    const { assets, sources } = await rights.client.countAssets({}, call());
    expect(sources.find((counted) => counted.source === source)).toEqual({
      source,
      active: 3,
      withdrawn: 2,
      withLocation: 0,
    });
    expect(assets).toBe(sources.reduce((sum, { active }) => sum + active, 0));
    const estimate = await rights.client.countAssets({ approximate: true }, call());
    expect(estimate).toEqual({ assets, sources: [] });
  });
});
