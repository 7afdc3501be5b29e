import { describe, expect, it } from '@jest/globals';
import ExifReader from 'exifreader';
import sharp from 'sharp';
import { plainImage } from '@imagesearch/testkit/images/plain-images';
import { alternatives, term, xmpPacket } from '@imagesearch/testkit/images/xmp';
import { thumbnailXmp } from '../src/edit/marks.js';
import { describedIn } from '../src/metadata/described.js';
import { datasetOf, IPTC_RESOURCE, PHOTOSHOP_PREFIX, resourceOf } from '../src/metadata/iptc.js';
import { jpegSegment } from '../src/parts.js';

const LICENSE = 'https://example.org/license';
const IPTC: [number: number, text: string][] = [
  [80, 'Bo'],
  [110, 'Bo Pictures'],
  [116, '© Bo'],
];

/** A JPEG whose XMP holds these fields, and whose IPTC record holds those of Bo. */
async function jpeg(fields: string, iptc = IPTC): Promise<Buffer> {
  const image = await sharp(await plainImage())
    .withXmp(xmpPacket(fields))
    .jpeg()
    .toBuffer();
  const record = Buffer.concat(iptc.map(([number, text]) => datasetOf(2, number, Buffer.from(text))));
  const resources = Buffer.concat([Buffer.from(PHOTOSHOP_PREFIX), resourceOf(IPTC_RESOURCE, record)]);
  return Buffer.concat([image.subarray(0, 2), jpegSegment(0xed, resources), image.subarray(2)]);
}

type Tags = Partial<Record<string, { description: string }>>;

/** What a thumbnail says, as a library reads it. */
async function saidIn(file: Buffer) {
  const packet = thumbnailXmp(describedIn(file));
  if (packet === undefined) return undefined;
  expect(Buffer.byteLength(packet)).toBeLessThan(1_024);
  const thumbnail = await sharp(await plainImage())
    .withXmp(packet)
    .jpeg()
    .toBuffer();
  const { xmp = {} } = ExifReader.load(thumbnail, { expanded: true }) as unknown as { xmp?: Tags };
  const names = ['creator', 'Credit', 'rights', 'WebStatement', 'DigitalSourceType', 'DataMining'];
  return Object.fromEntries(
    names.flatMap((name) => (xmp[name] === undefined ? [] : [[name, xmp[name].description]])),
  );
}

const creator = (name: string): string =>
  `<dc:creator><rdf:Seq><rdf:li>${name}</rdf:li></rdf:Seq></dc:creator>`;
const web = (address: string): string => `<xmpRights:WebStatement>${address}</xmpRights:WebStatement>`;

describe('the marks of a thumbnail', () => {
  it('are those of the XMP, also where the IPTC record says something else', async () => {
    const credit = '<photoshop:Credit>Ada Pictures</photoshop:Credit>';
    expect(
      await saidIn(await jpeg(creator('Ada') + credit + alternatives('dc:rights', '© Ada') + web(LICENSE))),
    ).toEqual({ creator: 'Ada', Credit: 'Ada Pictures', rights: '© Ada', WebStatement: LICENSE });
  });

  it('are those of the IPTC record for what the XMP does not say', async () => {
    expect(await saidIn(await jpeg(''))).toEqual({ creator: 'Bo', Credit: 'Bo Pictures', rights: '© Bo' });
  });

  it('have the licence of Creative Commons before another address', async () => {
    const deed = 'https://creativecommons.org/licenses/by/4.0/';
    const said = await saidIn(await jpeg(`<cc:license rdf:resource="${deed}"/>${web(LICENSE)}`));
    expect(said).toMatchObject({ WebStatement: deed });
  });

  it.each([
    ['is no web address', 'ask Ada'],
    ['is longer than a deed has', `https://example.org/${'a'.repeat(120)}`],
  ])('have no address that %s', async (_what, address) => {
    expect(await saidIn(await jpeg(web(address)))).not.toHaveProperty('WebStatement');
  });

  it('keep an address of 120 characters', async () => {
    const longest = LICENSE.padEnd(120, 'a');
    expect(await saidIn(await jpeg(web(longest)))).toMatchObject({ WebStatement: longest });
  });

  it('say of a machine that it made the image, and of miners what they may not', async () => {
    const fields =
      term('Iptc4xmpExt:DigitalSourceType', 'trainedAlgorithmicMedia') +
      term('plus:DataMining', 'DMI-PROHIBITED');
    expect(await saidIn(await jpeg(fields, []))).toEqual({
      DigitalSourceType: expect.stringMatching(/trainedAlgorithmicMedia$/) as unknown,
      DataMining: expect.stringMatching(/DMI-PROHIBITED$/) as unknown,
    });
  });

  it('cut a text at 120 characters, and further where the packet would not be small', async () => {
    const said = await saidIn(await jpeg(creator('x'.repeat(121)), []));
    expect(said).toEqual({ creator: `${'x'.repeat(119)}…` });
    expect(await saidIn(await jpeg(creator('x'.repeat(120)), []))).toEqual({ creator: 'x'.repeat(120) });
    const long = '漢'.repeat(300);
    const all = await saidIn(await jpeg(creator(long) + alternatives('dc:rights', long) + web(LICENSE), []));
    expect(all).toMatchObject({ creator: `${'漢'.repeat(59)}…`, WebStatement: LICENSE });
  });

  it('are no packet at all for a file that says none of them', async () => {
    expect(
      await saidIn(await jpeg('<dc:subject><rdf:Bag><rdf:li>heron</rdf:li></rdf:Bag></dc:subject>', [])),
    ).toBeUndefined();
  });
});
