import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from '@jest/globals';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { jpegSegment, pngChunk, walk } from '../src/parts.js';
import ExifReader from 'exifreader';
import sharp from 'sharp';
import { withoutLocation as cutOf } from '../src/edit/location.js';
import { imageFormatOf } from '../src/format.js';
import { PLACED } from '@imagesearch/testkit/images/placed-metadata';
import { xmpPacket } from '@imagesearch/testkit/images/xmp';
import { datasetOf, IPTC_RESOURCE, PHOTOSHOP_PREFIX, resourceOf } from '../src/metadata/iptc.js';
import { plainImage } from '@imagesearch/testkit/images/plain-images';

const FORMATS = ['jpeg', 'png', 'webp'] as const;
const withoutLocation = (file: Buffer) => cutOf(walk(file, imageFormatOf(file) ?? 'jpeg'));

/** Every way in which a file names a place, by the names of ExifTool. */
const PLACES = [
  ['Exif', ['-GPSLatitude=48.5', '-GPSLatitudeRef=N', '-GPSLongitude=9.05', '-GPSLongitudeRef=E']],
  [
    'Exif with the least significant byte first',
    ['-ExifByteOrder=II', '-EXIF:GPSLatitude=48.5', '-GPSLatitudeRef=S'],
  ],
  ['Exif in XMP', ['-XMP-exif:GPSLatitude=48.5', '-XMP-exif:GPSLongitude=9.05']],
  ['IPTC Core', ['-XMP-iptcCore:Location=Market square', '-XMP-photoshop:City=Tübingen']],
  [
    'the region of IPTC Core',
    ['-XMP-photoshop:State=Tübingen', '-XMP-photoshop:Country=Bridge', '-XMP-iptcCore:CountryCode=DE'],
  ],
  [
    'IPTC Extension',
    ['-XMP-iptcExt:LocationCreatedCity=Tübingen', '-XMP-iptcExt:LocationShownSublocation=Bridge'],
  ],
  [
    'the IPTC record',
    ['-IPTC:City=Tübingen', '-IPTC:Sub-location=Bridge', '-IPTC:Country-PrimaryLocationName=DE'],
  ],
] as const;

/** Beside the place, and must stay. */
const OTHERS = [
  '-EXIF:Artist=Ada Martin',
  '-EXIF:DateTimeOriginal=2026:05:01 12:30:00',
  '-XMP-iptcExt:DigitalSourceType#=http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture',
  '-XMP-dc:Subject=heron',
];
const TABLE = FORMATS.flatMap((format) =>
  // A WebP has no room for an IPTC record.
  PLACES.slice(0, format === 'webp' ? -1 : undefined).map(([name, place]) => ({ format, name, place })),
);

describeWith(ENGINES.exiftool, 'a file that says where it was taken', (exiftool) => {
  const path = join(folderOfSuite(), 'image');
  const run = (...args: string[]) => execFileSync(exiftool, args, { encoding: 'utf8' });
  const written = async (format: (typeof FORMATS)[number], tags: readonly string[]): Promise<Buffer> => {
    writeFileSync(path, await plainImage('#c02020', format));
    run('-q', '-q', '-m', '-overwrite_original', '-codedcharacterset=utf8', ...tags, path);
    return readFileSync(path);
  };

  test.each(TABLE)('names no place any more in a $format: $name', async ({ format, place }) => {
    const file = await written(format, [...OTHERS, ...place]);
    expect(run('-a', '-s', '-G1', path)).toMatch(/GPSL|City|ocation|Country/);
    const faults = run('-validate', '-warning', '-a', '-s3', path);
    const cut = withoutLocation(file);
    if (cut === undefined) throw new Error('no place was found');
    writeFileSync(path, cut);
    const said = run('-a', '-s', '-G1', path);
    expect(said).not.toMatch(/GPSL|City|State|ocation|Country|Tübingen|Bridge/);
    expect(said).toMatch(/Artist\s+: Ada Martin/);
    expect(said).toMatch(/DateTimeOriginal\s+: 2026:05:01/);
    expect(said).toMatch(/DigitalSourceType\s+: .*/);
    expect(said).toMatch(/Subject\s+: heron/);
    expect(run('-validate', '-warning', '-a', '-s3', path)).toBe(faults);
    const { gps, xmp } = ExifReader.load(cut, { expanded: true });
    expect({ ...gps }).toEqual({});
    expect(xmp?.['subject']?.description).toBe('heron');
    const pixels = (image: Buffer) => sharp(image).raw().toBuffer();
    expect((await pixels(cut)).equals(await pixels(file))).toBe(true);
    if (format !== 'png') expect(cut).toHaveLength(file.length);
    expect(withoutLocation(cut)).toBeUndefined();
  });

  test.each(FORMATS)('finds none in a %s with other metadata only', async (format) => {
    expect(withoutLocation(await written(format, [...OTHERS, '-GPSVersionID=2.3.0.0']))).toBeUndefined();
  });

  it('names none in the further images of a camera either', async () => {
    const file = await written('jpeg', ['-GPSLatitude=48.5', '-GPSLatitudeRef=N']);
    const both = Buffer.concat([await plainImage(), file, Buffer.from('trailer')]);
    const cut = withoutLocation(both);
    expect(cut).toHaveLength(both.length);
    expect(withoutLocation(cut ?? both)).toBeUndefined();
  });
});

/** Each property of XMP that names a place, with `Tübingen` as what it says. */
const IN_XMP = [
  ...['exif:GPSLatitude', 'exif:GPSLongitude', 'photoshop:City', 'photoshop:State', 'photoshop:Country'],
  ...['Iptc4xmpCore:Location', 'Iptc4xmpCore:CountryCode'],
].map((name): [name: string, xml: string] => [name, `<${name}>Tübingen</${name}>`]);
const STRUCTURES = ['Iptc4xmpExt:LocationCreated', 'Iptc4xmpExt:LocationShown'].map(
  (name): [name: string, xml: string] => [
    name,
    `<${name}><rdf:Bag><rdf:li rdf:parseType="Resource"><Iptc4xmpExt:City>Tübingen</Iptc4xmpExt:City></rdf:li></rdf:Bag></${name}>`,
  ],
);
const KEPT = '<dc:subject><rdf:Bag><rdf:li>heron</rdf:li></rdf:Bag></dc:subject>';
/** Fields of the IPTC record, as IIM 4.2 numbers them. */
const IN_IPTC: [name: string, number: number][] = [
  ['content location code', 26],
  ['content location name', 27],
  ['city', 90],
  ['sublocation', 92],
  ['province or state', 95],
  ['country code', 100],
  ['country name', 101],
];
const KEYWORDS = 25;

/** A PNG with the packet as it is; sharp would compress it. */
async function withXmp(format: (typeof FORMATS)[number], packet: string): Promise<Buffer> {
  if (format !== 'png')
    return sharp(await plainImage())
      .withXmp(packet)
      .toFormat(format)
      .toBuffer();
  const image = await plainImage('#c02020', 'png');
  const text = pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${packet}`));
  return Buffer.concat([image.subarray(0, 33), text, image.subarray(33)]);
}

describe('a file that says where it was taken, without ExifTool,', () => {
  const subjectOf = (file: Buffer) => ExifReader.load(file, { expanded: true }).xmp?.['subject']?.description;

  test.each(
    FORMATS.flatMap((format) => [...IN_XMP, ...STRUCTURES].map(([name, xml]) => ({ format, name, xml }))),
  )('names no place any more in a $format: $name of XMP', async ({ format, xml }) => {
    const file = await withXmp(format, xmpPacket(xml + KEPT));
    expect(file.includes('Tübingen')).toBe(true);
    const cut = withoutLocation(file) ?? file;
    expect(cut.includes('Tübingen')).toBe(false);
    expect(subjectOf(cut)).toBe('heron');
  });

  test.each(IN_IPTC)('names no place any more in an IPTC record: the %s', async (_name, number) => {
    const record = [
      datasetOf(2, number, Buffer.from('Tübingen')),
      datasetOf(2, KEYWORDS, Buffer.from('heron')),
    ];
    const resource = resourceOf(IPTC_RESOURCE, Buffer.concat(record));
    const segment = jpegSegment(0xed, Buffer.concat([Buffer.from(PHOTOSHOP_PREFIX), resource]));
    const image = await plainImage();
    const file = Buffer.concat([image.subarray(0, 2), segment, image.subarray(2)]);
    const cut = withoutLocation(file) ?? file;
    expect(cut).toHaveLength(file.length);
    expect(cut.includes('Tübingen')).toBe(false);
    expect(ExifReader.load(cut, { expanded: true }).iptc?.Keywords).toMatchObject({
      description: 'heron',
    });
  });

  test.each([...IN_XMP, ...STRUCTURES])(
    'names no place any more in the XMP that goes on in further segments of a JPEG: %s',
    async (_name, xml) => {
      const file = await PLACED['extended.jpg']?.(xmpPacket(xml));
      if (file === undefined) throw new Error('There is no such file.');
      expect((withoutLocation(file) ?? file).includes('Tübingen')).toBe(false);
    },
  );
});

describe('a hostile file', () => {
  it('of a thousand images behind each other, or of directories without end, is read once', async () => {
    const image = await plainImage();
    expect(withoutLocation(Buffer.concat(Array<Buffer>(1_000).fill(image)))).toBeUndefined();
    for (const count of [0, 1, 900, 65_535]) {
      const tiff = Buffer.alloc(2_000, 0xff);
      tiff.write('II*\0\x08\0\0\0', 0, 'latin1');
      tiff.writeUInt16LE(count, 8);
      for (let at = 10; at + 12 < tiff.length; at += 12)
        tiff.write('\x25\x88\x04\0\x01\0\0\0\x08\0\0\0', at, 'latin1');
      const exif = jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff]));
      const file = Buffer.concat([image.subarray(0, 2), exif, image.subarray(2)]);
      expect(withoutLocation(file)?.length ?? file.length).toBe(file.length);
    }
  });

  it.each([
    [
      'with places in the attributes of a structure',
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
        '<rdf:Description xmlns:e="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><e:LocationCreated><rdf:Bag>' +
        '<rdf:li e:City="Tübingen"/></rdf:Bag></e:LocationCreated></rdf:Description></rdf:RDF></x:xmpmeta>',
    ],
    ['whose packet is no XML', '<a exif:GPSLatitude="48,30N"'],
  ])('%s loses them', (_what, packet) => {
    const segment = jpegSegment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${packet}`));
    const file = Buffer.concat([Buffer.from([0xff, 0xd8]), segment, Buffer.from([0xff, 0xd9])]);
    expect(withoutLocation(file)?.toString()).not.toMatch(/Tübingen|GPS/);
  });
});
