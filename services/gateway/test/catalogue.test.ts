import { expect, test } from '@jest/globals';
import { packAsset, unpackAsset } from '@imagesearch/contracts/packed-assets';
import type { AssetInput, GetAssetsRequestInput, GetAssetsResponse } from '@imagesearch/contracts/messages';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createCatalogue } from '../src/assets/asset.js';

const HERON: AssetInput = {
  metadata: {
    assetId: 'test:heron',
    title: 'A heron',
    tags: ['bird'],
    width: 640,
    height: 480,
    format: 'jpeg',
  },
  rights: { license: 'cc-by-4.0', basis: 'as declared', delivery: 'host' },
  source: 'test',
};
const packed = packAsset(HERON);
const call = () => detachedCall(1_000);

/** A rights service that answers so, and what it was asked. */
function answering(answer: GetAssetsResponse) {
  const asked: GetAssetsRequestInput[] = [];
  const getAssets = (request: GetAssetsRequestInput): Promise<GetAssetsResponse> => {
    asked.push(request);
    return Promise.resolve(answer);
  };
  return { asked, catalogue: createCatalogue({ getAssets }) };
}

test('a search reads the same packed bytes once, and a changed asset again', async () => {
  const answer: GetAssetsResponse = { assets: [], packedAssets: [packed] };
  const { catalogue, asked } = answering(answer);
  const [first] = await catalogue.recentAssets(['test:heron'], call());
  expect(first).toMatchObject({ assetId: 'test:heron', title: 'A heron', rights: { license: 'cc-by-4.0' } });
  answer.packedAssets = [Buffer.from(packed)];
  expect((await catalogue.recentAssets(['test:heron'], call()))[0]).toBe(first);
  answer.packedAssets = [packAsset({ ...HERON, metadata: { ...HERON.metadata, title: 'Another heron' } })];
  expect(await catalogue.recentAssets(['test:heron'], call())).toMatchObject([{ title: 'Another heron' }]);
  expect(asked.every((request) => request.packed === true)).toBe(true);
});

test('what must be current is asked for as it is', async () => {
  const { catalogue, asked } = answering({ assets: [unpackAsset(packed)], packedAssets: [] });
  expect(await catalogue.assets(['test:heron'], call())).toMatchObject([{ assetId: 'test:heron' }]);
  expect(asked).toEqual([{ assetIds: ['test:heron'], mayBeRecent: false, packed: false }]);
});

test('half of an asset is an error of the rights service', async () => {
  const { catalogue } = answering({
    assets: [],
    packedAssets: [packAsset({ metadata: HERON.metadata ?? null })],
  });
  await expect(catalogue.recentAssets(['test:heron'], call())).rejects.toMatchObject({ code: 'internal' });
});
