import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { call, rightsForAll, WHO } from './harness.js';

describeOnDatabases('withdrawing', (engine) => {
  const rights = rightsForAll(engine);

  const found = async (assetId: string) => (await rights.get(assetId)).length === 1;

  test('a withdrawn asset disappears from every answer at once, also from addresses of earlier answers', async () => {
    const { assetId } = await rights.taken();
    const other = await rights.taken();
    const variants = ['VARIANT_ORIGINAL', 'VARIANT_THUMBNAIL', 'VARIANT_CREDITED'] as const;
    const downloads = await Promise.all(variants.map((variant) => rights.download(assetId, variant)));
    const before = (await rights.client.countAssets({}, call())).assets;

    expect(await rights.withdraw(assetId)).toMatchObject({ changed: true });
    expect(await found(assetId)).toBe(false);
    expect((await rights.client.countAssets({}, call())).assets).toBe(before - 1);
    for (const variant of variants) {
      await expect(rights.download(assetId, variant)).rejects.toMatchObject({ code: 'asset_not_found' });
    }
    for (const { token } of downloads) {
      await expect(rights.read(token)).rejects.toMatchObject({ code: 'file_not_found' });
    }
    expect(await found(other.assetId)).toBe(true);
    const page = { assetIds: [other.assetId, assetId], variant: variants[0] };
    expect((await rights.client.createDownload(page, call())).downloads).toMatchObject([
      { assetId: other.assetId },
    ]);
  });

  test('the record says who, why and when, and nobody can withdraw without both', async () => {
    const { assetId } = await rights.taken();
    const startedAt = Date.now();
    await rights.withdraw(assetId);
    const [event, ...others] = await rights.events(assetId);
    expect(event).toMatchObject({ state: 'ASSET_STATE_WITHDRAWN', ...WHO });
    expect(Math.abs(Number(event?.atMs) - startedAt)).toBeLessThan(10_000);
    expect(others).toEqual([]);

    const { assetId: kept } = await rights.taken();
    const refusal = rights.withdraw(kept, { actor: ' ', reason: '' });
    await expect(refusal).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [{ loc: ['actor'] }, { loc: ['reason'] }],
    });
    expect(await found(kept)).toBe(true);
    expect(await rights.events(kept)).toEqual([]);
  });

  test('an asset that is withdrawn by ten at once is withdrawn, and recorded, once', async () => {
    const { assetId } = await rights.taken();
    const answers = await Promise.all(Array.from({ length: 10 }, () => rights.withdraw(assetId)));
    expect(answers.filter(({ changed }) => changed)).toHaveLength(1);
    expect(await rights.events(assetId)).toHaveLength(1);
  });

  test('ingesting it again, changed or not, neither brings it back nor writes anything of it', async () => {
    const { metadata, bytes, assetId } = await rights.taken();
    await rights.withdraw(assetId);
    const digests = join(rights.dataDir, 'rights/blobs/originals');
    await rm(digests, { recursive: true });

    const again = await rights.put(metadata, bytes);
    const changed = await rights.put({ ...metadata, contentVersion: 'v2', title: 'Other' }, bytes);
    for (const answer of [again, changed]) {
      expect(answer).toMatchObject({ changed: false, state: 'ASSET_STATE_WITHDRAWN' });
    }
    expect(await found(assetId)).toBe(false);
    await expect(stat(digests)).rejects.toMatchObject({ code: 'ENOENT' });

    await rights.restore(assetId);
    const [asset] = await rights.get(assetId);
    expect(asset?.metadata).toMatchObject({ title: metadata.title, contentVersion: 'v1' });
  });

  test('an ingestion that was under way when the asset was withdrawn does not bring it back', async () => {
    const { metadata, bytes, assetId } = await rights.taken();
    const versions = Array.from({ length: 6 }, (_, at) => ({ ...metadata, contentVersion: `w${at}` }));
    await Promise.all([...versions.map((version) => rights.put(version, bytes)), rights.withdraw(assetId)]);
    expect(await found(assetId)).toBe(false);
  });

  test('restoring brings the asset and its files back, and is recorded beside the withdrawal', async () => {
    const { assetId, bytes } = await rights.taken();
    await rights.withdraw(assetId);
    const restored = { actor: 'legal@example.org', reason: 'The claim was withdrawn.' };
    expect(await rights.restore(assetId, restored)).toMatchObject({ changed: true });
    expect(await rights.restore(assetId, restored)).toMatchObject({ changed: false });

    expect((await rights.file(assetId, 'VARIANT_ORIGINAL')).bytes.equals(bytes)).toBe(true);
    expect(await rights.events(assetId)).toMatchObject([
      { state: 'ASSET_STATE_WITHDRAWN', ...WHO },
      { state: 'ASSET_STATE_ACTIVE', ...restored },
    ]);
  });

  test('an asset that was never ingested cannot be withdrawn or restored', async () => {
    for (const assetId of ['testset:nobody', 'nonsense', '', 'testset:a\0b']) {
      for (const change of [rights.withdraw(assetId), rights.restore(assetId)])
        await expect(change).rejects.toMatchObject({ code: 'asset_not_found' });
      // Without an id, those of all assets are listed.
      if (assetId !== '') expect(await rights.events(assetId)).toEqual([]);
    }
  });

  test('every change of state and of licence is listed once, in order, when no earlier one can follow', async () => {
    const { assetId, metadata, bytes } = await rights.taken();
    const other = await rights.taken();
    const all = async (after: number) =>
      (await rights.client.listAssetEvents({ assetId: '', after }, call())).events;
    await rights.withdraw(other.assetId);
    const last = Number((await rights.events(other.assetId))[0]?.eventId);
    await rights.put({ ...metadata, title: 'Another title' }, bytes);
    await rights.put({ ...metadata, licenseVerbatim: 'CC0 1.0' }, bytes);
    await rights.withdraw(assetId);
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
    const { assetId, metadata } = await rights.taken();
    const edit = (changes: object, cause: object) =>
      rights.client.putAsset([{ metadata: { ...metadata, ...changes }, keepsFiles: true, ...cause }], call());
    const title = { title: 'An edited title' };
    await edit(title, { actor: 'Ada', reason: 'edited title' });
    await edit(title, { actor: 'Ada', reason: 'edited nothing' });
    await edit({ ...title, licenseVerbatim: 'CC0 1.0' }, { actor: 'Ada', reason: 'edited license' });
    await edit({ ...title, licenseVerbatim: 'CC0 1.0', tags: ['ingested'] }, {});
    await rights.withdraw(assetId);
    const recorded = (await rights.events(assetId)).map(
      ({ actor, reason, state, license, previousLicense }) => ({
        ...{ actor, reason, state, license, previousLicense },
      }),
    );
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
