import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import ExifReader from 'exifreader';
import sharp from 'sharp';
import { jpegSegment, pngChunk, webpChunk } from '@imagesearch/service-kit/image/write-parts';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { EMBEDDED_POSTGRES } from '@imagesearch/testkit/stores/databases';
import { drawing, rightsForAll } from './harness.js';

const FORMATS = ['jpeg', 'png', 'webp'] as const;
type Format = (typeof FORMATS)[number];

/** What a file came with, by the names of ExifTool and of ExifReader, and whether a thumbnail has it too. */
const MARKS = [
  mark(
    'XMP-iptcExt:DigitalSourceType',
    'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
    true,
  ),
  mark('XMP-plus:DataMining', 'http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED-AIMLTRAINING', true),
  mark('XMP-dc:Rights', '© 2026 Ada Martin & Söhne', true, 'rights'),
  mark('XMP-xmpRights:UsageTerms', 'Editorial use only.', false),
  mark('XMP-plus:LicensorName', 'Martin Pictures', false, 'Licensor'),
  mark('XMP-plus:LicensorURL', 'https://example.org/license', false, 'Licensor'),
  mark('XMP-xmpMM:HistoryAction', 'produced', false, 'History'),
  mark('XMP-dc:Subject', 'heron', false, 'subject'),
  mark('XMP-exif:GPSLatitude', '48.5', false, 'GPSLatitude'),
];

function mark(name: string, value: string, isOnThumbnail: boolean, read = name.replace(/^.*:/, '')) {
  return { name, value, isOnThumbnail, read };
}

/** Of PLUS 2.1, which an older ExifTool reads and does not write. */
const CONFIG = `%Image::ExifTool::UserDefined = ('Image::ExifTool::PLUS::XMP' => { DataMining => {} });`;

const DELIVERIES = ['VARIANT_ORIGINAL', 'VARIANT_CREDITED', 'VARIANT_THUMBNAIL', 'VARIANT_VIEW'] as const;
const SMALLER: ReadonlySet<string> = new Set(['VARIANT_THUMBNAIL', 'VARIANT_VIEW']);

const TABLE = FORMATS.flatMap((format) =>
  DELIVERIES.flatMap((variant) =>
    MARKS.filter(({ isOnThumbnail }) => isOnThumbnail || !SMALLER.has(variant)).map((one) => ({
      format,
      variant,
      ...one,
    })),
  ),
);

const AI = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';
const HEAD = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:i="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" i:DigitalSourceType="${AI}"`;
const TAIL = '</rdf:Description></rdf:RDF></x:xmpmeta>';

/** Packets that cannot be kept whole. */
const BROKEN: [name: string, packet: Buffer][] = [
  ['a cut packet', Buffer.from(`${HEAD}>`)],
  ['a packet with an entity of its own', Buffer.from(`<!DOCTYPE a [<!ENTITY b "c">]>${HEAD}>&b;${TAIL}`)],
  ['a packet that is no UTF-8', Buffer.from(`${HEAD}>\xe9${TAIL}`, 'latin1')],
  ['a packet of 2 MB', Buffer.from(`${HEAD}>${' '.repeat(2_000_000)}${TAIL}`)],
  [
    'a packet of 60,000 nested elements',
    Buffer.from(`${HEAD}>${'<a>'.repeat(60_000)}${'</a>'.repeat(60_000)}${TAIL}`),
  ],
];

function withPacket(webp: Buffer, packet: Buffer): Buffer {
  const header = webpChunk('VP8X', Buffer.from([4, 0, 0, 0, 89, 0, 0, 59, 0, 0]));
  const file = Buffer.concat([webp.subarray(0, 12), header, webp.subarray(12), webpChunk('XMP ', packet)]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

/** A JUMBF superbox of the type of a C2PA manifest store, without manifests. */
const MANIFESTS = Buffer.from(
  '\0\0\0\x26jumb\0\0\0\x1ejumdc2pa\0\x11\0\x10\x80\0\0\xaa\x008\x9bq\x03c2pa\0',
  'latin1',
);

const C2PA: [name: string, format: Format, put: (file: Buffer) => Buffer][] = [
  [
    'JPEG',
    'jpeg',
    (file) =>
      inserted(
        file,
        2,
        jpegSegment(0xeb, Buffer.concat([Buffer.from('JP\0\x01\0\0\0\x01', 'latin1'), MANIFESTS])),
      ),
  ],
  ['PNG', 'png', (file) => inserted(file, 33, pngChunk('caBX', MANIFESTS))],
  [
    'WebP',
    'webp',
    (file) => {
      const longer = Buffer.concat([file, webpChunk('C2PA', MANIFESTS)]);
      longer.writeUInt32LE(longer.length - 8, 4);
      return longer;
    },
  ],
];

const inserted = (file: Buffer, at: number, part: Buffer): Buffer =>
  Buffer.concat([file.subarray(0, at), part, file.subarray(at)]);

describeWith(ENGINES.exiftool, 'marks of a file', (exiftool) => {
  const rights = rightsForAll(EMBEDDED_POSTGRES);
  const folder = mkdtempSync(join(tmpdir(), 'marks-'));
  const config = join(folder, 'config');
  writeFileSync(config, CONFIG);
  /** The delivered files, by format and variant. */
  const delivered = new Map<string, Buffer>();
  beforeAll(async () => {
    for (const format of FORMATS) plain.set(format, await drawing(90, 60).toFormat(format).toBuffer());
    for (const format of FORMATS) {
      const { assetId } = await rights.taken({}, marked(format));
      for (const variant of DELIVERIES)
        delivered.set(`${format} ${variant}`, (await rights.file(assetId, variant)).bytes);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const written = (name: string, bytes: Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  const run = (...given: string[]): string =>
    execFileSync(exiftool, ['-config', config, ...given], { encoding: 'utf8' });
  const plain = new Map<Format, Buffer>();
  function marked(format: Format, given = MARKS.map(({ name, value }) => `-${name}#=${value}`)): Buffer {
    const path = written(`in.${format}`, plain.get(format) ?? Buffer.alloc(0));
    run('-q', '-overwrite_original', '-codedcharacterset=utf8', ...given, path);
    return readFileSync(path);
  }
  /** The file that such a variant of an image is delivered as. */
  const deliveredAs = async (variant: (typeof DELIVERIES)[number], bytes: Buffer) =>
    rights.file((await rights.taken({}, bytes)).assetId, variant);
  test.each(TABLE)('$name of a $format leaves with $variant', ({ format, variant, name, value, read }) => {
    const bytes = delivered.get(`${format} ${variant}`) ?? Buffer.alloc(0);
    const said = run('-s3', '-n', `-${name}`, written('out', bytes)).trim();
    expect(said).toBe(value);
    const { xmp } = ExifReader.load(bytes, { expanded: true });
    expect(JSON.stringify(xmp?.[read])).toContain(value.split(' ')[0]);
  });

  test.each(FORMATS)('a credited %s has the credit beside its marks, and the same pixels', async (format) => {
    const bytes = delivered.get(`${format} VARIANT_CREDITED`) ?? Buffer.alloc(0);
    const path = written('out', bytes);
    expect(run('-s3', '-XMP-dc:Creator', path).trim()).toBe('Ada Martin');
    expect(run('-s3', '-XMP-cc:License', path).trim()).toBe(
      'https://creativecommons.org/licenses/by-sa/4.0/',
    );
    expect(run('-validate', '-warning', '-a', '-s3', path)).not.toContain('Warning');
    const raw = await sharp(bytes).raw().toBuffer();
    expect(raw.equals(await sharp(plain.get(format)).raw().toBuffer())).toBe(true);
  });

  test.each(FORMATS)(
    'the thumbnail of a %s has its marks in less than 1 KB, however long they are',
    async (format) => {
      const long = ['Creator', 'Rights'].map((name) => `-XMP-dc:${name}=${'ß&<'.repeat(900)}`);
      const marks = MARKS.filter(({ isOnThumbnail }) => isOnThumbnail).map(
        ({ name, value }) => `-${name}#=${value}`,
      );
      const { bytes } = await deliveredAs(
        'VARIANT_THUMBNAIL',
        marked(format, [...marks, ...long, `-XMP-photoshop:Credit=${'x'.repeat(900)}`]),
      );
      expect((await sharp(bytes).metadata()).xmp?.length).toBeLessThan(1_024);
      const { xmp } = ExifReader.load(bytes, { expanded: true });
      expect(xmp?.['DigitalSourceType']?.description).toMatch(/trainedAlgorithmicMedia$/);
      expect(xmp?.['DataMining']?.description).toMatch(/DMI-PROHIBITED-AIMLTRAINING$/);
      expect(xmp?.['creator']?.description).toMatch(/^ß&<.*…$/);
    },
  );

  test('the fields of an IPTC record stay beside the credit, whatever code page they are in', async () => {
    const given = ['-IPTC:Keywords=r\xe9union', '-IPTC:Caption-Abstract=Old words', '-IPTC:By-line=Somebody'];
    const path = written('in.jpeg', plain.get('jpeg') ?? Buffer.alloc(0));
    execFileSync(exiftool, ['-q', '-overwrite_original', '-charset', 'iptc=latin', ...given, path]);
    const { bytes } = await deliveredAs('VARIANT_CREDITED', readFileSync(path));
    const out = written('out', bytes);
    expect(run('-s3', '-IPTC:Keywords', out).trim()).toBe('r\xe9union');
    expect(run('-s3', '-IPTC:Caption-Abstract', out).trim()).toBe('Old words');
    expect(run('-s3', '-IPTC:By-line', out).trim()).toBe('Ada Martin');
  });

  test('a history that continues in further segments of a JPEG stays readable', async () => {
    const given = ['-XMP-plus:DataMining#=http://ns.useplus.org/ldf/vocab/DMI-ALLOWED'];
    const long = `-XMP-photoshop:History=${'was opened; '.repeat(7_000)}`;
    const args = written('args', Buffer.from([long, ...given].join('\n')));
    const { bytes } = await deliveredAs('VARIANT_CREDITED', marked('jpeg', ['-@', args]));
    const out = written('out', bytes);
    expect(run('-s3', '-XMP-photoshop:History', out).trim()).toHaveLength(
      'was opened; '.repeat(7_000).trim().length,
    );
    expect(run('-s3', '-XMP-plus:DataMining', out).trim()).toMatch(/DMI-ALLOWED$/);
    expect(run('-s3', '-XMP-dc:Title', out).trim()).toBe('A heron');
  });

  test.each(BROKEN)('of %s the marks of a machine stay, and the credit is whole', async (_name, packet) => {
    const file = withPacket(plain.get('webp') ?? Buffer.alloc(0), packet);
    const { bytes } = await deliveredAs('VARIANT_CREDITED', file);
    const { xmp } = ExifReader.load(bytes, { expanded: true });
    expect(xmp?.['DigitalSourceType']?.description).toBe(AI);
    expect(xmp?.['title']?.description).toBe('A heron');
  });

  test.each(C2PA)(
    'a credited %s says that its Content Credentials no longer match',
    async (_name, format, put) => {
      const file = put(plain.get(format) ?? Buffer.alloc(0));
      const isInvalidated = async (variant: (typeof DELIVERIES)[number], bytes: Buffer) =>
        (await deliveredAs(variant, bytes)).header.credentialInvalidated;
      expect(await isInvalidated('VARIANT_CREDITED', file)).toBe(true);
      expect(await isInvalidated('VARIANT_ORIGINAL', file)).toBe(false);
      expect(await isInvalidated('VARIANT_CREDITED', plain.get(format) ?? file)).toBe(false);
    },
  );
});
