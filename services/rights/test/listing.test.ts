import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { AssetState } from '@imagesearch/contracts/messages';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { call, newImage, rightsForAll } from './harness.js';

describeOnDatabases('listing', (engine) => {
  const rights = rightsForAll(engine);

  /** A source of the test's own with this many assets, every third of them withdrawn. */
  const newSource = async (assets: number) => {
    const source = `s${randomUUID().slice(0, 8)}`;
    const image = await newImage();
    const assetIds = Array.from({ length: assets }, (_, at) => `${source}:${String(at).padStart(3, '0')}é`);
    await Promise.all(
      assetIds.map(async (assetId, at) => {
        await rights.put({ ...image.metadata, assetId, contentVersion: `v${at}` }, image.bytes);
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
    const pages = await pagesOf(source, 3);
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
    expect(pages.flat().map(({ assetId }) => assetId)).toEqual(assetIds);
    expect(pages.flat().map(({ contentVersion }) => contentVersion)).toEqual(
      assetIds.map((_, at) => `v${at}`),
    );
    expect(pages.flat().map(({ state }) => state)).toEqual(
      assetIds.map((_, at) => (at % 3 === 0 ? 'ASSET_STATE_WITHDRAWN' : 'ASSET_STATE_ACTIVE')),
    );
    const everything = (await rights.client.listAssets({ limit: 1_000 }, call())).assets;
    expect(everything.map(({ assetId }) => assetId)).toEqual(
      expect.arrayContaining([...assetIds, ...other.assetIds]),
    );
  });

  test('a page that ends with the last asset is the last page', async () => {
    const { source } = await newSource(4);
    expect((await pagesOf(source, 2)).map(({ length }) => length)).toEqual([2, 2]);
    expect(await pagesOf(`none${source}`, 2)).toEqual([[]]);
  });

  test('one state can be asked for', async () => {
    const { source, assetIds } = await newSource(6);
    const withdrawn = (await pagesOf(source, 1, ['ASSET_STATE_WITHDRAWN'])).flat();
    const active = (await pagesOf(source, 10, ['ASSET_STATE_ACTIVE'])).flat();
    expect(withdrawn.map(({ assetId }) => assetId)).toEqual([assetIds[0], assetIds[3]]);
    expect(active).toHaveLength(4);
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
