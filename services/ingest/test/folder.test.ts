import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { openFolder } from '../src/sources/folder.js';
import { brokenOf, entriesOf, itemsOf, namesOf, resumesEverywhere } from './support/entries.js';
import { folderOfEachTest } from '@imagesearch/testkit/folders';
import { hostileCameraFiles } from '@imagesearch/testkit/images/hostile/hostile-camera-files';
import { textBomb } from '@imagesearch/testkit/images/hostile/hostile-pngs';
import { alternatives, bag, term, xmpPacket } from '@imagesearch/testkit/images/xmp';
import {
  imageWithXmp,
  plainImage,
  PNG_HEADER_END,
  pngWithPlainXmp,
} from '@imagesearch/testkit/images/plain-images';

const folder = folderOfEachTest();

async function put(path: string, content: Buffer | string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}
const open = () => openFolder(folder, 'mine');

describe('a folder of images', () => {
  const putImages = async (...paths: string[]) => {
    const image = await plainImage();
    for (const path of paths) await put(path, image);
  };

  it('yields every image in it and below it, with an id from its path and a title from its name', async () => {
    await putImages('red-barn_02.JPG', 'birds/owl.png', 'birds/young/chick.webp', 'notes.txt', '.hidden.jpg');
    const collection = await open();
    expect(collection.total).toBe(3);
    expect((await itemsOf(collection)).map(({ assetId, title }) => [assetId, title])).toEqual([
      ['mine:birds~owl.png', 'owl'],
      ['mine:birds~young~chick.webp', 'chick'],
      ['mine:red-barn_02.JPG', 'red barn 02'],
    ]);
  });

  it('continues after any image, for any names of folders', async () => {
    await putImages('a.jpg', 'a/1.jpg', 'a/b/2.jpg', 'a-c/3.jpg', 'a.d/4.jpg', 'b.jpg', 'ä/5.jpg', 'a/x.txt');
    expect(await resumesEverywhere(open)).toBe(true);
  });

  it('names a file and a folder whose names are no UTF-8, and takes none of its images for gone', async () => {
    const latin1 = (name: string) => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(name, 'latin1')]);
    await put('café.jpg', await plainImage());
    await writeFile(latin1('caf\xe9.jpg'), 'x');
    await mkdir(latin1('f\xeate'));
    const collection = await open();
    const broken = (await entriesOf(collection)).filter((entry) => 'broken' in entry);
    expect(broken).toMatchObject([
      { name: 'caf\uFFFD.jpg', broken: expect.stringContaining('rename it') },
      { name: 'f\uFFFDte', broken: expect.stringContaining('rename it') },
    ]);
    expect(await collection.present?.()).toBeUndefined();
  });

  it('gives every image its own id, also with similar names', async () => {
    const long = `${'n'.repeat(240)}.jpg`;
    await putImages('Grüne Wiese.jpg', 'Grune Wiese.jpg', 'Grune-Wiese.jpg', 'x~y.jpg', 'x/y.jpg', long);
    const ids = namesOf(await entriesOf(await open()));
    expect(new Set(ids).size).toBe(6);
    for (const id of ids) expect(id).toMatch(/^mine:[A-Za-z0-9][A-Za-z0-9._~-]{0,199}$/);
  });

  it.each(['jpeg', 'webp', 'png'] as const)('reads what a %s file says of itself', async (format) => {
    const fields = [
      alternatives('dc:title', 'Ein röter Acker – 野'),
      alternatives('dc:description', 'Nothing but red'),
      '<dc:creator><rdf:Seq><rdf:li>Ada Martin</rdf:li></rdf:Seq></dc:creator>',
      bag('dc:subject', 'red', 'plain'),
      alternatives('xmpRights:UsageTerms', 'CC BY 4.0'),
      '<xmpRights:WebStatement>https://creativecommons.org/licenses/by/4.0/</xmpRights:WebStatement>',
    ];
    await put(`p.${format}`, await imageWithXmp(fields.join(''), format));
    const [item] = await itemsOf(await open());
    expect(item).toMatchObject({
      title: 'Ein röter Acker – 野',
      description: 'Nothing but red',
      tags: ['red', 'plain'],
      creator: 'Ada Martin',
      licenseVerbatim: 'CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/)',
    });
  });

  it.each(['KONICA MINOLTA DIGITAL CAMERA', 'EPSON DSC picture', 'OLYMPUS DIGITAL CAMERA'])(
    'takes “%s” of a camera for no description',
    async (text) => {
      const file = sharp(await plainImage()).withExif({ IFD0: { ImageDescription: text } });
      await put('p.jpg', await file.jpeg().toBuffer());
      expect((await itemsOf(await open()))[0]).toMatchObject({ title: 'p', description: '' });
    },
  );

  it('takes the name of a language that a program writes for a text for none', async () => {
    const fields = alternatives('dc:title', 'x-default') + alternatives('dc:description', 'x-default');
    await put('p.jpg', await imageWithXmp(fields));
    expect((await itemsOf(await open()))[0]).toMatchObject({ title: 'p', description: '' });
  });

  it('reads XMP in the plain text of a PNG, as the XMP specification has it', async () => {
    await put('p.png', await pngWithPlainXmp(alternatives('dc:title', 'Ein röter Acker – 野')));
    expect((await itemsOf(await open()))[0]?.title).toBe('Ein röter Acker – 野');
  });

  it('never inflates texts that hold no facts, and reads the facts beside them', async () => {
    const described = await pngWithPlainXmp(alternatives('dc:title', 'Ein röter Acker – 野'));
    const bomb = textBomb('zTXt', 900_000);
    const texts = bomb.subarray(PNG_HEADER_END, bomb.indexOf('IDAT') - 4);
    await put(
      'p.png',
      Buffer.concat([described.subarray(0, PNG_HEADER_END), texts, described.subarray(PNG_HEADER_END)]),
    );
    const usedBefore = process.cpuUsage();
    expect((await itemsOf(await open()))[0]?.title).toBe('Ein röter Acker – 野');
    expect(process.cpuUsage(usedBefore).user / 1_000).toBeLessThan(5_000);
  });

  it('leaves out XMP of more than a megabyte, and reads less', async () => {
    const namespaces = (count: number): string =>
      Array.from({ length: count }, (_, at) => `<n${at}:x xmlns:n${at}="urn:${at}">y</n${at}:x>`).join('');
    const titled = (count: number) =>
      pngWithPlainXmp(namespaces(count) + alternatives('dc:title', 'A field of rye'));
    await put('a.png', await titled(100));
    await put('b.png', await titled(28_000));
    expect((await itemsOf(await open())).map(({ title }) => title)).toEqual(['A field of rye', 'b']);
  });

  it('reads a HEIC file whose items claim billions of pieces', async () => {
    const files = await hostileCameraFiles();
    const pieces = files.find(({ name }) => name === 'HEIC: 60 KB of pieces of no bytes');
    await put('pieces.heic', pieces?.bytes ?? '');
    expect((await itemsOf(await open()))[0]?.title).toBe('pieces');
  });

  it('does not read a copyright notice as a licence', async () => {
    await put(
      'p.jpg',
      await imageWithXmp(alternatives('dc:rights', '© 2020 Ada Martin. All rights reserved.')),
    );
    expect((await itemsOf(await open()))[0]?.licenseVerbatim).toBe('');
  });

  it("keeps a file's own licence beside the operator's, and says so", async () => {
    const shareAlike =
      '<xmpRights:WebStatement>https://creativecommons.org/licenses/by-sa/4.0/</xmpRights:WebStatement>';
    await put('own.jpg', await imageWithXmp(shareAlike));
    await put('silent.jpg', await plainImage());
    const licensed = async (overridesLicense: boolean) => {
      const stated = { license: 'CC BY 4.0', overridesLicense };
      const source = await openFolder(folder, 'mine', { stated });
      const items = await itemsOf(source);
      return { licences: items.map(({ licenseVerbatim }) => licenseVerbatim), notices: source.notices?.() };
    };
    expect(await licensed(false)).toEqual({
      licences: ['https://creativecommons.org/licenses/by-sa/4.0/', 'CC BY 4.0'],
      notices: ['1 file states a licence of its own, which stays. --license-override replaces it.'],
    });
    expect(await licensed(true)).toEqual({
      licences: ['CC BY 4.0', 'CC BY 4.0'],
      notices: ['1 file states a licence of its own, which --license replaces here.'],
    });
  });
});

describe('a sidecar', () => {
  const sidecar = (fields: string): string => xmpPacket(fields);
  const terms = (text: string): string => alternatives('xmpRights:UsageTerms', text);

  it('of one image counts more than the one of all images of its name, and both more than the file', async () => {
    const own = terms('CC0 1.0') + alternatives('dc:title', 'File') + bag('dc:subject', 'file');
    await put('a.jpg', await imageWithXmp(own + alternatives('dc:description', 'File')));
    await put(
      'a.xmp',
      sidecar(terms('CC BY-SA 4.0') + alternatives('dc:title', 'Stem') + bag('dc:subject', 'stem')),
    );
    await put('a.jpg.xmp', sidecar(terms('CC BY-NC 4.0') + alternatives('dc:title', 'One')));
    expect(await itemsOf(await open())).toMatchObject([
      {
        title: 'One',
        tags: ['stem'],
        description: 'File',
        licenseVerbatim: 'CC BY-NC 4.0',
        declaredBy: 'file',
      },
    ]);
  });

  it('that cannot be read leaves the licence to a row or to --license-override', async () => {
    await put('a.jpg', await imageWithXmp(terms('CC0 1.0')));
    await put('a.jpg.xmp', sidecar(terms('CC BY-NC 4.0')).slice(0, 200));
    await put('b.jpg', await plainImage('#20c020'));
    await symlink(join(tmpdir(), 'no-such-file'), join(folder, 'b.xmp'));
    const licences = async (overridesLicense: boolean) => {
      const stated = { license: 'CC BY 4.0', overridesLicense };
      const items = await itemsOf(await openFolder(folder, 'mine', { stated }));
      return items.map(({ licenseVerbatim, declaredBy }) => [licenseVerbatim, declaredBy]);
    };
    expect(await licences(false)).toEqual([
      ['', 'unread'],
      ['', 'unread'],
    ]);
    expect(await licences(true)).toEqual([
      ['CC BY 4.0', undefined],
      ['CC BY 4.0', undefined],
    ]);
    await put('metadata.csv', 'file,license\na.jpg,CC BY-ND 4.0\nb.jpg,CC BY-ND 4.0\n');
    expect(await licences(false)).toEqual([
      ['CC BY-ND 4.0', undefined],
      ['CC BY-ND 4.0', undefined],
    ]);
  });

  it('that says other facts makes another item', async () => {
    await put('a.jpg', await plainImage());
    const version = async () => (await itemsOf(await open()))[0]?.sourceVersion;
    const none = await version();
    await put('a.jpg.xmp', sidecar(term('plus:DataMining', 'DMI-ALLOWED')));
    const allowed = await version();
    await put('a.jpg.xmp', sidecar(term('plus:DataMining', 'DMI-PROHIBITED')));
    expect(new Set([none, allowed, await version()]).size).toBe(3);
  });
});

describe.each(['metadata.jsonl', 'metadata.csv'])('a folder with a %s', (sidecar) => {
  const putRows = (rows: Record<string, string>[]) => {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const cell = (text = ''): string => `"${text.replaceAll('"', '""')}"`;
    const csv = [columns.join(','), ...rows.map((row) => columns.map((name) => cell(row[name])).join(','))];
    const lines = sidecar.endsWith('.csv') ? csv : rows.map((row) => JSON.stringify(row));
    return put(sidecar, `${lines.join('\n')}\n`);
  };

  it('yields the listed images as it describes them, then the others', async () => {
    for (const name of ['a.jpg', 'unlisted.jpg']) await put(name, await plainImage());
    const texts = { title: 'A "red" barn', description: 'On two\nlines', license: 'CC BY 4.0' };
    await putRows([{ file: 'a.jpg', id: 'barn-1', tags: 'red,barn', ai_generated: 'yes', ...texts }]);
    expect(await itemsOf(await open())).toMatchObject([
      {
        assetId: 'mine:barn-1',
        title: 'A "red" barn',
        description: 'On two lines',
        tags: ['red', 'barn'],
        licenseVerbatim: 'CC BY 4.0',
        statements: [{ evidence: 'declared', ai: true, kind: null }],
      },
      { assetId: 'mine:unlisted.jpg', title: 'unlisted', licenseVerbatim: '' },
    ]);
  });

  it('says that all images are present whose files are there, with a row or without', async () => {
    for (const name of ['a.jpg', 'b.jpg']) await put(name, await plainImage());
    await putRows([{ file: './a.jpg', id: 'barn' }, { file: 'gone.jpg' }]);
    expect(await (await open()).present?.()).toEqual(new Set(['mine:barn', 'mine:b.jpg']));
    expect((await open()).total).toBe(2);
  });

  it('takes no file for one without a row because its row is broken', async () => {
    await put('a.jpg', await plainImage());
    await putRows([{ file: 'a.jpg', editorial_only: 'perhaps' }]);
    expect(await itemsOf(await open())).toEqual([]);
    expect(await brokenOf(await open())).toMatchObject([
      { broken: expect.stringContaining('editorial_only') },
    ]);
  });

  it('leaves what it does not say to the image, and never completes half a licence from there', async () => {
    const said = alternatives('dc:title', 'From the file') + bag('dc:subject', 'own');
    await put(
      'a.jpg',
      await imageWithXmp(said + alternatives('xmpRights:UsageTerms', 'All rights reserved')),
    );
    const license_url = 'https://creativecommons.org/licenses/by/4.0/';
    await putRows([{ file: 'a.jpg', title: 'From the row', license_url }]);
    expect(await itemsOf(await open())).toMatchObject([
      { assetId: 'mine:a.jpg', title: 'From the row', tags: ['own'], licenseVerbatim: license_url },
    ]);
  });

  it('continues after any row, also after a broken one', async () => {
    for (const name of ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']) await put(name, await plainImage());
    await putRows([{ file: 'a.jpg' }, { file: 'missing.jpg' }, { file: 'b.jpg' }]);
    expect(await resumesEverywhere(open)).toBe(true);
  });

  it('reaches no file outside through a link', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'imagesearch-outside-'));
    await writeFile(join(outside, 'secret.jpg'), await plainImage());
    await symlink(join(outside, 'secret.jpg'), join(folder, 'link.jpg'));
    await putRows([{ file: 'link.jpg' }]);
    expect(await brokenOf(await open())).toMatchObject([
      { broken: 'the file is not inside the folder of the collection' },
    ]);
    await rm(outside, { recursive: true });
  });
});

it('a folder whose metadata.jsonl has a line that cannot be read yields no other files than the listed ones', async () => {
  for (const name of ['a.jpg', 'b.jpg']) await put(name, await plainImage());
  await put('metadata.jsonl', '{"file": "a.jpg"}\n{"file": "b.jpg", "license":\n');
  expect(await itemsOf(await open())).toMatchObject([{ assetId: 'mine:a.jpg' }]);
  expect(await (await open()).present?.()).toBeUndefined();
});
