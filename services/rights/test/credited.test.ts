import { expect, test } from '@jest/globals';
import ExifReader from 'exifreader';
import sharp from 'sharp';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { call, rightsForAll, type newImage } from './harness.js';

const LINE =
  '"A heron" by Ada Martin, licensed under CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/). Source: https://example.org/heron';
/** Closes elements, attributes, comments and sections, and holds what XML has no character for. */
const HOSTILE = `</rdf:li>]]><!-- "' & <script>alert(1)</script> \u202e \uffff 😀 é 漢`;

type Tags = Record<string, { value?: unknown; description?: string }>;

/** The tags of XMP and IPTC, by the names of ExifReader. */
const tagsOf = (bytes: Buffer) =>
  ExifReader.load(bytes, { expanded: true }) as unknown as { xmp?: Tags; iptc?: Tags };
const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

describeOnDatabases('credited files', (engine) => {
  const rights = rightsForAll(engine);

  const taken = async (...of: Parameters<typeof newImage>) => (await rights.taken(...of)).assetId;
  const credited = (assetId: string) => rights.file(assetId, 'VARIANT_CREDITED');

  const noise = (channels: 3 | 4 = 3) =>
    sharp({
      create: {
        width: 321,
        height: 203,
        channels,
        background: channels === 4 ? { r: 10, g: 90, b: 200, alpha: 0.4 } : '#205080',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    });

  const FILES: [name: string, make: () => Promise<Buffer>][] = [
    ['JPEG', () => noise().jpeg().toBuffer()],
    [
      'turned JPEG with Exif and a colour profile',
      () =>
        noise()
          .withExif({ IFD0: { Copyright: 'Old' } })
          .withIccProfile('p3')
          .withMetadata({ orientation: 6 })
          .jpeg()
          .toBuffer(),
    ],
    ['PNG', () => noise().png().toBuffer()],
    ['lossy WebP', () => noise().webp().toBuffer()],
    ['lossless WebP', () => noise().webp({ lossless: true }).toBuffer()],
    ['lossless WebP with transparency', () => noise(4).webp({ lossless: true }).toBuffer()],
    [
      'WebP with Exif and a colour profile',
      () =>
        noise()
          .withExif({ IFD0: { Copyright: 'Old' } })
          .withIccProfile('p3')
          .webp()
          .toBuffer(),
    ],
  ];

  test.each(FILES)(
    'a %s carries its credit, its licence and its source, and the same pixels',
    async (_name, make) => {
      const original = await make();
      const { bytes, header } = await credited(await taken({}, original));
      expect(header.bytes).toBe(bytes.length);
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 321, height: 203 });
      expect((await pixelsOf(bytes)).equals(await pixelsOf(original))).toBe(true);
      expect(Boolean((await sharp(bytes).metadata()).icc)).toBe(
        Boolean((await sharp(original).metadata()).icc),
      );
      expect((await sharp(bytes).metadata()).orientation).toBe(
        (await sharp(original).metadata()).orientation,
      );
      const tags = tagsOf(bytes);
      expect(tags.xmp).toMatchObject({
        Credit: { value: LINE },
        title: { description: 'A heron' },
        creator: { description: 'Ada Martin' },
        rights: { description: LINE },
        Marked: { value: 'True' },
        WebStatement: { value: 'https://creativecommons.org/licenses/by-sa/4.0/' },
      });
      expect(tags.xmp?.['UsageTerms']?.description).toMatch(
        /^Licence: cc-by-sa-4\.0 \(declared as "CC BY-SA 4\.0"\)\. Commercial use: permitted\./,
      );
    },
  );

  test('a JPEG has an IPTC record in UTF-8, whose long fields are cut, in the place of its own one', async () => {
    const image = await noise().jpeg().toBuffer();
    const first = await credited(await taken({ title: 'Old', licenseVerbatim: 'CC0 1.0' }, image));
    // The file that comes in has the credit of another image already.
    const creator = 'Åsa Öström';
    const { bytes } = await credited(await taken({ creator, title: '漢'.repeat(40) }, first.bytes));
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
    const { bytes } = await credited(
      await taken({ licenseVerbatim: 'ask me' }, await noise().png().toBuffer()),
    );
    const { xmp } = tagsOf(bytes);
    expect(xmp).not.toHaveProperty('Credit');
    expect(xmp).not.toHaveProperty('Marked');
    expect(xmp?.['UsageTerms']?.description).toMatch(
      /^Licence: unknown \(declared as "ask me"\)\. Commercial use: unknown\. Publishing changed versions: unknown\. Credit line: unknown\. Same licence for changed images: unknown\./,
    );
  });

  test('a work of the US government is not marked as one whose rights are reserved', async () => {
    const image = await noise().png().toBuffer();
    const { bytes } = await credited(await taken({ licenseVerbatim: 'PD-USGov' }, image));
    expect(tagsOf(bytes).xmp).not.toHaveProperty('Marked');
  });

  test.each(['jpeg', 'png', 'webp'] as const)('hostile words stay words in a %s', async (format) => {
    const original = await noise().toFormat(format).toBuffer();
    const assetId = await taken(
      { title: HOSTILE, creator: `${HOSTILE}${'x'.repeat(400)}`, licenseVerbatim: HOSTILE },
      original,
    );
    const { bytes } = await credited(assetId);
    expect((await pixelsOf(bytes)).equals(await pixelsOf(original))).toBe(true);
    const { xmp } = tagsOf(bytes);
    expect(xmp?.['title']?.description).toContain('<script>alert(1)</script>');
    const packet = /<x:xmpmeta[^]*<\/x:xmpmeta>/.exec(bytes.toString('utf8'))?.[0] ?? '';
    expect(packet).not.toContain('<script');
    expect(packet).not.toMatch(/\p{Cc}|[\u202e\ufffe\uffff]/u);
    expect(packet.match(/<rdf:Description/g)).toHaveLength(1);
  });

  test('texts at their longest fit, in every format', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const original = await noise().toFormat(format).toBuffer();
      const assetId = await taken(
        {
          title: '&'.repeat(1_000),
          creator: '"'.repeat(500),
          licenseVerbatim: '<'.repeat(2_000),
          provenanceUrl: `https://example.org/${'a'.repeat(2_000)}`,
        },
        original,
      );
      const { bytes } = await credited(assetId);
      expect((await pixelsOf(bytes)).equals(await pixelsOf(original))).toBe(true);
      expect(tagsOf(bytes).xmp?.['title']?.description).toBe('&'.repeat(1_000));
    }
  });

  test('any range of it is that part of the whole, under one strong validator', async () => {
    const assetId = await taken({}, await noise().jpeg().toBuffer());
    const { bytes, header } = await credited(assetId);
    const { token = '' } = await rights.download(assetId, 'VARIANT_CREDITED');
    for (const [offset, length] of [
      [0, 1],
      [0, bytes.length],
      [1, 5_000],
      [bytes.length - 1, 1],
      [200, 1_500],
    ] as const) {
      const chunks: Buffer[] = [];
      for await (const message of rights.client.readDownload({ token, range: { offset, length } }, call())) {
        if (message.header) expect(message.header.etag).toBe(header.etag);
        if (message.chunk) chunks.push(message.chunk);
      }
      expect(Buffer.concat(chunks).equals(bytes.subarray(offset, offset + length))).toBe(true);
    }
    expect(header.etag).toMatch(/^"[0-9a-f]{32}-credited-[0-9a-f]{12}"$/);
  });

  test('another credit is another file, and the original stays as it is', async () => {
    const original = await noise().jpeg().toBuffer();
    const assetId = await taken({}, original);
    const before = await credited(assetId);
    await taken({ assetId, creator: 'Bo', contentVersion: 'v2' }, original);
    const after = await credited(assetId);
    expect(after.header.etag).not.toBe(before.header.etag);
    expect((await rights.file(assetId, 'VARIANT_ORIGINAL')).bytes.equals(original)).toBe(true);
  });

  test('an image at its rights holder and a withdrawn one have none', async () => {
    const linkUrl = 'https://photos.example.org/full/1.jpg';
    const image = await noise().jpeg().toBuffer();
    const linked = await taken({ delivery: 'link', linkUrl }, image);
    await expect(credited(linked)).rejects.toMatchObject({ code: 'file_not_found' });
    const assetId = await taken({}, image);
    const { token } = await rights.download(assetId, 'VARIANT_CREDITED');
    await rights.withdraw(assetId);
    await expect(rights.read(token)).rejects.toMatchObject({ code: 'file_not_found' });
  });

  test('fifty at once are all whole', async () => {
    const assetId = await taken({}, await noise().png().toBuffer());
    const files = await Promise.all(Array.from({ length: 50 }, () => credited(assetId)));
    for (const { bytes } of files) expect(bytes.equals(files[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
  });
});
