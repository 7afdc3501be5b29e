import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { coloured } from '@imagesearch/testkit/images/camera-files';
import { IngestCommand } from '@imagesearch/testkit/processes/ingest-command';
import { until } from '@imagesearch/testkit/processes/until';
import * as collections from '../support/collections.js';

/** Images that leave a collection, and a folder that changes. */
describe('what is removed', () => {
  const hasFile = (assetId: string): Promise<boolean> =>
    collections.storedFile(assetId, 'VARIANT_ORIGINAL').then(
      () => true,
      () => false,
    );

  it('a file that is gone is offered for removal, and --prune deletes it and leaves its record', async () => {
    for (const name of ['keep', 'lose']) await collections.put(`shelf/${name}.heic`, await named(name));
    await collections.ingestFolder('shelf');
    await rm(join(collections.home, 'shelf/lose.heic'));
    const offered = await collections.ingestFolder('shelf');
    expect(offered.output).toContain('shelf:lose.heic');
    expect(offered.output).toContain('--prune');
    expect(await collections.countOf('shelf')).toBe(2);

    await collections.ingestFolder('shelf', '--prune');
    expect(await collections.countOf('shelf')).toBe(1);
    expect(await hasFile('shelf:lose.heic')).toBe(false);
    expect((await collections.storedFile('shelf:keep.heic', 'VARIANT_ORIGINAL')).type).toBe('image/jpeg');
    const { events } = await collections.rights.listAssetEvents(
      { assetId: 'shelf:lose.heic' },
      collections.call(),
    );
    expect(events).toMatchObject([{ state: 'ASSET_STATE_DELETED', reason: 'no longer in the collection' }]);
  });

  it('a source is listed with its folder and removed as a whole', async () => {
    const listed = await collections.ingest(['list']);
    expect(listed.output).toMatch(
      new RegExp(`shelf\\s*│ 1\\s*│ 0\\s*│ 0\\s*│ ${join(collections.home, 'shelf')}`),
    );
    const removal = ['remove-source', 'shelf', '--by', 'Ada', '--why', 'end of the project'];
    expect((await collections.ingest(removal)).output).toContain('shelf: 1 images deleted');
    expect((await collections.ingest(['list'])).output).not.toContain('shelf');
    expect((await collections.ingest(removal)).exitCode).toBe(2);
    expect((await collections.caller.get('/v1/asset/shelf:keep.heic')).status).toBe(404);
  });

  it('one asset is deleted with its files, and its record says by whom', async () => {
    await collections.put('names/hammer1.webp', await coloured('#aa5500').webp().toBuffer());
    await collections.ingestFolder('names');
    const deletion = ['delete', 'names:hammer1.webp', '--by', 'Ada', '--why', 'asked by its owner'];
    expect((await collections.ingest(deletion)).output).toContain('deleted');
    expect(await hasFile('names:hammer1.webp')).toBe(false);
    const filters = { source_any: ['names'] };
    const found = await collections.caller.search({ query: 'hammer', k: 20, filters });
    expect(found.results).toEqual([]);
    const { events } = await collections.rights.listAssetEvents(
      { assetId: 'names:hammer1.webp' },
      collections.call(),
    );
    expect(events.at(-1)).toMatchObject({ state: 'ASSET_STATE_DELETED', actor: 'Ada' });
    expect((await collections.ingest(deletion)).output).toContain('there is no such asset');
  });

  it('a deleted asset stays away from the next ingestion of its folder, which says so, until it is restored', async () => {
    const cause = ['--by', 'Ada', '--why', 'a mistake'];
    const isThere = async (id: string) => (await collections.titleOf(id)) !== undefined;
    const { output } = await collections.ingestFolder('names');
    expect(output).toMatch(/Withdrawn or deleted, skipped\s*│ 1/);
    expect(output).toContain('restore <asset-id>');
    expect(await isThere('names:hammer1.webp')).toBe(false);

    await collections.ingest(['restore', 'names:hammer1.webp', ...cause]);
    await collections.ingestFolder('names');
    expect(await isThere('names:hammer1.webp')).toBe(true);
    await collections.ingest(['delete', 'names:hammer1.webp', '--forget', ...cause]);
    expect(await isThere('names:hammer1.webp')).toBe(false);
    await collections.ingestFolder('names');
    expect(await isThere('names:hammer1.webp')).toBe(true);
  });

  it('a withdrawn image stays away renamed, moved and in another source, which the run names, until it is restored by name', async () => {
    const cause = ['--by', 'Ada', '--why', 'asked by its owner'];
    const [gull, pier] = [
      await coloured('#335577').png().toBuffer(),
      await coloured('#775533').png().toBuffer(),
    ];
    await collections.put('coast/gull.png', gull);
    await collections.put('coast/pier.png', pier);
    await collections.put('coast/gull-twin.png', gull);
    await collections.ingestFolder('coast');
    const withdrawn = await collections.ingest(['withdraw', 'coast:gull.png', ...cause]);
    expect(withdrawn.output).toContain(
      'coast:gull.png: withdrawn; withdrawn with it, because they have the same content: coast:gull-twin.png',
    );
    await collections.put('coast/renamed.png', gull);
    await collections.put('coast/summer/gull.png', gull);
    await collections.put('elsewhere/gull.png', gull);
    for (const [folder, copies] of [
      ['coast', ['coast:renamed.png', 'coast:summer~gull.png']],
      ['elsewhere', ['elsewhere:gull.png']],
    ] as const) {
      const { output, exitCode } = await collections.ingestFolder(folder);
      expect(exitCode).toBe(0);
      for (const copy of copies) {
        expect(output).toContain(
          `${copy}: the same content as coast:gull.png, which was withdrawn or deleted`,
        );
        expect(await collections.titleOf(copy)).toBeUndefined();
      }
    }
    expect(await collections.countOf('coast')).toBe(1);

    const removal = ['remove-source', 'coast', ...cause];
    expect((await collections.ingest(removal)).exitCode).toBe(0);
    await collections.ingestFolder('coast');
    expect(await collections.countOf('coast')).toBe(1);

    const restored = await collections.ingest(['restore', 'coast:gull.png', ...cause]);
    expect(restored.output).toContain('the same content stays withdrawn or deleted as coast:gull-twin.png');
    await collections.ingest(['restore', 'coast:gull-twin.png', ...cause]);
    await collections.ingestFolder('coast');
    expect(await collections.countOf('coast')).toBe(5);
    await collections.ingestFolder('elsewhere');
    expect(await collections.titleOf('elsewhere:gull.png')).toBe('gull');
  }, 300_000);

  /** The fixture with another end, which decoders ignore, so that no two have the same content. */
  const named = async (name: string): Promise<Buffer> =>
    Buffer.concat([
      await readFile(join(import.meta.dirname, '../files/redBarn.heic')),
      Buffer.from(`\0\0\0\x10free${name.padEnd(8, ' ')}`, 'latin1'),
    ]);

  it('a watched folder ingests what is added to it, and keeps its report, until it is stopped', async () => {
    await collections.put('watched/first.png', await coloured('#771177').png().toBuffer());
    await collections.put('watched/broken.png', 'no image');
    const report = join(collections.home, 'watched.jsonl');
    const watching = new IngestCommand(
      ['folder', join(collections.home, 'watched'), '--watch', '--prune', '--report', report],
      collections.env,
    );
    await until(() => Promise.resolve(watching.output.includes('Watching.')));
    await collections.put('watched/later/second.png', await coloured('#117711').png().toBuffer());
    await until(async () => (await collections.titleOf('watched:later~second.png')) === 'second');
    expect(await readFile(report, 'utf8')).toContain('watched:broken.png');
    await rm(join(collections.home, 'watched/first.png'));
    await until(async () => (await collections.titleOf('watched:first.png')) === undefined);
    watching.child.kill('SIGINT');
    expect(await watching.end()).toBe(130);
  });
});
