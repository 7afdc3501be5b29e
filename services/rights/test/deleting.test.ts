import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { expect, test } from '@jest/globals';
import { allBlobKeys } from '../src/files.js';
import { call, firstOf, newImage, rightsForAll, WHO } from './harness.js';

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

describeOnDatabases('deleting', (engine) => {
  const rights = rightsForAll(engine);

  const filesOf = (...bytes: Buffer[]): number => {
    const hash = createHash('sha256');
    for (const part of bytes) hash.update(part);
    const keys = allBlobKeys(hash.digest('hex'));
    return keys.filter((key) => existsSync(join(rights.dataDir, 'rights/blobs', key))).length;
  };
  const remove = (...assetIds: string[]) => rights.client.deleteAssets({ assetIds, ...WHO }, call());

  test('a deleted asset is gone with its files, and its record stays', async () => {
    const { assetId, metadata, bytes } = await rights.taken();
    await rights.withdraw(assetId);
    const forget = () =>
      rights.client.deleteAssets({ assetIds: [assetId, 'testset:unknown'], ...WHO, remember: false }, call());
    expect(await forget()).toEqual({ assetIds: [assetId], withdrawnIds: [] });
    expect(filesOf(bytes)).toBe(0);
    expect(await rights.events(assetId)).toMatchObject([
      { state: 'ASSET_STATE_WITHDRAWN' },
      { state: 'ASSET_STATE_DELETED', ...WHO },
    ]);
    expect(await forget()).toEqual({ assetIds: [], withdrawnIds: [] });
    expect(await rights.events(assetId)).toHaveLength(2);
    expect(await rights.put(metadata, bytes)).toMatchObject({ changed: true, state: 'ASSET_STATE_ACTIVE' });
    expect(filesOf(bytes)).toBe(3);
  });

  test('a remembered deletion keeps the asset and its content away until it is restored', async () => {
    const { assetId, metadata, bytes } = await rights.taken();
    const copy = { ...metadata, assetId: `${assetId}-renamed` };
    const elsewhere = { ...metadata, assetId: `other:${assetId.split(':')[1]}` };
    await rights.client.deleteAssets({ assetIds: [assetId], ...WHO, remember: true }, call());
    const refused = { changed: false, state: 'ASSET_STATE_DELETED' };
    for (const one of [metadata, copy, elsewhere])
      expect(await rights.put(one, bytes)).toMatchObject({ ...refused, withheldBy: assetId });
    const list = async (states: 'ASSET_STATE_DELETED'[]) =>
      (await rights.client.listAssets({ states, limit: 1_000 }, call())).assets.map((asset) => asset.assetId);
    expect(await list(['ASSET_STATE_DELETED'])).toEqual([assetId]);
    expect(await list([])).not.toContain(assetId);

    expect(await rights.restore(assetId)).toMatchObject({ changed: true });
    expect((await rights.events(assetId)).map(({ state }) => state)).toEqual([
      'ASSET_STATE_DELETED',
      'ASSET_STATE_ACTIVE',
    ]);
    expect(await rights.put(metadata, bytes)).toMatchObject({ changed: true, state: 'ASSET_STATE_ACTIVE' });
    for (const one of [copy, elsewhere])
      expect(await rights.put(one, bytes)).toMatchObject({ changed: true, state: 'ASSET_STATE_ACTIVE' });
  });

  test('files that another asset shares stay until that one is deleted too', async () => {
    const { assetId, metadata, bytes } = await rights.taken();
    const other = `${assetId}-other`;
    await rights.put({ ...metadata, assetId: other }, bytes);
    await remove(assetId);
    expect(filesOf(bytes)).toBe(3);
    await remove(other);
    expect(filesOf(bytes)).toBe(0);
  });

  test('an asset that is ingested while another one of the same content is deleted has its files', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { assetId, metadata, bytes } = await rights.taken();
      await Promise.all([remove(assetId), rights.put({ ...metadata, assetId: `${assetId}-other` }, bytes)]);
      expect(filesOf(bytes)).toBe(3);
    }
  });

  test('a deletion without an actor or a reason is refused', async () => {
    const refused = rights.client.deleteAssets({ assetIds: ['testset:1'], actor: ' ', reason: '' }, call());
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('the file that an image was converted from is kept, served and deleted with it', async () => {
    const image = await newImage({ originalFormat: 'gif' });
    const { assetId, bytes } = image;
    await rights.client.putAsset([await firstOf(image), { chunk: bytes }, { originalChunk: GIF }], call());
    expect(await rights.file(assetId, 'VARIANT_INGESTED')).toMatchObject({
      bytes: GIF,
      headers: {
        'Content-Type': 'image/gif',
        'Content-Disposition': expect.stringMatching(/\.gif$/) as unknown,
      },
    });
    expect(filesOf(bytes, GIF)).toBe(4);
    await remove(assetId);
    expect(filesOf(bytes, GIF)).toBe(0);
  });

  test('a converted file that is not of the format said, or is missing, is refused', async () => {
    const { metadata, bytes } = await newImage({ originalFormat: 'tiff' });
    const fault = { issues: [{ type: 'stream_sequence' }] };
    const wrong = [{ metadata }, { chunk: bytes }, { originalChunk: GIF }];
    await expect(rights.client.putAsset(wrong, call())).rejects.toMatchObject(fault);
    await expect(rights.put(metadata, bytes)).rejects.toMatchObject(fault);
  });
});

describeOnDatabases('the origins of sources', (engine) => {
  const rights = rightsForAll(engine);

  const origin = { kind: 'folder', machine: 'a', path: '/a/holiday' };
  const other = { kind: 'folder', machine: 'b', path: '/b/holiday' };
  const claim = (source: string, by: typeof origin, replace = false) =>
    rights.client.claimSource({ source, origin: by, replace }, call());

  test('the first claim of a source holds, and another one is told whose it is', async () => {
    expect(await claim('holiday', origin)).toEqual({ origin });
    expect(await claim('holiday', origin)).toEqual({ origin });
    expect(await claim('holiday', other)).toEqual({ origin });
    expect(await claim('holiday', other, true)).toEqual({ origin: other });
    expect((await rights.client.listSources({}, call())).sources).toEqual([
      { source: 'holiday', origin: other, stated: {} },
    ]);
  });

  test('what is stated of a source stays until something else is stated, or it is taken back', async () => {
    const stating = async (stated: object) => {
      await rights.client.claimSource({ source: 'stated', origin, stated }, call());
      const { sources } = await rights.client.listSources({}, call());
      const { license, overridesLicense, creator } =
        sources.find(({ source }) => source === 'stated')?.stated ?? {};
      return { license, overridesLicense, creator };
    };
    const license = { license: 'CC BY-NC 4.0', overridesLicense: true };
    expect(await stating(license)).toEqual(license);
    expect(await stating({ creator: 'Ada' })).toEqual({ ...license, creator: 'Ada' });
    expect(await stating({})).toEqual({ ...license, creator: 'Ada' });
    expect(await stating({ license: 'CC0', overridesLicense: false })).toEqual({
      license: 'CC0',
      overridesLicense: false,
      creator: 'Ada',
    });
    expect(await stating({ license: '', creator: '' })).toEqual({});
  });

  test('of claims at the same time one holds', async () => {
    const origins = Array.from({ length: 8 }, (_, at) => ({ ...origin, path: `/${at}` }));
    const answers = await Promise.all(origins.map((one) => claim('raced', one)));
    expect(new Set(answers.map((answer) => answer.origin?.path)).size).toBe(1);
  });

  test('a source is released once it has no assets', async () => {
    await rights.taken({ assetId: 'released:1' });
    await claim('released', origin);
    expect(await rights.client.releaseSource({ source: 'released' }, call())).toEqual({ released: false });
    await rights.client.deleteAssets({ assetIds: ['released:1'], ...WHO }, call());
    expect(await rights.client.releaseSource({ source: 'released' }, call())).toEqual({ released: true });
    expect(await claim('released', other)).toEqual({ origin: other });
  });

  test('a claim without an origin or with a source that no asset id can have is refused', async () => {
    await expect(claim('no source', origin)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(rights.client.claimSource({ source: 'x' }, call())).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  test('a licence that only the file asserts says so in its basis', async () => {
    const { metadata, bytes } = await newImage({ declaredBy: 'file' });
    const { rights: stored } = await rights.put(metadata, bytes);
    expect(stored?.basis).toContain('metadata in the file');
  });
});
