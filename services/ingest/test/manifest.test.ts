import { execFileSync } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { openFolder, openManifest } from '../src/sources/folder.js';
import { brokenOf, entriesOf, itemsOf, namesOf, resumesEverywhere } from './support/entries.js';
import { imageWithXmp, plainImage } from '@imagesearch/testkit/images/plain-images';
import { alternatives } from '@imagesearch/testkit/images/xmp';
import { folderOfEachTest } from '@imagesearch/testkit/folders';

const folder = folderOfEachTest();
beforeEach(async () => {
  await writeFile(join(folder, 'a.jpg'), await plainImage());
});

async function manifest(...lines: (object | string)[]) {
  const path = join(folder, 'm.jsonl');
  await writeFile(
    path,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  );
  return openManifest(path, 'mine');
}
const row = (changes: Record<string, unknown> = {}) => ({ id: 'p1', file: 'a.jpg', ...changes });

describe('what is no regular file', () => {
  it('is refused by name, and is not waited for', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    await symlink(join(folder, 'pipe'), join(folder, 'b.jpg'));
    const table = await manifest(row({ id: 'p0', file: 'b.jpg' }), row());
    expect(await brokenOf(table)).toMatchObject([
      { name: expect.stringContaining('p0'), broken: 'it is no regular file' },
    ]);
    await writeFile(join(folder, 'metadata.csv'), 'id,file\np0,b.jpg\np1,a.jpg\n');
    expect(await brokenOf(await openFolder(folder, 'mine'))).toMatchObject([
      { name: 'line 2, pipe', broken: 'it is no regular file' },
    ]);
  });
});

describe('a table that another program wrote', () => {
  const open = async (table: Buffer) => {
    await writeFile(join(folder, 'm.csv'), table);
    return openManifest(join(folder, 'm.csv'), 'mine');
  };
  const rows = (delimiter: string) =>
    [
      ['Id', 'File Name', 'caption', 'Keywords', 'Aperture'],
      ['7', 'a.jpg', 'Grüne Wiese', '"wiese, grün"', 'f/8'],
    ]
      .map((cells) => cells.join(delimiter))
      .join('\r\n');

  it.each<[string, () => Buffer]>([
    ['semicolons in Windows-1252', () => Buffer.from(rows(';'), 'latin1')],
    ['semicolons in UTF-8 with a mark', () => Buffer.from(`\uFEFF${rows(';')}`)],
    ['tabs in UTF-16', () => Buffer.from(`\uFEFF${rows('\t')}`, 'utf16le')],
    ['commas in UTF-8', () => Buffer.from(rows(','))],
  ])('is read with %s', async (_, tableOf) => {
    const collection = await open(tableOf());
    expect(await itemsOf(collection)).toMatchObject([
      { assetId: 'mine:7', title: 'Grüne Wiese', tags: ['wiese', 'grün'] },
    ]);
    expect(collection.notices?.()).toEqual([expect.stringContaining('"Aperture"')]);
  });

  it('has a caption as its title, or as its description where it has a title too', async () => {
    const table = 'id,file,title,caption\n1,a.jpg,,Words\n2,a.jpg,Title,Words\n';
    expect(await itemsOf(await open(Buffer.from(table)))).toMatchObject([
      { title: 'Words', description: '' },
      { title: 'Title', description: 'Words' },
    ]);
  });
});

describe('a manifest', () => {
  it('leaves a file its own licence, unless a row or an overriding option states one', async () => {
    const reserved = alternatives('xmpRights:UsageTerms', 'All rights reserved');
    await writeFile(join(folder, 'a.jpg'), await imageWithXmp(reserved));
    await writeFile(join(folder, 'b.jpg'), await plainImage('#123456'));
    const rows = [row(), row({ id: 'p2', license: 'CC BY 4.0' }), row({ id: 'p3', file: 'b.jpg' })];
    await manifest(...rows.filter(({ id }) => id !== 'p2'));
    const open = (overridesLicense: boolean) =>
      openManifest(join(folder, 'm.jsonl'), 'mine', { license: 'CC0 1.0', overridesLicense });
    const said = await open(false);
    expect(await itemsOf(said)).toMatchObject([
      { assetId: 'mine:p1', licenseVerbatim: 'All rights reserved', declaredBy: 'file' },
      { assetId: 'mine:p3', licenseVerbatim: 'CC0 1.0' },
    ]);
    expect(said.notices?.()).toEqual([expect.stringContaining('1 file states a licence of its own')]);
    expect(await itemsOf(await open(true))).toMatchObject([
      { licenseVerbatim: 'CC0 1.0' },
      { licenseVerbatim: 'CC0 1.0' },
    ]);
    expect(await itemsOf(await manifest(...rows.slice(1, 2)))).toMatchObject([
      { licenseVerbatim: 'CC BY 4.0' },
    ]);
  });

  it('describes an image with every field', async () => {
    const same = { title: 'Barn', description: 'Red', creator: 'Ada' };
    const collection = await manifest(
      row({
        ...same,
        tags: ['a', 'b', 'a'],
        creator_url: 'https://example.org/ada',
        license: 'CC BY 4.0',
        license_url: 'https://creativecommons.org/licenses/by/4.0/',
        source_url: 'https://example.org/barn',
        ai_generated: true,
        delivery: 'link',
        url: 'https://example.org/barn.jpg',
      }),
    );
    expect(collection.total).toBe(1);
    expect(await itemsOf(collection)).toMatchObject([
      {
        ...same,
        assetId: 'mine:p1',
        tags: ['a', 'b'],
        creatorUrl: 'https://example.org/ada',
        licenseVerbatim: 'CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)',
        provenanceUrl: 'https://example.org/barn',
        statements: [{ evidence: 'declared', ai: true, kind: null }],
        linkUrl: 'https://example.org/barn.jpg',
      },
    ]);
  });

  it('needs only an id and an image; null equals a missing field', async () => {
    const url = 'https://example.org/7.jpg';
    expect(await itemsOf(await manifest(row({ title: null, license: null }), { id: 7, url }))).toMatchObject([
      { assetId: 'mine:p1', title: '', licenseVerbatim: '', provenanceUrl: '', creator: null, linkUrl: null },
      { assetId: 'mine:7', image: { url } },
    ]);
  });

  it.each([
    ['is no JSON', '{"id": "p1", "file"', 'the line is no JSON'],
    ['is no row', '[1, 2]', 'row: '],
    ['has no id', { file: 'a.jpg' }, 'id: every row needs one'],
    ['has no picture', { id: 'p1' }, 'a row needs a file or a url'],
    ['names a missing file', row({ file: 'b.jpg' }), 'there is no such file'],
    ['reaches outside', row({ file: '../../etc/passwd' }), 'not inside the folder'],
    ['reaches anywhere', row({ file: '/etc/passwd' }), 'not inside the folder'],
    ['names the folder itself', row({ file: '.' }), 'not inside the folder'],
    ['has a NUL in its file', row({ file: 'a\0.jpg' }), 'not inside the folder'],
    [
      'has an address that is not https',
      { id: 'p1', url: 'http://example.org/a.jpg' },
      'url: expected an https',
    ],
    ['has a script for a page', row({ source_url: 'javascript:alert(1)' }), 'source_url'],
    ['links to nothing', row({ delivery: 'link' }), 'delivery: "link" needs a url'],
    ['has an unheard-of delivery', row({ delivery: 'post' }), 'delivery: '],
    ['has a licence as long as a contract', row({ license: 'x'.repeat(2_001) }), 'the licence is longer'],
    ['has dots within its id', row({ id: 'a..b' }), 'an id begins with a letter or digit'],
    ['has a slash in its id', row({ id: 'a/b' }), 'an id begins with a letter or digit'],
    ['has an id without end', row({ id: 'x'.repeat(201) }), 'the id is longer than 200 characters'],
    ['has an empty id', row({ id: '' }), 'an id begins with a letter or digit'],
  ])('a row that %s is reported with its line, and the next one is read', async (_what, broken, reason) => {
    await writeFile(join(folder, 'next.jpg'), await plainImage());
    const collection = await manifest(broken, row({ id: 'next', file: 'next.jpg' }));
    const [fault] = await brokenOf(collection);
    expect(fault?.name).toContain('line 1');
    expect(fault?.broken).toContain(reason);
    expect((await itemsOf(collection)).map(({ assetId }) => assetId)).toEqual(['mine:next']);
  });

  it('names every column of a row that cannot be read', async () => {
    const [fault] = await brokenOf(await manifest(row({ title: 1, tags: [2], ai_generated: 'perhaps' })));
    for (const column of ['title', 'tags', 'ai_generated']) expect(fault?.broken).toContain(column);
  });

  it.each([
    [
      true,
      [
        'true',
        'TRUE',
        'yes',
        'Y',
        '1',
        1,
        true,
        'x',
        'X',
        'WAHR',
        'ja',
        'Ja ',
        'oui',
        'VRAI',
        'sí',
        'si\u0301',
      ],
    ],
    [false, ['false', 'no', 'N', '0', 0, false, 'FALSCH', 'nein', 'non', 'FAUX', 'nee']],
  ])('reads as %s what spreadsheets and people write for it', async (value, words) => {
    for (const word of words)
      expect(await itemsOf(await manifest(row({ editorial_only: word })))).toMatchObject([
        { facts: { editorialOnly: value } },
      ]);
  });

  it.each(['perhaps', 'o', '2', 2, '-', ''])(
    'does not guess what %j means, and says what it reads',
    async (word) => {
      const collection = await manifest({}, row({ sensitive: word }));
      const [, fault] = await brokenOf(collection);
      expect(fault).toMatchObject({
        name: 'line 2, a.jpg',
        broken: `sensitive: "${word}" is not read: write yes or no (true, false, 1, 0, x, ja, nein, oui, non, sí are read too)`,
      });
    },
  );

  it('lets neither of two rows out that do not say the same of one id, or of what one file may be used for', async () => {
    const rows = [
      row({ license: 'CC0' }),
      row({ license: 'CC BY 4.0' }),
      row({ id: 'p2', file: 'b.jpg', license: 'CC0' }),
      row({ id: 'p3', file: './b.jpg', title: 'another', license: 'CC0' }),
      row({ id: 'p4', file: 'c.jpg', license: 'CC0' }),
      row({ id: 'p5', file: 'c.jpg', license: 'CC0', editorial_only: true }),
    ];
    for (const name of ['b.jpg', 'c.jpg']) await writeFile(join(folder, name), await plainImage());
    const collection = await manifest(...rows);
    expect((await itemsOf(collection)).map(({ assetId }) => assetId)).toEqual(['mine:p2', 'mine:p3']);
    expect(await brokenOf(collection)).toMatchObject([
      { name: 'line 1, a.jpg', broken: expect.stringContaining('line 1 and line 2 do not say the same') },
      { name: 'line 2, a.jpg' },
      { name: 'line 5, c.jpg', broken: expect.stringContaining('line 5 and line 6 do not say the same') },
      { name: 'line 6, c.jpg' },
    ]);
  });

  it('cuts words to what the catalogue holds, never in the middle of a character', async () => {
    const [item] = await itemsOf(
      await manifest(row({ title: `${'x'.repeat(999)}😀`, tags: Array(150).fill(0).map(String) })),
    );
    expect(item?.title).toBe('x'.repeat(999));
    expect((await itemsOf(await manifest(row({ title: 'a\u0000b\ud800c' }))))[0]?.title).toBe('a bc');
  });

  it('passes a line by that is longer than any description, and reads on behind it', async () => {
    const collection = await manifest(row({ description: 'x'.repeat(2 ** 20) }), '', row({ id: 'next' }));
    expect(await brokenOf(collection)).toMatchObject([
      { name: 'line 1', broken: 'the line is longer than a megabyte' },
    ]);
    expect((await itemsOf(collection)).map(({ assetId }) => assetId)).toEqual(['mine:next']);
  });

  it('continues after any row, by its position in the file', async () => {
    const collection = await manifest(
      row(),
      'broken',
      row({ id: 'ü' }),
      '',
      row({ id: 'p2', title: 'Ä\u{1F600}' }),
      row({ id: 'p3' }),
    );
    expect(await resumesEverywhere(() => collection)).toBe(true);
    expect(namesOf(await entriesOf(collection))).toHaveLength(5);
  });

  it('changes the version of a row when a word, an address or a byte of its image changes', async () => {
    const versionOf = async (changes: Record<string, unknown>) =>
      (await itemsOf(await manifest(row(changes))))[0]?.sourceVersion;
    const before = await versionOf({});
    expect(await versionOf({})).toBe(before);
    const others = [await versionOf({ title: 'x' }), await versionOf({ license: 'CC0' })];
    await writeFile(join(folder, 'a.jpg'), await plainImage('#00ff00'));
    others.push(await versionOf({}));
    expect(new Set([before, ...others]).size).toBe(4);
  });
});
