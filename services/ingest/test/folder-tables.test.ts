import { link, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mountCaselessDisk, type CaselessDisk } from '@imagesearch/testkit/caseless-disk';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { openFolder } from '../src/sources/folder.js';
import type { Source } from '../src/sources/source.js';
import { entriesOf } from './support/entries.js';
import { plainImage } from '@imagesearch/testkit/images/plain-images';

/** How a folder lies on its disk, beside its files. */
type Place =
  'symbolic link' | 'hard link' | 'hard link that is no image' | 'table is a folder' | 'table leads nowhere';

/**
 * What a folder has, and what comes out of it with `--license cc0`: each image, with `*` where it is held to what its row says. Then
 * what the summary says of the rest.
 */
type Situation = [
  name: string,
  files: string,
  tables: Readonly<Record<string, string | Buffer>>,
  out: string,
  says: string,
  place?: Place,
];

const RESERVED = 'All rights reserved';
const row = (file: string): string => `${file},${RESERVED},yes`;
const textOf = (...rows: string[]): string => ['file,license,editorial_only', ...rows].join('\n');
const csv = (...rows: string[]) => ({ 'metadata.csv': textOf(...rows) });
const TABLE = textOf(row('barn.jpg'));
const inUtf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const json = (file: string): string => JSON.stringify({ file, license: RESERVED, editorial_only: true });
const BOTH = 'barn.jpg owl.jpg';
const SUMMER = 'summer/barn.jpg owl.jpg';
const HELD_BACK = 'no row and stayed out';
const NO_FILE = 'there is no such file';

// prettier-ignore
const NAMES: Situation[] = [
  ['its name', BOTH, csv(row('barn.jpg')), 'barn.jpg* owl.jpg', ''],
  ['other capitals', BOTH, csv(row('BARN.JPG')), 'barn.jpg* owl.jpg', ''],
  ['two spellings that agree', BOTH, csv(row('BARN.JPG'), row('barn.jpg')), 'barn.jpg* owl.jpg', ''],
  ['two spellings that differ', BOTH, csv(row('BARN.JPG'), 'barn.jpg,cc0,'), 'owl.jpg', 'line 2 and line 3 do not say the same'],
  ['slashes of Windows', SUMMER, csv(row('Summer\\barn.jpg')), 'owl.jpg summer/barn.jpg*', ''],
  ['a way around', SUMMER, csv(row('./summer/../summer/barn.jpg')), 'owl.jpg summer/barn.jpg*', ''],
  ['no folder', SUMMER, csv(row('barn.jpg')), 'owl.jpg summer/barn.jpg*', 'line 2: barn.jpg is summer/barn.jpg'],
  ['no ending', BOTH, csv(row('barn')), 'barn.jpg* owl.jpg', 'line 2: barn is barn.jpg'],
  ['neither folder nor ending', SUMMER, csv(row('Barn')), 'owl.jpg summer/barn.jpg*', ''],
  ['another ending', BOTH, csv(row('barn.tif')), '', NO_FILE],
  ['another folder', SUMMER, csv(row('winter/barn.jpg')), '', NO_FILE],
  ['a misspelt name', BOTH, csv(row('bran.jpg')), '', 'stayed out, because a row or a table that is not read may be meant for them: barn.jpg, owl.jpg'],
  ['a path of another machine', BOTH, csv(row('/home/ada/barn.jpg')), '', HELD_BACK],
  ['a space behind it', BOTH, { 'metadata.jsonl': json('barn.jpg ') }, 'barn.jpg* owl.jpg', ''],
  ['no name', BOTH, csv(row('')), '', 'line 2: file: every row needs one'],
];

// prettier-ignore
const SITUATIONS: Situation[] = [
  ['a name without its folder, of two files', 'summer/barn.jpg winter/barn.jpg', csv(row('barn.jpg')), '', 'may be meant for summer/barn.jpg or winter/barn.jpg'],
  ['a name without its ending, of two files', 'barn.jpg barn.png owl.jpg', csv(row('barn')), '', 'may be meant for barn.jpg or barn.png'],
  ['composed letters for decomposed ones', 'gru\u0308n.jpg owl.jpg', csv(row('gr\u00fcn.jpg')), 'gru\u0308n.jpg* owl.jpg', ''],
  ['decomposed letters for composed ones', 'gr\u00fcn.jpg owl.jpg', csv(row('gru\u0308n.jpg')), 'gr\u00fcn.jpg* owl.jpg', ''],
  ['a name and the same in capitals, of two files', 'barn.jpg BARN.JPG', csv(row('barn.jpg'), 'BARN.JPG,cc0,'), 'BARN.JPG barn.jpg*', ''],
  ["a link's name", BOTH, csv(row('link.jpg')), 'barn.jpg* owl.jpg', '', 'symbolic link'],
  ['the name of one of two hard links', BOTH, csv(row('barn.jpg')), 'barn.jpg* owl.jpg', 'another name of a file that has a row', 'hard link'],
  ['the name of a hard link that is no image', BOTH, csv(row('barn.original')), 'barn.jpg* owl.jpg', 'barn.original is barn.jpg', 'hard link that is no image'],
  ['the name of a deleted photo', 'owl.jpg #recycle/barn.jpg', csv(row('barn.jpg')), '', NO_FILE],
  ['no column of files', BOTH, { 'metadata.csv': `photo,license\nbarn.jpg,${RESERVED}` }, '', 'file: every row needs one'],
  ['no first line', BOTH, { 'metadata.csv': row('barn.jpg') }, '', 'the first line has to name the columns'],
  ["Excel's first line", BOTH, { 'metadata.csv': `sep=;\r\n${TABLE.replaceAll(',', ';')}` }, 'barn.jpg* owl.jpg', ''],
  ['UTF-16', BOTH, { 'metadata.csv': inUtf16(`\uFEFF${TABLE}`) }, 'barn.jpg* owl.jpg', ''],
  ['UTF-16 without a mark', BOTH, { 'metadata.csv': inUtf16(TABLE) }, 'barn.jpg* owl.jpg', ''],
  ['big-endian UTF-16 with tabs', BOTH, { 'metadata.csv': inUtf16(`\uFEFF${TABLE.replaceAll(',', '\t')}`).swap16() }, 'barn.jpg* owl.jpg', ''],
  ['UTF-8 with a mark, all in quotes', BOTH, { 'metadata.csv': `\uFEFF"file","license"\r\n"barn.jpg","${RESERVED}"` }, 'barn.jpg* owl.jpg', ''],
  ['JSON in UTF-16', BOTH, { 'metadata.jsonl': inUtf16(`\uFEFF${json('barn.jpg')}`) }, 'barn.jpg* owl.jpg', ''],
  ['a table with a capital', BOTH, { 'Metadata.csv': TABLE }, 'barn.jpg* owl.jpg', ''],
  ['a table in capitals', BOTH, { 'METADATA.JSONL': json('barn.jpg') }, 'barn.jpg* owl.jpg', ''],
  ['two tables', BOTH, { ...csv(row('barn.jpg')), 'metadata.jsonl': '{}' }, '', 'The folder has two tables, metadata.csv and metadata.jsonl'],
  ['a table in a folder below', 'summer/barn.jpg summer/june/elm.jpg owl.jpg', { 'summer/Metadata.csv': TABLE }, 'owl.jpg', 'Not read: summer/Metadata.csv'],
  ['a table of Excel itself', BOTH, { 'metadata.xlsx': 'PK' }, '', 'Not read: metadata.xlsx'],
  ['a table that is a folder', BOTH, {}, '', 'line 1: the table cannot be read', 'table is a folder'],
  ['a table that leads nowhere', BOTH, {}, '', 'line 1: the table cannot be read', 'table leads nowhere'],
  ['a quotation mark in a cell', BOTH, csv(`owl.jpg,5" ${RESERVED},`, row('barn.jpg')), '', 'line 2: a quotation mark is not closed'],
  ['a quotation mark that opens, behind a good row', BOTH, csv(row('owl.jpg'), 'elm.jpg,"cc0,', row('barn.jpg')), 'owl.jpg*', 'line 3: a quotation mark is not closed'],
  ['two quotation marks with a row between them', BOTH, csv('owl.jpg,"cc0,', row('barn.jpg'), 'x,cc0",'), '', 'line 2, owl.jpg: a quotation mark swallows the line "barn.jpg,'],
  ['a comma too many', BOTH, csv(`barn.jpg,cc0, ${RESERVED},yes`), '', 'line 2: the row has 4 cells'],
  ['two columns of the licence', BOTH, { 'metadata.csv': `file,licence,license\nbarn.jpg,${RESERVED},cc0` }, 'owl.jpg', 'license: two columns of this meaning'],
  ['two columns of one name', BOTH, { 'metadata.csv': `file,license,license\nbarn.jpg,${RESERVED},cc0` }, '', 'two columns are called "license"'],
  ['columns called as members of objects', BOTH, { 'metadata.csv': `Constructor,file,license,__proto__\nAda,barn.jpg,${RESERVED},x` }, 'barn.jpg* owl.jpg', '"Constructor", "__proto__"'],
  ['a field called __proto__', BOTH, { 'metadata.jsonl': `{"__proto__":{"license":"cc0"},${json('barn.jpg').slice(1)}` }, 'barn.jpg* owl.jpg', ''],
  ['one list in the place of lines', BOTH, { 'metadata.jsonl': `[${json('barn.jpg')}]` }, '', 'line 1: '],
  ['a row that says less', BOTH, csv(row('barn.jpg'), 'barn.jpg,,'), 'owl.jpg', 'line 2 and line 3 do not say the same'],
  ['a row that cannot be read, beside one that can', BOTH, csv('barn.jpg,cc0,', 'barn.jpg,cc0,perhaps'), 'owl.jpg', 'line 3, barn.jpg: editorial_only: "perhaps"'],
  ['one id for two files', BOTH, { 'metadata.csv': `id,file,license\n1,barn.jpg,${RESERVED}\n1,owl.jpg,cc0` }, '', 'line 2 and line 3 do not say the same'],
];

const home = folderOfSuite();
let drawings = 0;

/** A new folder with these files, no two alike. */
async function folderOf(parent: string, [, files, tables, , , place]: Situation): Promise<string> {
  const folder = await mkdtemp(join(parent, 'folder-'));
  const put = async (name: string, content: string | Buffer) => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  };
  for (const name of files.split(' ')) await put(name, await plainImage(`#${String(100_000 + drawings++)}`));
  for (const [name, table] of Object.entries(tables)) await put(name, table);
  const [first = ''] = files.split(' ');
  if (place === 'symbolic link') await symlink(first, join(folder, 'link.jpg'));
  if (place === 'hard link') await link(join(folder, first), join(folder, 'second.jpg'));
  if (place === 'hard link that is no image') await link(join(folder, first), join(folder, 'barn.original'));
  if (place === 'table is a folder') await mkdir(join(folder, 'metadata.csv'));
  if (place === 'table leads nowhere') await symlink('nowhere', join(folder, 'metadata.csv'));
  return folder;
}

/** What an operator would see of a run, and the images that it would store. */
async function ran(source: Source): Promise<{ out: string; said: string }> {
  const entries = await entriesOf(source);
  const images = entries.flatMap((entry) => {
    if (!('assetId' in entry) || !('path' in entry.image)) return [];
    const isHeld = entry.licenseVerbatim === RESERVED;
    expect([RESERVED, 'cc0']).toContain(entry.licenseVerbatim);
    return [`${entry.image.path.slice(entry.image.path.indexOf('/folder-') + 15)}${isHeld ? '*' : ''}`];
  });
  const others = entries.flatMap((entry) => {
    if ('skipped' in entry) return [`${entry.name}: ${entry.skipped}`];
    return 'broken' in entry ? [`${entry.name}: ${entry.broken}`] : [];
  });
  return {
    out: [...new Set(images)].sort().join(' '),
    said: [...others, ...(source.notices?.() ?? [])].join('\n'),
  };
}

const refusalOf = (error: unknown) => ({ out: '', said: String(error) });

async function expectHeldBack(parent: string, situation: Situation): Promise<void> {
  const [, , , out, says] = situation;
  const folder = await folderOf(parent, situation);
  const result = await openFolder(folder, 'mine', { stated: { license: 'cc0' } }).then(ran, refusalOf);
  expect(result).toEqual({ out, said: expect.stringContaining(says) });
}

describe('no image comes out under looser terms than its row states, where the table has', () => {
  it.each([...NAMES, ...SITUATIONS])('%s', (...situation) => expectHeldBack(home, situation));
});

describeWith(ENGINES.caselessDisk, 'nor on a disk that tells no capitals apart, where it has', () => {
  let disk: CaselessDisk;
  beforeAll(async () => {
    disk = await mountCaselessDisk();
  });
  afterAll(() => disk.remove());

  it.each(NAMES)('%s', (...situation) => expectHeldBack(disk.dir, situation));
});
