import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { mountCaselessDisk } from '@imagesearch/testkit/caseless-disk';
import { ENGINES, itWith } from '@imagesearch/testkit/engines';
import { drawPng } from '@imagesearch/testkit/images/drawn-images';
import * as collections from '../support/collections.js';

/** A table that a person wrote by hand, beside their photographs. */
describe('a table in a folder', () => {
  let drawings = 5_000;
  const putImages = async (...paths: string[]) => {
    for (const path of paths) await collections.put(path, await drawPng(drawings++));
  };

  /** The licence of each image of a source, by its id. */
  async function licencesOf(source: string): Promise<Record<string, string>> {
    const { assets: listed } = await collections.rights.listAssets(
      { source, states: ['ASSET_STATE_ACTIVE'], limit: 100 },
      collections.call(),
    );
    const licences: Record<string, string> = {};
    for (const { assetId } of listed) {
      const { body } = await collections.caller.get(`/v1/asset/${encodeURIComponent(assetId)}`);
      const { rights } = body as { rights: { license: string } };
      licences[assetId.slice(source.length + 1)] = rights.license;
    }
    return licences;
  }

  it('that names a file that is not there lets out no image without a row, by name, until it is mended', async () => {
    await putImages('barns/barn.png', 'barns/owl.png');
    await collections.put('barns/Metadata.csv', 'sep=;\r\nfile;license\r\nbran.png;CC BY-NC 4.0\r\n');
    const held = await collections.ingestFolder('barns', '--license', 'cc0');
    expect(held.exitCode).toBe(1);
    expect(held.output).toContain('line 3, bran.png: there is no such file');
    expect(held.output).toMatch(/2 skipped: 2 without a row/);
    expect(held.output).toContain('barn.png, owl.png. Mend the table, or add --allow-unlisted.');
    expect(await licencesOf('barns')).toEqual({});

    await collections.put('barns/Metadata.csv', 'file;license\nBARN.PNG;CC BY-NC 4.0\n');
    const mended = await collections.ingestFolder('barns', '--license', 'cc0');
    expect(mended).toMatchObject({ exitCode: 0 });
    expect(mended.output).toContain('line 2: BARN.PNG is barn.png');
    expect(await licencesOf('barns')).toEqual({ 'barn.png': 'cc-by-nc-4.0', 'owl.png': 'cc0' });
  });

  it('lets the others out where the operator says so, but not a file whose rows contradict each other', async () => {
    await putImages('words/barn.png', 'words/owl.png');
    const rows = ['file,license', 'gone.png,CC0', 'barn.png,CC0', 'barn.png,CC BY-NC 4.0'];
    await collections.put('words/metadata.csv', rows.join('\n'));
    const { exitCode, output } = await collections.ingestFolder(
      'words',
      '--license',
      'cc0',
      '--allow-unlisted',
    );
    expect({ exitCode, output }).toEqual({
      exitCode: 1,
      output: expect.stringContaining('line 3, barn.png: line 3 and line 4 do not say the same of it'),
    });
    expect(await licencesOf('words')).toEqual({ 'owl.png': 'cc0' });
  });

  it('that is mended or broken later never removes with --prune what it holds back', async () => {
    await putImages('shelves/barn.png', 'shelves/owl.png');
    await collections.ingestFolder('shelves', '--license', 'cc0');
    await collections.put('shelves/metadata.csv', 'file,license\nelm.png,CC0\n');
    expect((await collections.ingestFolder('shelves', '--prune')).output).not.toContain('Removed');
    expect(await collections.countOf('shelves')).toBe(2);
    await rm(join(collections.home, 'shelves/owl.png'));
    expect((await collections.ingestFolder('shelves', '--prune')).output).toContain('Removed: 1');
  });

  itWith(
    ENGINES.caselessDisk,
    'makes one image of one file, under its own terms, on a disk that tells no capitals apart',
    async () => {
      const disk = await mountCaselessDisk();
      try {
        await writeFile(join(disk.dir, 'barn.png'), await drawPng(drawings++));
        await writeFile(join(disk.dir, 'metadata.csv'), 'file,license\nBARN.PNG,CC BY-NC 4.0\n');
        const options = ['--source', 'caseless', '--license', 'cc0'];
        expect(await collections.ingest(['folder', disk.dir, ...options])).toMatchObject({ exitCode: 0 });
        expect(await licencesOf('caseless')).toEqual({ 'barn.png': 'cc-by-nc-4.0' });
      } finally {
        await disk.remove();
      }
    },
  );

  it('leaves out what a network disk keeps beside the photographs, and what the operator excludes', async () => {
    await putImages(
      'album/a.png',
      'album/@eaDir/a.png/thumb.png',
      'album/#recycle/old.png',
      'album/raw/b.png',
    );
    const { output } = await collections.ingestFolder('album', '--exclude', 'raw');
    expect(output).toMatch(/3 skipped: 1 excluded, 1 system folder #recycle, 1 system folder @eaDir/);
    expect(Object.keys(await licencesOf('album'))).toEqual(['a.png']);
    await collections.ingestFolder('album', '--include', '#recycle');
    expect(await collections.countOf('album')).toBe(3);
    const pruned = await collections.ingestFolder('album', '--prune');
    expect(pruned.output).toContain('Removed: 1');
    expect(Object.keys(await licencesOf('album'))).toEqual(['a.png', 'raw~b.png']);
  });
});
