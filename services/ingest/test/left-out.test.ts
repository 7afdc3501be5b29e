import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { folderOfEachTest } from '@imagesearch/testkit/folders';
import type { FolderChoice } from '../src/sources/files/left-out.js';
import { openFolder } from '../src/sources/folder.js';
import { entriesOf } from './support/entries.js';
import { plainImage } from '@imagesearch/testkit/images/plain-images';

const folder = folderOfEachTest();
async function put(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), await plainImage());
  }
}

const open = (choice: FolderChoice = {}) => openFolder(folder, 'mine', choice);

/** The images of the folder, and what else is counted. */
async function ran(choice: FolderChoice = {}) {
  const entries = await entriesOf(await open(choice));
  return {
    images: entries.flatMap((entry) => ('assetId' in entry ? [entry.assetId.slice('mine:'.length)] : [])),
    skipped: entries.flatMap((entry) => ('skipped' in entry ? [`${entry.name}: ${entry.skipped}`] : [])),
  };
}

describe('what systems and programs keep beside photographs is counted, and never ingested', () => {
  beforeEach(() => put('own.jpg'));

  it.each([
    ['@eaDir/own.jpg/SYNOPHOTO_THUMB_XL.jpg', '@eaDir', 'system folder @eaDir'],
    ['2024/@eaDir/own.jpg/thumb.jpg', '2024/@eaDir', 'system folder @eaDir'],
    ['#recycle/deleted.jpg', '#recycle', 'system folder #recycle'],
    ['#snapshot/GMT-2024/own.jpg', '#snapshot', 'system folder #snapshot'],
    ['$RECYCLE.BIN/S-1-5/$R1.jpg', '$RECYCLE.BIN', 'system folder $RECYCLE.BIN'],
    ['$Recycle.Bin/S-1-5/$R1.jpg', '$Recycle.Bin', 'system folder $Recycle.Bin'],
    ['@Recycle/deleted.jpg', '@Recycle', 'system folder @Recycle'],
    ['@Recently-Snapshot/1/own.jpg', '@Recently-Snapshot', 'system folder @Recently-Snapshot'],
    [
      'System Volume Information/x.jpg',
      'System Volume Information',
      'system folder System Volume Information',
    ],
    ['lost+found/x.jpg', 'lost+found', 'system folder lost+found'],
    ['found.000/x.jpg', 'found.000', 'system folder found.000'],
    ['__MACOSX/own.jpg', '__MACOSX', 'system folder __MACOSX'],
    ['Ada.photoslibrary/originals/1/x.jpg', 'Ada.photoslibrary', 'library *.photoslibrary'],
    ['Ada Previews.lrdata/1/x.jpg', 'Ada Previews.lrdata', 'library *.lrdata'],
    ['.Trash-1000/files/x.jpg', '.Trash-1000', 'hidden'],
    ['.Trashes/501/x.jpg', '.Trashes', 'hidden'],
    ['._own.jpg', '._own.jpg', 'hidden'],
  ])('%s', async (path, name, kind) => {
    await put(path);
    expect(await ran()).toEqual({ images: ['own.jpg'], skipped: [`${name}: ${kind}`] });
  });
});

describe('a choice of files and folders', () => {
  beforeEach(() => put('a.jpg', 'Raw/b.jpg', '2024/raw/c.jpg', '2024/d_edit.jpg', '#recycle/e.jpg'));
  const bin = '#recycle: system folder #recycle';

  it.each<[string, FolderChoice, string[], string[]]>([
    [
      'a name, in any folder and any capitals',
      { exclude: ['raw'] },
      ['2024~d_edit.jpg', 'a.jpg'],
      [bin, '2024/raw: excluded', 'Raw: excluded'],
    ],
    [
      'a path',
      { exclude: ['2024/raw/'] },
      ['2024~d_edit.jpg', 'Raw~b.jpg', 'a.jpg'],
      [bin, '2024/raw: excluded'],
    ],
    [
      'a pattern',
      { exclude: ['*_edit.*', '2024/r*'] },
      ['Raw~b.jpg', 'a.jpg'],
      [bin, '2024/d_edit.jpg: excluded', '2024/raw: excluded'],
    ],
  ])('leaves out %s', async (_, choice, images, skipped) => {
    expect(await ran(choice)).toEqual({ images, skipped });
  });

  it('brings a system folder in by its name, but nothing that is excluded', async () => {
    await put('#recycle/raw/f.jpg');
    const { images, skipped } = await ran({ include: ['#recycle'], exclude: ['raw', '2024'] });
    expect(images).toHaveLength(2);
    expect(images[0]).toMatch(/^recycle~e\.jpg-/);
    expect(skipped).toEqual(['#recycle/raw: excluded', '2024: excluded', 'Raw: excluded']);
  });

  it('counts what is excluded as gone, so that --prune removes what an earlier run ingested', async () => {
    expect(await (await open({ exclude: ['2024'] })).present?.()).toEqual(
      new Set(['mine:a.jpg', 'mine:Raw~b.jpg']),
    );
  });

  it('holds for a file that a row names, whose row then holds no other file back', async () => {
    await writeFile(join(folder, 'metadata.csv'), 'file,title\nRaw/b.jpg,Raw\n#recycle/e.jpg,Deleted\n');
    expect(await ran({ exclude: ['raw'] })).toEqual({
      images: ['2024~d_edit.jpg', 'a.jpg'],
      skipped: [
        'line 2: excluded',
        'line 3: system folder #recycle',
        bin,
        '2024/raw: excluded',
        'Raw: excluded',
      ],
    });
  });
});
