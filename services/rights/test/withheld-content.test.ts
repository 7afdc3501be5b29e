import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { expect, test } from '@jest/globals';
import {
  call,
  drawing,
  firstOf,
  ingestInto,
  newImage,
  partsForAll,
  putRequests,
  rightsForAll,
  WHO,
  type NewImage,
} from './harness.js';

describeOnDatabases('content that was removed', (engine) => {
  const rights = rightsForAll(engine);

  const copyOf = ({ metadata, bytes }: NewImage, assetId = `elsewhere:${randomUUID()}`): NewImage => ({
    assetId,
    bytes,
    metadata: { ...metadata, assetId },
  });
  const put = ({ metadata, bytes }: NewImage) => rights.put(metadata, bytes);
  const isActive = async ({ assetId }: { assetId: string }) => (await rights.get(assetId)).length === 1;
  const remove = (assetIds: string[], remember?: boolean) =>
    rights.client.deleteAssets({ assetIds, ...WHO, ...(remember !== undefined && { remember }) }, call());
  const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const putMade = async (image: NewImage, givenSha256: string) =>
    rights.client.putAsset(putRequests({ ...(await firstOf(image)), givenSha256 }, image.bytes), call());

  test('stays away under any other id of any source until the withdrawn asset is restored by its name', async () => {
    const image = await rights.taken();
    const copy = copyOf(image);
    await rights.withdraw(image.assetId);
    expect(await put(copy)).toMatchObject({
      changed: false,
      state: 'ASSET_STATE_WITHDRAWN',
      withheldBy: image.assetId,
    });
    expect(await isActive(copy)).toBe(false);
    await rights.restore(image.assetId);
    expect(await put(copy)).toMatchObject({ changed: true, state: 'ASSET_STATE_ACTIVE' });
    expect(await isActive(copy)).toBe(true);
  });

  test('is known by the file that its owner gave, whatever was made of it, and by the file that is served', async () => {
    const given = digestOf(await drawing().png().toBuffer());
    const stripped = await newImage();
    await putMade(stripped, given);
    await rights.withdraw(stripped.assetId);
    const refused = { state: 'ASSET_STATE_WITHDRAWN', withheldBy: stripped.assetId };
    expect(await putMade(await newImage(), given)).toMatchObject(refused);
    expect(await put(copyOf(stripped))).toMatchObject(refused);
    expect(await put(await newImage())).toMatchObject({ state: 'ASSET_STATE_ACTIVE' });
    const wrong = putMade(await newImage(), 'no digest');
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_request' });
  });

  test('is withdrawn everywhere at once, each asset on record, and comes back with the one that was named', async () => {
    const image = await rights.taken();
    const [a, b] = [copyOf(image, `a:${randomUUID()}`), copyOf(image, `b:${randomUUID()}`)];
    await put(a);
    await put(b);
    const withdrawn = { state: 'ASSET_STATE_WITHDRAWN', changed: true };
    expect(await rights.withdraw(a.assetId)).toEqual({
      changed: true,
      ofSameContent: [
        { assetId: b.assetId, ...withdrawn },
        { assetId: image.assetId, ...withdrawn },
      ],
    });
    for (const one of [image, a, b]) expect(await isActive(one)).toBe(false);
    expect(await rights.events(b.assetId)).toMatchObject([
      {
        state: 'ASSET_STATE_WITHDRAWN',
        actor: WHO.actor,
        reason: `${WHO.reason} (the same content as ${a.assetId})`,
      },
    ]);
    await rights.restore(a.assetId);
    for (const one of [image, a, b]) expect(await isActive(one)).toBe(true);
  });

  test('that was withdrawn by two names is let out by each name on its own', async () => {
    const image = await rights.taken();
    const copy = copyOf(image);
    await put(copy);
    await rights.withdraw(image.assetId);
    expect(await rights.withdraw(copy.assetId)).toMatchObject({ changed: true });
    expect(await rights.restore(image.assetId)).toEqual({
      changed: true,
      ofSameContent: [{ assetId: copy.assetId, state: 'ASSET_STATE_WITHDRAWN', changed: false }],
    });
    expect(await isActive(image)).toBe(true);
    expect(await isActive(copy)).toBe(false);
    const edited = { ...image.metadata, title: 'Restored by its name' };
    expect(await rights.put(edited, image.bytes)).toMatchObject({
      changed: true,
      state: 'ASSET_STATE_ACTIVE',
    });
    expect(await put(copyOf(image))).toMatchObject({ withheldBy: copy.assetId });
  });

  test('is one content through a third file that is both', async () => {
    const [first, second] = [await newImage(), await newImage()];
    const both = copyOf(second);
    await put(first);
    await putMade(both, digestOf(first.bytes));
    await put(second);
    await rights.withdraw(second.assetId);
    for (const one of [first, second, both]) expect(await isActive(one)).toBe(false);
  });

  test('does not take the place of another image whose file is replaced by it', async () => {
    const image = await rights.taken();
    const other = await rights.taken();
    await rights.withdraw(image.assetId);
    const replaced = { ...other.metadata, contentVersion: 'v2' };
    expect(await rights.put(replaced, image.bytes)).toMatchObject({ withheldBy: image.assetId });
    const [stored] = await rights.get(other.assetId);
    expect(stored?.metadata).toMatchObject({ contentVersion: 'v1' });
  });

  test('is withdrawn where else it is stored when one of its assets is deleted for good', async () => {
    const image = await rights.taken();
    const copy = copyOf(image);
    await put(copy);
    expect(await remove([image.assetId], true)).toEqual({
      assetIds: [image.assetId],
      withdrawnIds: [copy.assetId],
    });
    expect(await isActive(copy)).toBe(false);
    expect(await rights.restore(image.assetId)).toMatchObject({
      ofSameContent: [{ assetId: copy.assetId, changed: true }],
    });
    expect(await isActive(copy)).toBe(true);
    expect((await rights.file(copy.assetId, 'VARIANT_ORIGINAL')).bytes.equals(image.bytes)).toBe(true);
  });

  test('stays away when its source is removed, and a duplicate that is deleted without a word of it does not', async () => {
    const image = await rights.taken();
    await rights.withdraw(image.assetId);
    await remove([image.assetId]);
    expect(await put(copyOf(image))).toMatchObject({
      state: 'ASSET_STATE_DELETED',
      withheldBy: image.assetId,
    });

    const twin = await rights.taken();
    const duplicate = copyOf(twin);
    await put(duplicate);
    expect(await remove([duplicate.assetId])).toMatchObject({ withdrawnIds: [] });
    expect(await isActive(twin)).toBe(true);
    expect(await put(duplicate)).toMatchObject({ state: 'ASSET_STATE_ACTIVE' });
  });
});

describeOnDatabases('content that is removed while it is given under another id', (engine) => {
  const suite = partsForAll(engine);

  /** The same row under another id, by a statement that ends a second after it has written it. */
  const PUT_SLOWLY = `
    WITH put AS (
      INSERT INTO rights.assets
      SELECT (jsonb_populate_record(a, jsonb_build_object('asset_id', $2::text))).*
      FROM rights.assets a WHERE asset_id = $1
      RETURNING asset_id
    )
    SELECT asset_id, pg_sleep(1) FROM put`;
  const REMOVE_SLOWLY: [string, string][] = [
    ['withdrawn', `SELECT pg_sleep(1) FROM rights.change_state($1, 'withdrawn', 'ops', 'asked for')`],
    ['deleted', `SELECT pg_sleep(1) FROM rights.delete_assets(ARRAY[$1::text], 'ops', 'asked for', true)`],
  ];

  const ingested = async () => {
    const image = await newImage();
    await ingestInto(suite.parts, image);
    const assetId = `elsewhere:${randomUUID()}`;
    return { image, copy: { ...image, assetId, metadata: { ...image.metadata, assetId } } };
  };
  const active = (...assetIds: string[]) => suite.parts.assets.findMany(assetIds, call());

  test('is withdrawn with what was being stored when the withdrawal began', async () => {
    const { image, copy } = await ingested();
    const putting = suite.database.query(PUT_SLOWLY, [image.assetId, copy.assetId]);
    await sleep(300);
    await suite.parts.assets.changeState({ assetId: image.assetId, state: 'withdrawn', ...WHO }, call());
    await putting;
    expect(await active(image.assetId, copy.assetId)).toEqual([]);
  });

  test.each(REMOVE_SLOWLY)('is not stored while it is being %s', async (_, statement) => {
    const { image, copy } = await ingested();
    const removing = suite.database.query(statement, [image.assetId]);
    await sleep(300);
    expect(await ingestInto(suite.parts, copy)).toMatchObject({ changed: false, withheldBy: image.assetId });
    await removing;
    expect(await active(image.assetId, copy.assetId)).toEqual([]);
  });
});
