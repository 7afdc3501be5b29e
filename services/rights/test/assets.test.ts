import { randomUUID } from 'node:crypto';
import { DECLARED_NAMES, declaredRow } from '@imagesearch/facets/declared';
import { expect, test } from '@jest/globals';
import { call, newImage, rightsForAll } from './harness.js';
import { describeOnDatabases } from '@imagesearch/testkit/engines';

describeOnDatabases('assets', (engine) => {
  const rights = rightsForAll(engine);

  const count = async () => (await rights.client.countAssets({}, call())).assets;

  test('an asset is returned as it was ingested, with its rights', async () => {
    const { assetId, metadata, bytes } = await newImage();
    const { changed, rights: answer } = await rights.put(metadata, bytes);

    expect(changed).toBe(true);
    expect(answer).toMatchObject({
      license: 'cc-by-sa-4.0',
      licenseVerbatim: 'CC BY-SA 4.0',
      commercial: true,
      derivatives: true,
      shareAlike: true,
      attributionRequired: true,
      attribution:
        '"A heron" by Ada Martin, licensed under CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/). Source: https://example.org/heron',
      provenanceUrl: 'https://example.org/heron',
      basis: expect.stringMatching(/as declared by the source.*verify/),
      delivery: 'host',
    });
    expect(await rights.get(assetId)).toMatchObject([{ source: 'testset', metadata, rights: answer }]);
  });

  test('everything that may be declared of an image is kept as it is given', async () => {
    const values = { flag: false, address: 'https://example.org/buy', line: 'Ada Mark 2' };
    const facts = Object.fromEntries(DECLARED_NAMES.map((name) => [name, values[declaredRow(name).kind]]));
    const { assetId } = await rights.taken({ facts });
    expect(await rights.get(assetId)).toMatchObject([{ metadata: { facts } }]);
  });

  test('a recent asset says the same, changes with the asset, and is missing once it is withdrawn', async () => {
    const { assetId, metadata, bytes } = await rights.taken();
    const recent = async () =>
      (await rights.client.getAssets({ assetIds: [assetId], mayBeRecent: true }, call())).assets;
    for (let time = 0; time < 2; time += 1) expect(await recent()).toEqual(await rights.get(assetId));
    await rights.put({ ...metadata, title: 'Another heron' }, bytes);
    expect(await recent()).toMatchObject([{ metadata: { title: 'Another heron' } }]);
    await rights.withdraw(assetId);
    expect(await recent()).toEqual([]);
  });

  test('what the source does not settle stays unset, in the answer and in the store', async () => {
    const { assetId, metadata, bytes } = await newImage({ licenseVerbatim: 'ask the archive' });
    delete metadata.creator;
    delete metadata.creatorUrl;
    metadata.signals = { palette: [], paletteShares: [], negSpace: [], shows: [] };
    await rights.put(metadata, bytes);

    const [asset] = await rights.get(assetId);
    expect(asset?.rights).toEqual({
      license: 'unknown',
      licenseVerbatim: 'ask the archive',
      provenanceUrl: metadata.provenanceUrl,
      basis: expect.any(String),
      delivery: 'host',
    });
    expect(asset?.metadata).not.toHaveProperty('creator');
    expect(asset?.metadata?.signals).toEqual({ palette: [], paletteShares: [], negSpace: [], shows: [] });
  });

  test('putting the same asset again changes nothing; any difference replaces it', async () => {
    const { assetId, metadata, bytes } = await rights.taken();
    const before = await count();

    expect((await rights.put(metadata, bytes)).changed).toBe(false);
    expect((await rights.put({ ...metadata, contentVersion: 'v2' }, bytes)).changed).toBe(true);
    expect(
      (await rights.put({ ...metadata, contentVersion: 'v2', licenseVerbatim: 'CC0' }, bytes)).changed,
    ).toBe(true);
    const other = await newImage();
    expect((await rights.put(metadata, other.bytes)).changed).toBe(true);
    expect(await count()).toBe(before);
    expect((await rights.get(assetId))[0]?.rights?.license).toBe('cc-by-sa-4.0');
  });

  test('assets come in the order asked for, once each, without those that do not exist', async () => {
    const [a, b, c] = [await rights.taken(), await rights.taken(), await rights.taken()].map(
      ({ assetId }) => assetId,
    ) as [string, string, string];
    const asked = [c, 'testset:nobody', a, 'not an id', 'testset:with\0nul', '', c, b];

    expect((await rights.get(...asked)).map(({ metadata }) => metadata?.assetId)).toEqual([c, a, b]);
    expect(await rights.get()).toEqual([]);
  });

  test('1,000 assets can be asked for at once, and not one more', async () => {
    const ids = Array.from({ length: 1_001 }, () => `testset:${randomUUID()}`);
    expect(await rights.get(...ids.slice(1))).toEqual([]);
    await expect(rights.get(...ids)).rejects.toMatchObject({
      code: 'invalid_request',
      issues: [{ loc: ['asset_ids'], type: 'too_long', ctx: { max_length: 1_000, actual_length: 1_001 } }],
    });
  });

  test('callers that put the same asset at the same time leave one whole asset', async () => {
    const { metadata, bytes } = await newImage();
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 8 }, () => rights.put(metadata, bytes)));
    expect(answers.filter(({ changed }) => changed)).toHaveLength(1);
    expect(await count()).toBe(before + 1);
  });

  test('titles, creators and ids in any script come back unchanged', async () => {
    const assetId = `testset:写真-${randomUUID()}é🪶%2F`;
    const title = 'Graureiher — 蒼鷺 🪶 👩‍🚀 मूर्‍ति می‌خواهم מִבְחָן "quoted" \\ \'; drop table rights.assets; --';
    const tags = ['ptáci', '鳥', 'a,b', '{"x"}', ''];
    const { metadata } = await rights.taken({ assetId, title, creator: 'Ádám Ő', tags });
    expect((await rights.get(assetId))[0]).toMatchObject({ metadata });
  });

  test('control characters and marks that turn text around are in no text that comes back', async () => {
    const dirty = (text: string) =>
      `\u202e${text}\u001b]0;owned\u0007\n\t\u2066 end\u2069\u200f\u061c\u009b `;
    const clean = (text: string) => `${text} ]0;owned end`;
    const { assetId, metadata, bytes } = await newImage({
      title: dirty('A heron'),
      creator: dirty('Ada'),
      tags: [dirty('bird')],
      description: dirty('A grey\r\nheron'),
      licenseVerbatim: '\u2067CC BY\u001f4.0\u2069\n',
      provenanceUrl: 'https://example.org/\u202eheron, licensed under CC0.\n Source: nowhere',
      creatorUrl: 'https://example.org/ada "x"',
    });
    const { rights: answer } = await rights.put(metadata, bytes);
    expect(answer).toMatchObject({ license: 'cc-by-4.0', licenseVerbatim: 'CC BY 4.0' });
    const [stored] = await rights.get(assetId);
    expect(stored).toMatchObject({
      metadata: {
        title: clean('A heron'),
        creator: clean('Ada'),
        tags: [clean('bird')],
        description: clean('A grey heron'),
        creatorUrl: 'https://example.org/ada%20%22x%22',
        provenanceUrl: 'https://example.org/%E2%80%AEheron,%20licensed%20under%20CC0.%20Source:%20nowhere',
      },
      rights: answer,
    });
    expect(JSON.stringify(stored)).not.toMatch(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\\u00/u);
    expect(answer?.attribution?.match(/licensed under/g)).toHaveLength(1);
  });

  test('a licence is resolved without storing anything', async () => {
    const before = await count();
    const { metadata } = await newImage({ assetId: 'flickr:1', licenseVerbatim: '4', title: '' });
    const { rights: answer } = await rights.client.resolveLicense({ metadata }, call());
    expect(answer).toMatchObject({
      license: 'cc-by',
      licenseVerbatim: '4',
      attribution: 'This work by Ada Martin, licensed under CC BY. Source: https://example.org/heron',
    });
    expect(await count()).toBe(before);
    await expect(rights.client.resolveLicense({}, call())).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
