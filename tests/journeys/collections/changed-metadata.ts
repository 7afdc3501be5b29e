import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { coloured } from '@imagesearch/testkit/images/camera-files';
import { xmpPacket } from '@imagesearch/testkit/images/xmp';
import { startEmbeddingProxy, type EmbeddingProxy } from '@imagesearch/testkit/stack/embedding-proxy';
import * as collections from '../support/collections.js';

/** What a person says of images that are in already. */
describe('changed metadata', () => {
  let embedding: EmbeddingProxy;
  beforeAll(async () => {
    embedding = await startEmbeddingProxy(
      String(collections.env['EMBEDDING_ADDRESS']),
      String(collections.env['SERVICE_TOKEN']),
    );
    for (const [name, colour] of Object.entries(COLOURS))
      await collections.put(`shop/${name}.png`, await coloured(colour).png().toBuffer());
  }, 300_000);
  afterAll(() => embedding.close());

  /** Through the embedding that counts images. */
  const ingestCounted = (folder: string, ...options: string[]) =>
    collections.ingest(['folder', join(collections.home, folder), ...options], {
      EMBEDDING_ADDRESS: embedding.address,
    });

  const COLOURS = { anchor: '#c02020', lantern: '#2020c0' };

  /** Ingests the folder with these words and rights. @returns the images that were embedded for it. */
  async function ingestWith({ anchor, license }: { anchor: string; license: string }): Promise<number> {
    const rows = ['file,title,license,creator', `anchor.png,${anchor},${license},Ada Martin`];
    await collections.put('shop/metadata.csv', [...rows, `lantern.png,,${license},Ada Martin`].join('\n'));
    const before = embedding.images();
    expect(await ingestCounted('shop')).toMatchObject({ exitCode: 0 });
    return embedding.images() - before;
  }

  const searched = async (query: string, filters = {}) =>
    (await collections.caller.search({ query, k: 10, filters: { source_any: ['shop'], ...filters } }))
      .results;
  const asset = async () => (await collections.caller.get('/v1/asset/shop:anchor.png')).body;
  const similarTo = async (assetId: string) =>
    (
      await collections.caller.similar({ asset_id: assetId, k: 10, filters: { source_any: ['shop'] } })
    ).results.map(({ asset_id, score }) => ({ asset_id, score }));

  describe('images that are in already', () => {
    it('are not embedded again for another licence, and answer with it at once', async () => {
      expect(await ingestWith({ anchor: 'old anchor', license: 'CC BY-NC 4.0' })).toBe(2);
      const alike = await similarTo('shop:anchor.png');
      const [before] = await searched('anchor');
      expect(before?.rights).toMatchObject({ license: 'cc-by-nc-4.0', commercial: false });

      expect(await ingestWith({ anchor: 'old anchor', license: 'CC0 1.0' })).toBe(0);
      const [after] = await searched('anchor', { commercial: true });
      expect(after).toMatchObject({ asset_id: 'shop:anchor.png', title: 'old anchor', score: before?.score });
      expect(after?.rights).toMatchObject({ license: 'cc0', commercial: true });
      expect(await asset()).toMatchObject({ rights: { license: 'cc0' } });
      expect(await similarTo('shop:anchor.png')).toEqual(alike);
      expect(await ingestWith({ anchor: 'old anchor', license: 'CC0 1.0' })).toBe(0);
    });

    it('are found by another caption, and no more by the one before', async () => {
      expect(await ingestWith({ anchor: 'harbour bell', license: 'CC0 1.0' })).toBe(0);
      expect((await searched('harbour bell'))[0]).toMatchObject({
        asset_id: 'shop:anchor.png',
        title: 'harbour bell',
        matched: expect.arrayContaining(['words', 'meaning']),
      });
      expect((await searched('anchor'))[0]?.matched ?? []).not.toContain('words');
    });

    it('are placed by their words once they have some, and embedded again only where the last ones go', async () => {
      await collections.put('bare/IMG_0001.png', await coloured('#118811').png().toBuffer());
      const ingest = () => ingestCounted('bare', '--license', 'CC0 1.0');
      expect((await ingest()).exitCode).toBe(0);
      const before = embedding.images();
      const isFoundByWords = async () =>
        (await searched('rowing boat', { source_any: ['bare'] }))[0]?.matched.includes('words') ?? false;
      await collections.put('bare/metadata.csv', 'file,title\nIMG_0001.png,"rowing boat"');
      expect((await ingest()).exitCode).toBe(0);
      expect([embedding.images() - before, await isFoundByWords()]).toEqual([0, true]);
      await collections.put('bare/metadata.csv', 'file,title\nIMG_0001.png,');
      expect((await ingest()).exitCode).toBe(0);
      expect([embedding.images() - before, await isFoundByWords()]).toEqual([1, false]);
    });
  });

  describe('a licence and a creator that an operator declared', () => {
    const declared = ['--license', 'CC BY-NC 4.0', '--license-override', '--creator', 'Ada Martin'];
    const ingest = async (...options: string[]) => {
      const run = await collections.ingestFolder('prints', ...options);
      expect(run).toMatchObject({ exitCode: 0 });
      return run.output;
    };
    const licenses = () =>
      Promise.all(
        ['own.jpg', 'silent.png', 'later.png'].map(async (file) => {
          const { body } = await collections.caller.get(`/v1/asset/prints:${file}`);
          return (body as { license: string }).license;
        }),
      );

    it('stay in later runs, also for files that state another licence, until they are taken back', async () => {
      const own = { IFD0: { Artist: 'Grace Berg' } };
      const permissive = xmpPacket('<cc:license>https://creativecommons.org/licenses/by/4.0/</cc:license>');
      const image = coloured('#207070').jpeg().withExif(own).withXmp(permissive);
      await collections.put('prints/own.jpg', await image.toBuffer());
      await collections.put('prints/silent.png', await coloured('#702070').png().toBuffer());
      expect(await ingest(...declared)).not.toContain('declared for them before');
      expect((await licenses()).slice(0, 2)).toEqual(['cc-by-nc-4.0', 'cc-by-nc-4.0']);

      const before = 'As in a run before: licence CC BY-NC 4.0, also for files that state one.';
      await collections.put('prints/later.png', await coloured('#207020').png().toBuffer());
      for (const said of [await ingest('--dry-run'), await ingest()]) {
        expect(said).toContain(before);
        expect(said).toContain('As in a run before: creator Ada Martin.');
      }
      expect(await licenses()).toEqual(['cc-by-nc-4.0', 'cc-by-nc-4.0', 'cc-by-nc-4.0']);

      const lost =
        '3 images lose the licence that was declared for them before. --license declares it again.';
      const dry = await ingest('--dry-run', '--license', '');
      const taken = await ingest('--license', '');
      expect([dry, taken].map((said) => [said.includes(lost), said.includes(before)])).toEqual([
        [true, false],
        [true, false],
      ]);
      expect(taken).not.toContain('lose the creator');
      expect(await ingest('--creator', '')).toContain(
        '2 images lose the creator that was declared for them before.',
      );
      expect(await ingest()).not.toContain(before);
      expect(await licenses()).toEqual(['cc-by-4.0', 'unknown', 'unknown']);

      expect(await ingest(...declared)).not.toContain('declared for');
      expect(await licenses()).toEqual(['cc-by-nc-4.0', 'cc-by-nc-4.0', 'cc-by-nc-4.0']);
    });
  });
});
