import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import ExifReader from 'exifreader';
import sharp from 'sharp';
import { jpegSegment, pngChunk, webpChunk } from '@imagesearch/image-files/parts';
import { datasetOf, IPTC_RESOURCE, resourceOf } from '@imagesearch/image-files/metadata/iptc';
import { alternatives, xmpPacket } from '@imagesearch/testkit/images/xmp';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { EMBEDDED_POSTGRES } from '@imagesearch/testkit/stores/databases';
import { drawing, rightsForAll, type newImage } from './harness.js';

const LINE =
  '"A heron" by Ada Martin, licensed under CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/). Source: https://example.org/heron';
const FORMATS = ['jpeg', 'png', 'webp'] as const;
type Format = (typeof FORMATS)[number];
const VARIANTS = ['VARIANT_ORIGINAL', 'VARIANT_CREDITED', 'VARIANT_THUMBNAIL', 'VARIANT_VIEW'] as const;
type Variant = (typeof VARIANTS)[number];

type Tags = Record<string, { value?: unknown; description?: string }>;

/** The tags of XMP and IPTC, by the names of ExifReader. */
const tagsOf = (bytes: Buffer) =>
  ExifReader.load(bytes, { expanded: true }) as unknown as { xmp?: Tags; iptc?: Tags };
const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

const rights = rightsForAll(EMBEDDED_POSTGRES);
const taken = async (...of: Parameters<typeof newImage>) => (await rights.taken(...of)).assetId;
/** The file that such a variant of an image is delivered as. */
const delivered = async (variant: Variant, bytes: Buffer) => rights.file(await taken({}, bytes), variant);
const credited = async (...of: Parameters<typeof newImage>) =>
  rights.file(await taken(...of), 'VARIANT_CREDITED');

const grain = () => drawing(321, 203);
const marked = () =>
  grain()
    .withIccProfile('p3')
    .withExif({ IFD0: { Copyright: 'Old' } });

test.each([
  ['JPEG', grain().jpeg()],
  ['turned JPEG with Exif and a colour profile', marked().withMetadata({ orientation: 6 }).jpeg()],
  ['PNG', grain().png()],
  ['lossy WebP', grain().webp()],
  ['lossless WebP', grain().webp({ lossless: true })],
  ['lossless WebP with transparency', grain().ensureAlpha(0.4).webp({ lossless: true })],
  ['WebP with Exif and a colour profile', marked().webp()],
])('a %s carries its credit, its licence and its source, and the same pixels', async (_name, image) => {
  const original = await image.toBuffer();
  const { bytes, headers } = await credited({}, original);
  expect(headers['Content-Length']).toBe(String(bytes.length));
  const [now, before] = [await sharp(bytes).metadata(), await sharp(original).metadata()];
  for (const field of ['width', 'height', 'icc', 'orientation'] as const)
    expect(now[field]).toEqual(before[field]);
  expect((await pixelsOf(bytes)).equals(await pixelsOf(original))).toBe(true);
  expect(tagsOf(bytes).xmp).toMatchObject({
    Credit: { value: LINE },
    title: { description: 'A heron' },
    creator: { description: 'Ada Martin' },
    rights: { description: LINE },
    Marked: { value: 'True' },
    WebStatement: { value: 'https://creativecommons.org/licenses/by-sa/4.0/' },
    UsageTerms: {
      description: expect.stringMatching(
        /^Licence: cc-by-sa-4\.0 \(declared as "CC BY-SA 4\.0"\)\. Commercial use: permitted\./,
      ) as unknown,
    },
  });
});

test('a JPEG has an IPTC record in UTF-8, whose long fields are cut, in the place of its own one', async () => {
  const image = await grain().jpeg().toBuffer();
  const first = await credited({ title: 'Old', licenseVerbatim: 'CC0 1.0' }, image);
  // The file that comes in has the credit of another image already.
  const creator = 'Åsa Öström';
  const { bytes } = await credited({ creator, title: '漢'.repeat(40) }, first.bytes);
  const { iptc, xmp } = tagsOf(bytes);
  expect(iptc?.['By-line']?.description).toBe(creator);
  expect(iptc?.['Object Name']?.description).toBe(`${'漢'.repeat(20)}...`);
  expect(Buffer.byteLength(String(iptc?.['Credit']?.description))).toBeLessThanOrEqual(32);
  expect(xmp?.['title']?.description).toBe('漢'.repeat(40));
  expect(bytes.toString('latin1').match(/<x:xmpmeta/g)).toHaveLength(1);
  expect(bytes.toString('latin1').split('8BIM\u0004\u0004')).toHaveLength(2);
  expect(bytes.includes('Old')).toBe(false);
  expect((await pixelsOf(bytes)).equals(await pixelsOf(image))).toBe(true);
});

test('an unknown licence is called unknown: no line, no mark, and no "not required"', async () => {
  const { xmp } = tagsOf((await credited({ licenseVerbatim: 'ask me' })).bytes);
  expect(xmp).not.toHaveProperty('Credit');
  expect(xmp).not.toHaveProperty('Marked');
  expect(xmp?.['UsageTerms']?.description).toMatch(
    /^Licence: unknown \(declared as "ask me"\)\. Commercial use: unknown\. Publishing changed versions: unknown\. Credit line: unknown\. Same licence for changed images: unknown\./,
  );
});

test('a work of the US government is not marked as one whose rights are reserved', async () => {
  const { bytes } = await credited({ licenseVerbatim: 'PD-USGov' });
  expect(tagsOf(bytes).xmp).not.toHaveProperty('Marked');
});

/** Closes elements, attributes, comments and sections, and holds what XML has no character for. */
const HOSTILE = `</rdf:li>]]><!-- "' & <script>alert(1)</script> \u202e \uffff 😀 é 漢`;

test.each(FORMATS)('in a %s, hostile words stay words, and texts at their longest fit', async (format) => {
  const original = await grain().toFormat(format).toBuffer();
  for (const [filler, start] of [
    ['x', HOSTILE],
    ['&', ''],
  ] as const) {
    const text = (charsMax: number) => start + filler.repeat(charsMax - start.length);
    const words = { title: text(1_000), creator: text(500), licenseVerbatim: text(2_000) };
    const provenanceUrl = `https://example.org/${'a'.repeat(2_000)}`;
    const { bytes } = await credited({ ...words, provenanceUrl }, original);
    expect((await pixelsOf(bytes)).equals(await pixelsOf(original))).toBe(true);
    const title = tagsOf(bytes).xmp?.['title']?.description;
    expect(title?.slice(-900)).toBe(filler.repeat(900));
    expect(title?.includes('<script>alert(1)</script>')).toBe(start !== '');
    const packet = /<x:xmpmeta[^]*<\/x:xmpmeta>/.exec(bytes.toString('utf8'))?.[0] ?? '';
    expect(packet).not.toContain('<script');
    expect(packet).not.toMatch(/\p{Cc}|[\u202e\ufffe\uffff]/u);
    expect(packet.match(/<rdf:Description/g)).toHaveLength(1);
  }
});

test('another credit is another file, the original stays as it is, and a link has none', async () => {
  const original = await grain().jpeg().toBuffer();
  const before = await rights.taken({}, original);
  const { headers } = await rights.file(before.assetId, 'VARIANT_CREDITED');
  expect(headers['ETag']).toMatch(/^"[0-9a-f]{32}-credited-[0-9a-f]{12}"$/);
  await rights.put({ ...before.metadata, creator: 'Bo', contentVersion: 'v2' }, original);
  expect((await rights.file(before.assetId, 'VARIANT_CREDITED')).headers['ETag']).not.toBe(headers['ETag']);
  expect((await rights.file(before.assetId, 'VARIANT_ORIGINAL')).bytes.equals(original)).toBe(true);
  const linked = credited({ delivery: 'link', linkUrl: 'https://photos.example.org/1.jpg' }, original);
  await expect(linked).rejects.toMatchObject({ code: 'file_not_found' });
});

const AI = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';
const HEAD = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:i="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" i:DigitalSourceType="${AI}"`;
const TAIL = '</rdf:Description></rdf:RDF></x:xmpmeta>';

/** Packets that cannot be kept whole. */
test.each([
  ['a cut packet', Buffer.from(`${HEAD}>`)],
  ['a packet with an entity of its own', Buffer.from(`<!DOCTYPE a [<!ENTITY b "c">]>${HEAD}>&b;${TAIL}`)],
  ['a packet that is no UTF-8', Buffer.from(`${HEAD}>\xe9${TAIL}`, 'latin1')],
  ['a packet of 2 MB', Buffer.from(`${HEAD}>${' '.repeat(2_000_000)}${TAIL}`)],
  [
    'a packet of 60,000 nested elements',
    Buffer.from(`${HEAD}>${'<a>'.repeat(60_000)}${'</a>'.repeat(60_000)}${TAIL}`),
  ],
])('of %s the marks of a machine stay, and the credit is whole', async (_name, packet) => {
  const webp = await drawing(90, 60).webp().toBuffer();
  const header = webpChunk('VP8X', Buffer.from([4, 0, 0, 0, 89, 0, 0, 59, 0, 0]));
  const { xmp } = tagsOf((await credited({}, inWebp(webp, header, webpChunk('XMP ', packet)))).bytes);
  expect(xmp?.['DigitalSourceType']?.description).toBe(AI);
  expect(xmp?.['title']?.description).toBe('A heron');
});

/** The WebP with a chunk before its pixels and one behind them. */
function inWebp(webp: Buffer, before: Buffer, behind: Buffer): Buffer {
  const file = Buffer.concat([webp.subarray(0, 12), before, webp.subarray(12), behind]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

/** A JUMBF superbox of the type of a C2PA manifest store, without manifests. */
const MANIFESTS = Buffer.from(
  '\0\0\0\x26jumb\0\0\0\x1ejumdc2pa\0\x11\0\x10\x80\0\0\xaa\x008\x9bq\x03c2pa\0',
  'latin1',
);
const JUMBF = Buffer.concat([Buffer.from('JP\0\x01\0\0\0\x01', 'latin1'), MANIFESTS]);
const inserted = (file: Buffer, at: number, part: Buffer): Buffer =>
  Buffer.concat([file.subarray(0, at), part, file.subarray(at)]);
const SIGNED: Record<Format, (file: Buffer) => Buffer> = {
  jpeg: (file) => inserted(file, 2, jpegSegment(0xeb, JUMBF)),
  png: (file) => inserted(file, 33, pngChunk('caBX', MANIFESTS)),
  webp: (file) => inWebp(file, Buffer.alloc(0), webpChunk('C2PA', MANIFESTS)),
};

test.each(FORMATS)('a credited %s says that its Content Credentials no longer match', async (format) => {
  const plain = await grain().toFormat(format).toBuffer();
  const signed = SIGNED[format](plain);
  const isInvalidated = async (variant: Variant, bytes: Buffer) =>
    (await delivered(variant, bytes)).headers['Content-Credentials'] === 'invalidated';
  expect(await isInvalidated('VARIANT_CREDITED', signed)).toBe(true);
  expect(await isInvalidated('VARIANT_ORIGINAL', signed)).toBe(false);
  expect(await isInvalidated('VARIANT_CREDITED', plain)).toBe(false);
});

const LICENSE = 'https://example.org/license';
const SAID_IN_XMP =
  '<dc:creator><rdf:Seq><rdf:li>Ada Martin</rdf:li></rdf:Seq></dc:creator><photoshop:Credit>Martin Pictures</photoshop:Credit>' +
  alternatives('dc:rights', '© 2026 Ada Martin');

test.each([
  ['a statement', `<xmpRights:WebStatement>${LICENSE}</xmpRights:WebStatement>`],
  ['a licence of Creative Commons', `<cc:license rdf:resource="${LICENSE}"/>`],
])(
  'a thumbnail says who made its image, whom to credit, the notice, and the address of its licence: %s',
  async (_name, statement) => {
    const bytes = await grain()
      .withXmp(xmpPacket(SAID_IN_XMP + statement))
      .jpeg()
      .toBuffer();
    for (const variant of ['VARIANT_THUMBNAIL', 'VARIANT_VIEW'] as const)
      expect(tagsOf((await delivered(variant, bytes)).bytes).xmp).toMatchObject({
        creator: { description: 'Ada Martin' },
        Credit: { description: 'Martin Pictures' },
        rights: { description: '© 2026 Ada Martin' },
        WebStatement: { description: LICENSE },
      });
  },
);

test('a thumbnail says what only the IPTC record of its image does', async () => {
  const fields: [number: number, text: string][] = [
    [80, 'Ada Martin'],
    [110, 'Martin Pictures'],
    [116, '© 2026 Ada Martin'],
  ];
  const record = Buffer.concat(fields.map(([number, text]) => datasetOf(2, number, Buffer.from(text))));
  const resources = Buffer.concat([Buffer.from('Photoshop 3.0\0'), resourceOf(IPTC_RESOURCE, record)]);
  const file = inserted(await grain().jpeg().toBuffer(), 2, jpegSegment(0xed, resources));
  expect(tagsOf((await delivered('VARIANT_THUMBNAIL', file)).bytes).xmp).toMatchObject({
    creator: { description: 'Ada Martin' },
    Credit: { description: 'Martin Pictures' },
    rights: { description: '© 2026 Ada Martin' },
  });
});

/** What a file came with, by the names of ExifTool. A thumbnail and a view have the first three of them too. */
const MARKS = {
  'XMP-iptcExt:DigitalSourceType': 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  'XMP-plus:DataMining': 'http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED-AIMLTRAINING',
  'XMP-dc:Rights': '© 2026 Ada Martin & Söhne',
  'XMP-xmpRights:UsageTerms': 'Editorial use only.',
  'XMP-plus:LicensorName': 'Martin Pictures',
  'XMP-plus:LicensorURL': 'https://example.org/license',
  'XMP-xmpMM:HistoryAction': 'produced',
  'XMP-dc:Subject': 'heron',
  'XMP-exif:GPSLatitude': 48.5,
};
const ALL_MARKS = Object.entries(MARKS);
const FEW_MARKS = ALL_MARKS.slice(0, 3);
/** Of PLUS 2.1, which an older ExifTool reads and does not write. */
const CONFIG = `%Image::ExifTool::UserDefined = ('Image::ExifTool::PLUS::XMP' => { DataMining => {} });`;

describeWith(ENGINES.exiftool, 'marks of a file', (exiftool) => {
  const folder = folderOfSuite();
  const written = (name: string, bytes: Buffer | string): string => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  const config = written('config', CONFIG);
  const run = (...given: string[]): string =>
    execFileSync(exiftool, ['-config', config, ...given], { encoding: 'utf8' }).trim();
  const saidOf = (names: readonly string[], bytes: Buffer): object => {
    const asked = ['-j', '-n', '-G1', ...names.map((name) => `-${name}`)];
    const [said] = JSON.parse(run(...asked, written('out', bytes))) as [object];
    return { ...said, SourceFile: undefined };
  };
  const plain = new Map<Format, Buffer>();
  beforeAll(async () => {
    for (const format of FORMATS) plain.set(format, await drawing(90, 60).toFormat(format).toBuffer());
  });
  const giving = (marks: [name: string, value: string | number][]) =>
    marks.map(([name, value]) => `-${name}#=${value}`);
  function marked(format: Format, given: string[]): Buffer {
    const path = written(`in.${format}`, plain.get(format) ?? Buffer.alloc(0));
    run('-q', '-overwrite_original', '-codedcharacterset=utf8', ...given, path);
    return readFileSync(path);
  }

  test.each(FORMATS)('of a %s leave with every variant, beside the credit', async (format) => {
    const assetId = await taken({}, marked(format, giving(ALL_MARKS)));
    for (const variant of VARIANTS) {
      const { bytes } = await rights.file(assetId, variant);
      const marks = Object.fromEntries(/ORIGINAL|CREDITED/.test(variant) ? ALL_MARKS : FEW_MARKS);
      expect({ variant, ...saidOf(Object.keys(marks), bytes) }).toEqual({ variant, ...marks });
      if (variant !== 'VARIANT_CREDITED') continue;
      expect(saidOf(['XMP-dc:Creator', 'XMP-cc:License'], bytes)).toEqual({
        'XMP-dc:Creator': 'Ada Martin',
        'XMP-cc:License': 'https://creativecommons.org/licenses/by-sa/4.0/',
      });
      expect(run('-validate', '-warning', '-a', '-s3', written('out', bytes))).not.toContain('Warning');
    }
  });

  test.each(FORMATS)(
    'of a %s take less than 1 KB of its thumbnail, however long they are',
    async (format) => {
      const long = ['Creator', 'Rights'].map((name) => `-XMP-dc:${name}=${'ß&<'.repeat(900)}`);
      const given = [...giving(FEW_MARKS), ...long, `-XMP-photoshop:Credit=${'x'.repeat(900)}`];
      const { bytes } = await delivered('VARIANT_THUMBNAIL', marked(format, given));
      expect((await sharp(bytes).metadata()).xmp?.length).toBeLessThan(1_024);
      expect(tagsOf(bytes).xmp).toMatchObject({
        DigitalSourceType: { description: expect.stringMatching(/trainedAlgorithmicMedia$/) as unknown },
        DataMining: { description: expect.stringMatching(/DMI-PROHIBITED-AIMLTRAINING$/) as unknown },
        creator: { description: expect.stringMatching(/^ß&<.*…$/) as unknown },
      });
    },
  );

  test('in an IPTC record stay beside the credit, whatever code page they are in', async () => {
    const given = ['-IPTC:Keywords=r\xe9union', '-IPTC:Caption-Abstract=Old words', '-IPTC:By-line=Somebody'];
    const { bytes } = await delivered(
      'VARIANT_CREDITED',
      marked('jpeg', ['-charset', 'iptc=latin', ...given]),
    );
    expect(saidOf(['IPTC:Keywords', 'IPTC:Caption-Abstract', 'IPTC:By-line'], bytes)).toEqual({
      'IPTC:Keywords': 'r\xe9union',
      'IPTC:Caption-Abstract': 'Old words',
      'IPTC:By-line': 'Ada Martin',
    });
  });

  test('that continue in further segments of a JPEG stay readable', async () => {
    const history = 'was opened; '.repeat(7_000).trim();
    const given = ['-XMP-plus:DataMining#=http://ns.useplus.org/ldf/vocab/DMI-ALLOWED'];
    const args = written('args', [`-XMP-photoshop:History=${history}`, ...given].join('\n'));
    const { bytes } = await delivered('VARIANT_CREDITED', marked('jpeg', ['-@', args]));
    expect(saidOf(['XMP-photoshop:History', 'XMP-plus:DataMining', 'XMP-dc:Title'], bytes)).toEqual({
      'XMP-photoshop:History': history,
      'XMP-plus:DataMining': 'http://ns.useplus.org/ldf/vocab/DMI-ALLOWED',
      'XMP-dc:Title': 'A heron',
    });
  });
});
