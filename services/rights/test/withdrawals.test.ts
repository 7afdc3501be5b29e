import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { call, newImage, putRequests, readAll, RightsHarness } from './harness.js';

const WHO = { actor: 'ops@example.org', reason: 'The photographer asked for it, case 17.' };

describeOnDatabases('withdrawing', (engine) => {
  let rights: RightsHarness;
  beforeAll(async () => {
    rights = await RightsHarness.start(engine);
  });
  afterAll(() => rights.stop());

  const put = (written: Parameters<typeof putRequests>[0]) =>
    rights.client.putAsset(putRequests(written), call());
  const found = async (assetId: string) =>
    (await rights.client.getAssets({ assetIds: [assetId] }, call())).assets.length === 1;
  const events = async (assetId: string) => (await rights.client.listAssetEvents({ assetId }, call())).events;
  const address = (assetId: string, variant: 'VARIANT_ORIGINAL' | 'VARIANT_THUMBNAIL') =>
    rights.client.createDownload({ assetId, variant }, call());
  const taken = async (overrides: Parameters<typeof newImage>[0] = {}) => {
    const { metadata, bytes } = await newImage(overrides);
    await put({ metadata, bytes });
    return { metadata, bytes, assetId: String(metadata.assetId) };
  };

  test('a withdrawn asset disappears from every answer at once, also from addresses of earlier answers', async () => {
    const { assetId } = await taken();
    const other = await taken();
    const variants = ['VARIANT_ORIGINAL', 'VARIANT_THUMBNAIL'] as const;
    const tokens = await Promise.all(
      variants.map(async (variant) => String((await address(assetId, variant)).token)),
    );
    const before = (await rights.client.countAssets({}, call())).assets;

    expect(await rights.client.withdrawAsset({ assetId, ...WHO }, call())).toEqual({
      state: 'ASSET_STATE_WITHDRAWN',
      changed: true,
    });
    expect(await found(assetId)).toBe(false);
    expect((await rights.client.countAssets({}, call())).assets).toBe(before - 1);
    for (const variant of variants) {
      await expect(address(assetId, variant)).rejects.toMatchObject({ code: 'asset_not_found' });
    }
    for (const token of tokens) {
      await expect(readAll(rights.client, token)).rejects.toMatchObject({ code: 'file_not_found' });
    }
    expect(await found(other.assetId)).toBe(true);
  });

  test('the record says who, why and when, and nobody can withdraw without both', async () => {
    const { assetId } = await taken();
    const startedAt = Date.now();
    await rights.client.withdrawAsset({ assetId, ...WHO }, call());
    const [event, ...others] = await events(assetId);
    expect(event).toMatchObject({ state: 'ASSET_STATE_WITHDRAWN', ...WHO });
    expect(Math.abs(Number(event?.atMs) - startedAt)).toBeLessThan(10_000);
    expect(others).toEqual([]);

    const { assetId: kept } = await taken();
    const refusal = rights.client.withdrawAsset({ assetId: kept, actor: ' ', reason: '' }, call());
    await expect(refusal).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [{ loc: ['actor'] }, { loc: ['reason'] }],
    });
    expect(await found(kept)).toBe(true);
    expect(await events(kept)).toEqual([]);
  });

  test('an asset that is withdrawn by ten at once is withdrawn, and recorded, once', async () => {
    const { assetId } = await taken();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => rights.client.withdrawAsset({ assetId, ...WHO }, call())),
    );
    expect(answers.filter(({ changed }) => changed)).toHaveLength(1);
    expect(await events(assetId)).toHaveLength(1);
  });

  test('ingesting it again, changed or not, neither brings it back nor writes anything of it', async () => {
    const { metadata, bytes, assetId } = await taken();
    await rights.client.withdrawAsset({ assetId, ...WHO }, call());
    const digests = join(rights.dataDir, 'rights/blobs/originals');
    await rm(digests, { recursive: true });

    const again = await put({ metadata, bytes });
    const changed = await put({ metadata: { ...metadata, contentVersion: 'v2', title: 'Other' }, bytes });
    for (const answer of [again, changed]) {
      expect(answer).toMatchObject({ changed: false, state: 'ASSET_STATE_WITHDRAWN' });
    }
    expect(await found(assetId)).toBe(false);
    await expect(stat(digests)).rejects.toMatchObject({ code: 'ENOENT' });

    await rights.client.restoreAsset({ assetId, ...WHO }, call());
    const { assets } = await rights.client.getAssets({ assetIds: [assetId] }, call());
    expect(assets[0]?.metadata).toMatchObject({ title: metadata.title, contentVersion: 'v1' });
  });

  test('an ingestion that was under way when the asset was withdrawn does not bring it back', async () => {
    const { metadata, bytes, assetId } = await taken();
    const versions = Array.from({ length: 6 }, (_, at) => ({ ...metadata, contentVersion: `w${at}` }));
    await Promise.all([
      ...versions.map((version) => put({ metadata: version, bytes })),
      rights.client.withdrawAsset({ assetId, ...WHO }, call()),
    ]);
    expect(await found(assetId)).toBe(false);
  });

  test('restoring brings the asset and its files back, and is recorded beside the withdrawal', async () => {
    const { assetId, bytes } = await taken();
    await rights.client.withdrawAsset({ assetId, ...WHO }, call());
    const restored = { actor: 'legal@example.org', reason: 'The claim was withdrawn.' };
    const answer = await rights.client.restoreAsset({ assetId, ...restored }, call());
    expect(answer).toEqual({ state: 'ASSET_STATE_ACTIVE', changed: true });
    expect((await rights.client.restoreAsset({ assetId, ...restored }, call())).changed).toBe(false);

    const { token } = await address(assetId, 'VARIANT_ORIGINAL');
    expect((await readAll(rights.client, String(token))).bytes.equals(bytes)).toBe(true);
    expect(await events(assetId)).toMatchObject([
      { state: 'ASSET_STATE_WITHDRAWN', ...WHO },
      { state: 'ASSET_STATE_ACTIVE', ...restored },
    ]);
  });

  test('an asset that was never ingested cannot be withdrawn or restored', async () => {
    for (const assetId of ['testset:nobody', 'nonsense', '', 'testset:a\0b']) {
      for (const ask of [rights.client.withdrawAsset, rights.client.restoreAsset]) {
        await expect(ask({ assetId, ...WHO }, call())).rejects.toMatchObject({ code: 'asset_not_found' });
      }
      expect(await events(assetId)).toEqual([]);
    }
  });

  test('every change of state and of licence is listed once, in order, when no earlier one can follow', async () => {
    const { assetId, metadata, bytes } = await taken();
    const other = await taken();
    const all = async (after: number) =>
      (await rights.client.listAssetEvents({ assetId: '', after }, call())).events;
    await rights.client.withdrawAsset({ assetId: other.assetId, ...WHO }, call());
    const last = Number((await events(other.assetId))[0]?.eventId);
    await put({ metadata: { ...metadata, title: 'Another title' }, bytes });
    await put({ metadata: { ...metadata, licenseVerbatim: 'CC0 1.0' }, bytes });
    await rights.client.withdrawAsset({ assetId, ...WHO }, call());
    expect((await all(last)).map((event) => event.assetId)).toEqual([]);

    await rights.sql(`UPDATE rights.asset_events SET at = at - INTERVAL '1 minute' WHERE id >= $1`, [last]);
    expect(await all(last - 1)).toMatchObject([
      { assetId: other.assetId, state: 'ASSET_STATE_WITHDRAWN' },
      { assetId, state: 'ASSET_STATE_ACTIVE', license: 'cc0', previousLicense: 'cc-by-sa-4.0' },
      { assetId, state: 'ASSET_STATE_WITHDRAWN' },
    ]);
    expect((await all(last - 1))[2]).not.toHaveProperty('license');
    expect(await all(last)).toHaveLength(2);
  });

  test('an edit is on record with who made it, once for each change and with the licence where that changed', async () => {
    const { assetId, metadata } = await taken();
    const edit = (changes: object, cause: object) =>
      rights.client.putAsset([{ metadata: { ...metadata, ...changes }, keepsFiles: true, ...cause }], call());
    const title = { title: 'An edited title' };
    await edit(title, { actor: 'Ada', reason: 'edited title' });
    await edit(title, { actor: 'Ada', reason: 'edited nothing' });
    await edit({ ...title, licenseVerbatim: 'CC0 1.0' }, { actor: 'Ada', reason: 'edited license' });
    await edit({ ...title, licenseVerbatim: 'CC0 1.0', tags: ['ingested'] }, {});
    await rights.client.withdrawAsset({ assetId, ...WHO }, call());
    const recorded = (await events(assetId)).map(({ actor, reason, state, license, previousLicense }) => ({
      ...{ actor, reason, state, license, previousLicense },
    }));
    expect(recorded).toEqual([
      { actor: 'Ada', reason: 'edited title', state: 'ASSET_STATE_ACTIVE' },
      {
        ...{ actor: 'Ada', reason: 'edited license', state: 'ASSET_STATE_ACTIVE' },
        ...{ license: 'cc0', previousLicense: 'cc-by-sa-4.0' },
      },
      { ...WHO, state: 'ASSET_STATE_WITHDRAWN' },
    ]);
    await expect(edit(title, { actor: '', reason: 'nobody' })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    await expect(edit(title, { actor: 'Ada' })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
