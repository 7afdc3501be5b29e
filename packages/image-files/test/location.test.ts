import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from '@jest/globals';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { jpegSegment, walk } from '../src/parts.js';
import ExifReader from 'exifreader';
import sharp from 'sharp';
import { withoutLocation as cutOf } from '../src/edit/location.js';
import { imageFormatOf } from '../src/format.js';
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
    expect(said).not.toMatch(/GPSL|City|ocation|Country|Tübingen|Bridge/);
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
