import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { APPLICATION, datasetOf, IPTC_FIELD } from '@imagesearch/image-files/metadata/iptc';
import { folderOfEachTest } from '@imagesearch/testkit/folders';
import { coloured, tiffWithIptc } from '@imagesearch/testkit/images/camera-files';
import { alternatives, xmpPacket } from '@imagesearch/testkit/images/xmp';
import { openFolder } from '../src/sources/folder.js';
import { itemsOf } from './support/entries.js';
import { plainImage } from '@imagesearch/testkit/images/plain-images';

const folder = folderOfEachTest();
const open = () => openFolder(folder, 'mine');
const put = (name: string, content: Buffer | string) => writeFile(join(folder, name), content);
const dates = async () => (await itemsOf(await open())).map(({ created }) => created);

const READ: readonly [text: string, date: string][] = [
  ['1950', '1950'],
  ['1950-06', '1950-06'],
  ['1950-06-15', '1950-06-15'],
  ['1950/06/15', '1950-06-15'],
  ['1950/6/5', '1950-06-05'],
  ['15.06.1950', '1950-06-15'],
  ['5.6.1950', '1950-06-05'],
  ['19500615', '1950-06-15'],
  ['1950-00-00', '1950'],
  ['1950:06:00 00:00:00', '1950-06'],
  ['2024-02-29', '2024-02-29'],
  ['2024-05-01 12:30', '2024-05-01T12:30'],
  ['2024-05-01T12:30:15.123+02:00', '2024-05-01T12:30:15+02:00'],
  ['2024:05:01 12:30:15', '2024-05-01T12:30:15'],
  ['2024-05-01T25:00:00', '2024-05-01'],
  ['2024-05-01T12:30:15+99:00', '2024-05-01T12:30:15'],
];
/** Of no calendar, or of several days. */
const UNREAD = [
  '0000-00-00',
  '2023-13-05',
  '2023-02-29',
  '2023-04-31',
  '06/07/1950',
  'about 1950',
  '1950-00-15',
];

describe('the date in a row', () => {
  it.each(READ)('%s is read as %s', async (text, date) => {
    await put('a.jpg', await plainImage());
    await put('metadata.jsonl', JSON.stringify({ file: 'a.jpg', date: text }));
    expect(await dates()).toEqual([date]);
  });

  it('that cannot be read is unknown and named, and the date of the file does not take its place', async () => {
    const exif = { IFD2: { DateTimeOriginal: '2024:05:01 12:30:15' } };
    const image = await coloured('#204060').withExif(exif).jpeg().toBuffer();
    for (const at of UNREAD.keys()) await put(`${at}.jpg`, image);
    const rows = UNREAD.map((date, at) => JSON.stringify({ file: `${at}.jpg`, date }));
    await put('metadata.jsonl', rows.join('\n'));
    const source = await open();
    expect((await itemsOf(source)).map(({ created }) => created)).toEqual(UNREAD.map(() => null));
    expect(source.notices?.()).toEqual([
      'A date that cannot be read counts as unknown (line 1, line 2, line 3, line 4, line 5, line 6, line 7). ' +
        'Write 1950-06-15, 15.06.1950, 1950-06 or 1950.',
    ]);
  });
});

const xmp = (fields: Record<string, string>): string =>
  xmpPacket(
    Object.entries(fields)
      .map(([name, text]) => `<${name}>${text}</${name}>`)
      .join(''),
  );

describe('the date of a file', () => {
  const taken = {
    IFD2: { DateTimeOriginal: '1951:01:02 03:04:05', DateTimeDigitized: '2001:01:01 00:00:00' },
  };
  const scanned = {
    IFD0: { DateTime: '2024:01:01 00:00:00' },
    IFD2: { DateTimeDigitized: '2001:01:01 00:00:00' },
  };
  const changed = { IFD0: { DateTime: '2024:01:01 00:00:00' } };
  const iptc = datasetOf(APPLICATION, IPTC_FIELD.dateCreated, Buffer.from('19500615'));
  const image = () => coloured('#602040');

  it.each([
    [
      'what XMP says of the image',
      image()
        .withExif(taken)
        .withXmp(xmp({ 'photoshop:DateCreated': '1949-08' })),
      '1949-08',
    ],
    [
      'the exposure in XMP',
      image()
        .withExif(taken)
        .withXmp(xmp({ 'exif:DateTimeOriginal': '1949-08-01' })),
      '1949-08-01',
    ],
    [
      'the exposure in Exif',
      image()
        .withExif(taken)
        .withXmp(xmp({ 'xmp:CreateDate': '2020-01-01' })),
      '1951-01-02T03:04:05',
    ],
    [
      'Exif, where XMP has zeros',
      image()
        .withExif(taken)
        .withXmp(xmp({ 'photoshop:DateCreated': '0000-00-00' })),
      '1951-01-02T03:04:05',
    ],
    ['the scan, not the last change', image().withExif(scanned), '2001-01-01T00:00:00'],
    [
      'when its file was made',
      image()
        .withExif(changed)
        .withXmp(xmp({ 'xmp:CreateDate': '2020-01-01' })),
      '2020-01-01',
    ],
    ['never that of the last change', image().withExif(changed), undefined],
    [
      'none of a calendar with 13 months',
      image().withExif({ IFD2: { DateTimeOriginal: '2023:13:05 10:00:00' } }),
      undefined,
    ],
  ] as const)('is %s', async (_name, file, date) => {
    await put('a.jpg', await file.jpeg().toBuffer());
    expect(await dates()).toEqual([date]);
  });

  it('is the IPTC date before the one of the scan', async () => {
    await put('a.tif', tiffWithIptc(await image().withExif(scanned).tiff().toBuffer(), iptc));
    expect(await dates()).toEqual(['1950-06-15']);
  });
});

describe('a title and a description', () => {
  it.each(['OLYMPUS DIGITAL CAMERA', 'SONY DSC', 'dav', 'Created with GIMP'])(
    'are not “%s”, in whatever metadata a program wrote it',
    async (words) => {
      const packet = xmpPacket(alternatives('dc:title', words) + alternatives('dc:description', words));
      await put('xmp.jpg', await coloured('#204060').withXmp(packet).jpeg().toBuffer());
      const exif = { IFD0: { ImageDescription: words } };
      await put('exif.jpg', await coloured('#204060').withExif(exif).jpeg().toBuffer());
      const record = [IPTC_FIELD.objectName, IPTC_FIELD.caption].map((field) =>
        datasetOf(APPLICATION, field, Buffer.from(words)),
      );
      await put('iptc.tif', tiffWithIptc(await coloured('#204060').tiff().toBuffer(), Buffer.concat(record)));
      expect((await itemsOf(await open())).map(({ title, description }) => [title, description])).toEqual([
        ['exif', ''],
        ['iptc', ''],
        ['xmp', ''],
      ]);
    },
  );
});

it('usage terms that are longer than a licence may be are unread, and the image is not refused', async () => {
  await put(
    'a.jpg',
    await coloured('#204060')
      .withXmp(xmpPacket(alternatives('xmpRights:UsageTerms', 'x'.repeat(2_001))))
      .jpeg()
      .toBuffer(),
  );
  expect(await itemsOf(await openFolder(folder, 'mine', { stated: { license: 'CC0 1.0' } }))).toMatchObject([
    { licenseVerbatim: '', declaredBy: 'unread' },
  ]);
});
