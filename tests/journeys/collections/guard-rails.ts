import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { drawPng } from '@imagesearch/testkit/images/drawn-images';
import * as collections from '../support/collections.js';

const CAUSE = ['--by', 'Ada', '--why', 'a test'];

/** What keeps a person from removing more than they meant to. */
describe('a command that could remove images', () => {
  let drawings = 6_000;
  /** An ingested folder of that many images: `a.png`, `b.png` … */
  async function ingested(source: string, count: number): Promise<string[]> {
    const names = Array.from({ length: count }, (_, at) => `${String.fromCharCode(97 + at)}.png`);
    for (const name of names) await collections.put(`${source}/${name}`, await drawPng(drawings++));
    expect(await collections.ingestFolder(source)).toMatchObject({ exitCode: 0 });
    return names;
  }
  const lose = (source: string, name: string) => rm(join(collections.home, source, name));

  /** Everything that a command could change: assets with their states, points, sources, files. */
  async function state(source: string, assetIds: readonly string[]) {
    const { assets } = await collections.rights.listAssets(
      { source, states: ['ASSET_STATE_ACTIVE', 'ASSET_STATE_WITHDRAWN', 'ASSET_STATE_DELETED'], limit: 100 },
      collections.call(),
    );
    const { sources } = await collections.rights.listSources({}, collections.call());
    const events = await Promise.all(
      assetIds.map((assetId) => collections.rights.listAssetEvents({ assetId }, collections.call())),
    );
    const { results } = await collections.caller.search({ k: 50, filters: { source_any: [source] } });
    return {
      assets,
      events,
      claim: sources.find((claim) => claim.source === source),
      found: results.map(({ asset_id }) => asset_id).sort(),
      files: await storedFiles(),
    };
  }

  async function storedFiles(): Promise<string[]> {
    const folder = join(collections.dataDir, 'rights/blobs');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  }

  it('--prune removes nothing when the folder is empty, as a disk is that is not mounted', async () => {
    for (const name of await ingested('unmounted', 2)) await lose('unmounted', name);
    const { output } = await collections.ingestFolder('unmounted', '--prune');
    expect(output).toContain('Nothing is removed, because the collection is empty');
    expect(await collections.countOf('unmounted')).toBe(2);
  });

  it('a run with --limit says of no image that it is gone, and is refused with --prune', async () => {
    await ingested('partly', 3);
    await lose('partly', 'c.png');
    const { output } = await collections.ingestFolder('partly', '--limit', '1');
    expect(output).not.toContain('no longer in the collection');
    const refused = await collections.ingestFolder('partly', '--limit', '1', '--prune');
    expect(refused).toMatchObject({
      exitCode: 2,
      output: expect.stringContaining('--prune needs a whole run'),
    });
    expect(await collections.countOf('partly')).toBe(3);
  });

  it('remove-source removes the files of withdrawn images too', async () => {
    const before = await storedFiles();
    await ingested('ended', 2);
    await collections.ingest(['withdraw', 'ended:a.png', ...CAUSE]);
    expect((await storedFiles()).length).toBeGreaterThan(before.length);
    const { output } = await collections.ingest(['remove-source', 'ended', ...CAUSE]);
    expect(output).toContain('ended: 2 images deleted');
    expect(await storedFiles()).toEqual(before);
  });

  it('a dry run leaves the report of the last run as it is', async () => {
    await collections.put('reported/broken.png', 'no image');
    const { output } = await collections.ingestFolder('reported');
    const report = /All of them with their reasons: (\S+)/.exec(output)?.[1] ?? '';
    const before = await readFile(report, 'utf8');
    await lose('reported', 'broken.png');
    await collections.put('reported/a.png', await drawPng(drawings++));
    await collections.ingestFolder('reported', '--dry-run');
    expect(await readFile(report, 'utf8')).toBe(before);
  });

  /** Each command that has the option; those of the network ingest as `openmoji` does. */
  const SAYS: Readonly<Record<string, [args: (folder: string) => string[], says: RegExp]>> = {
    folder: [
      (folder) => ['folder', folder, '--prune', '--restart', '--strip-location'],
      /--prune would remove/,
    ],
    manifest: [
      (folder) => ['manifest', join(folder, 'rows.csv'), '--source', 'rows'],
      /Would be ingested\s*│ 1 /,
    ],
    openmoji: [() => ['openmoji', '--limit', '2'], /Would be ingested\s*│ 2 /],
    withdraw: [() => ['withdraw', 'dry:a.png', ...CAUSE], /dry:a\.png: would be withdrawn/],
    restore: [() => ['restore', 'dry:b.png', ...CAUSE], /dry:b\.png: would be restored/],
    delete: [() => ['delete', 'dry:a.png', ...CAUSE], /dry:a\.png: would be deleted/],
    'remove-source': [() => ['remove-source', 'dry', ...CAUSE], /dry: 3 images would be deleted/],
  };

  it('changes nothing with --dry-run, and says what it would do', async () => {
    const names = await ingested('dry', 3);
    await collections.put('dry/rows.csv', 'id,file\n1,a.png\n');
    await lose('dry', 'c.png');
    await collections.ingest(['withdraw', 'dry:b.png', ...CAUSE]);
    const assetIds = names.map((name) => `dry:${name}`);
    const before = await state('dry', assetIds);
    for (const [args, says] of Object.values(SAYS)) {
      const { output } = await collections.ingest([...args(join(collections.home, 'dry')), '--dry-run']);
      expect(output).toMatch(says);
      expect(await state('dry', assetIds)).toEqual(before);
    }
  });
});
