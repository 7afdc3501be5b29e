import { coloured, bitmap } from '@imagesearch/testkit/images/camera-files';
import { bigTiff } from '@imagesearch/testkit/images/big-tiff';
import { paletteBitmaps } from '@imagesearch/testkit/images/bitmaps';
import { hostileCameraFiles } from '@imagesearch/testkit/images/hostile/hostile-camera-files';
import { afterAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import ExifReader from 'exifreader';
import { ImageFault } from '../src/accept.js';
import { ImageOpener, type StoredOptions } from '../src/open-image.js';
import { tiffPages } from '../src/metadata/tiff.js';
import { xmpPacket } from '@imagesearch/testkit/images/xmp';
import { imageWithXmp } from '@imagesearch/testkit/images/plain-images';
import { scanBomb } from '@imagesearch/testkit/images/hostile/hostile-jpegs';
import { detachedCall } from '@imagesearch/service-kit/call-context';

const FAST_MS = 5_000;
const limits = () => ({ call: detachedCall(120_000), timeoutMs: 60_000 });

const images = new ImageOpener({ processes: 1, memoryMib: 848 });
afterAll(() => images.close());
const opened = (file: Buffer, options: StoredOptions = { cutsPlace: false }) =>
  images.stored(file, options, limits());
const servedOf = async (file: Buffer) => (await opened(file)).served;

/** Odd, and sound. */
const TAKEN = /a sound one|a screen larger than its picture|300 frames|490 KB|a width declared|planes/;
const hostile = (await hostileCameraFiles()).filter(({ name }) => !TAKEN.test(name));

describe('a hostile file of a format that is converted', () => {
  it.each(hostile)('is refused fast: $name', async ({ bytes }) => {
    const startedAt = performance.now();
    await expect(opened(bytes)).rejects.toThrow(ImageFault);
    expect(performance.now() - startedAt).toBeLessThan(FAST_MS);
  });
});

/** Of `heif-enc`: 64 pixels square, of red 220, green 30, blue 30, in colours that numbers declare. */
const RED_AVIF =
  'AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA' +
  'AA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAJAAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEA' +
  'AGF2MDEAAAAAamlwcnAAAABLaXBjbwAAABNjb2xybmNseAACAAIABoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAABAAAAAQAAA' +
  'ABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgYIDhAAAACxtZGF0EgAKCRgVf/2CBAQNCDIVFkAGGGGEALSD62Gg0zfF' +
  'MPb7/VRg';

/** Numbers of ISO/IEC 23091-2. */
const [SRGB, BT_2020, DISPLAY_P3] = [1, 9, 12];
const [BT_709_CURVE, SRGB_CURVE, PQ_CURVE] = [1, 13, 16];

describe('a converted image', () => {
  it('is upright and of the same size, and keeps its transparency', async () => {
    const turned = await coloured('#c02020').withMetadata({ orientation: 6 }).tiff().toBuffer();
    const { served, originalFormat } = await opened(turned);
    expect(await sharp(served).metadata()).toMatchObject({ format: 'jpeg', width: 120, height: 160 });
    expect(originalFormat).toBe('tiff');

    const clear = await coloured('#c02020').ensureAlpha(0.5).avif({ effort: 0 }).toBuffer();
    expect(await sharp(await servedOf(clear)).metadata()).toMatchObject({
      format: 'webp',
      hasAlpha: true,
    });
  });

  it('may have a hundred megapixels', async () => {
    const create = { width: 10_000, height: 10_000, channels: 3, background: '#c02020' } as const;
    const file = await servedOf(await sharp({ create }).tiff({ compression: 'lzw' }).toBuffer());
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 10_000 });
  });

  it('is the first frame of several', async () => {
    const frames = await Promise.all(['#ff0000', '#00ff00'].map((colour) => frame(colour)));
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const file = await servedOf(gif);
    const { dominant } = await sharp(file).stats();
    expect(dominant.r).toBeGreaterThan(dominant.g);
  });

  const frame = (colour: string): Promise<Buffer> =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: colour } })
      .png()
      .toBuffer();

  it.each(Object.entries(paletteBitmaps()))('has the colours of a bitmap of %s', async (_kind, bitmapOf) => {
    const file = await servedOf(bitmapOf.file);
    const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: bitmapOf.width, height: bitmapOf.height, channels: 3 });
    expect(data.equals(bitmapOf.rgb)).toBe(true);
  });

  it('is the picture of a TIFF that begins with its thumbnail, and no thumbnail of a raw file', async () => {
    const pages = await Promise.all(['#ff0000', '#00ff00'].map((colour) => frame(colour)));
    const tiff = await sharp(pages, { join: { animated: true } })
      .tiff({ compression: 'lzw' })
      .toBuffer();
    const [first, second] = tiffPages(tiff);
    const markReduced = (page: typeof first): void =>
      void tiff.writeUInt32LE(1, page?.find(254)?.valuesAt ?? Infinity);
    markReduced(first);
    const { dominant } = await sharp(await servedOf(tiff)).stats();
    expect(dominant.g).toBeGreaterThan(dominant.r);
    markReduced(second);
    await expect(opened(tiff)).rejects.toThrow("a camera's raw file");
  });

  it.each([true, false])('is that of a BigTIFF, with what it says (little endian: %s)', async (isLittle) => {
    const mark = '<plus:DataMining>http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED</plus:DataMining>';
    const packet = Buffer.from(xmpPacket(mark));
    const { served, said, originalFormat } = await opened(bigTiff(40, 30, packet, isLittle));
    expect(originalFormat).toBe('tiff');
    const { width, height, xmp } = await sharp(served).metadata();
    expect({ width, height }).toEqual({ width: 30, height: 40 });
    expect(xmp?.toString()).toContain('DMI-PROHIBITED');
    expect(said.properties.map(({ name }) => name)).toContainEqual(expect.stringMatching(/DataMining$/));
    const { dominant } = await sharp(served).stats();
    expect(dominant.g).toBeGreaterThan(dominant.r);
  });

  it('shows the colours that a file declares by number', async () => {
    const shown = async (primaries: number, transfer: number) => {
      const avif = Buffer.from(RED_AVIF, 'base64');
      const at = avif.indexOf('nclx') + 4;
      avif.writeUInt16BE(primaries, at);
      avif.writeUInt16BE(transfer, at + 2);
      const file = await servedOf(avif);
      const { channels } = await sharp(await sharp(file).png().toBuffer()).stats();
      return channels.map(({ mean }) => Math.round(mean));
    };
    expect(await shown(SRGB, SRGB_CURVE)).toEqual([220, 30, 30]);
    // sRGB cannot show less of the other two.
    expect(await shown(DISPLAY_P3, SRGB_CURVE)).toEqual([240, 0, 0]);
    expect(await shown(BT_2020, BT_709_CURVE)).toEqual([255, 0, 32]);
    // High dynamic range has no profile.
    expect(await shown(BT_2020, PQ_CURVE)).toEqual([220, 30, 30]);
  });

  it('is not made of an empty file, which is called so', async () => {
    await expect(opened(Buffer.alloc(0))).rejects.toThrow('the file is empty');
  });

  it('has the colours of the file', async () => {
    const file = await servedOf(await bitmap('#2040c0'));
    const [red, green, blue] = await sharp(file)
      .extract({ left: 40, top: 60, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([red, green, blue]).toEqual([0x20, 0x40, 0xc0]);
  });
});

describe('what a converted image says of itself', () => {
  const mark = '<plus:DataMining>http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED</plus:DataMining>';
  const saidBy = async (file: Buffer) => ExifReader.load(await servedOf(file), { expanded: true }).xmp;

  it('has its marks beside a history that is too long for a JPEG, and turns no upright copy', async () => {
    const fields = `${mark}<dc:source>${'was opened; '.repeat(10_000)}</dc:source><tiff:Orientation xmlns:tiff="http://ns.adobe.com/tiff/1.0/">6</tiff:Orientation>`;
    const said = await saidBy(await imageWithXmp(fields, 'tiff'));
    expect(said?.['DataMining']?.description).toMatch(/DMI-PROHIBITED$/);
    expect(Object.keys({ ...said })).not.toContain('source');
    expect(Object.keys({ ...said })).not.toContain('Orientation');
  });

  it('is read of a GIF', async () => {
    const gif = await coloured('#c02020').gif().toBuffer();
    const xmp = (await sharp(await imageWithXmp(mark)).metadata()).xmp ?? Buffer.alloc(0);
    const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, at) => 255 - at), 0]);
    const extension = Buffer.concat([Buffer.from('!\xff\x0bXMP DataXMP', 'latin1'), xmp, trailer]);
    // Behind everything but the byte that ends the file.
    const file = Buffer.concat([gif.subarray(0, -1), extension, gif.subarray(-1)]);
    const copy = await servedOf(file);
    expect((await sharp(copy).metadata()).xmp?.toString()).toContain('DMI-PROHIBITED');
  });
});

/** Waves of light and colour. */
async function photograph(width = 1_000, height = 747): Promise<Buffer> {
  const data = Buffer.from(
    Array.from({ length: 3 * 40 * 30 }, (_, at) => Math.round(128 + 100 * Math.sin(at / 7))),
  );
  return sharp(data, { raw: { width: 40, height: 30, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .png()
    .toBuffer();
}
const wave = await photograph();
const clear = sharp(wave).ensureAlpha(0.4);

describe('an image of a collection', () => {
  it.each([
    ['a JPEG', sharp(wave).jpeg()],
    ['a turned JPEG', sharp(wave).withMetadata({ orientation: 6 }).jpeg()],
    ['a CMYK JPEG', sharp(wave).toColourspace('cmyk').jpeg()],
    ['a JPEG with wide colours', sharp(wave).withIccProfile('p3').jpeg()],
    ['a transparent PNG', clear.clone().png()],
    ['a grey PNG', sharp(wave).greyscale().toColourspace('b-w').png()],
    ['a PNG of sixteen bits', sharp(wave).toColourspace('rgb16').png()],
    ['a JPEG of twelve megapixels', sharp(wave).resize(4_000, 3_000, { fit: 'fill' }).jpeg()],
    ['a long WebP', sharp(wave).resize(1_600, 300, { fit: 'fill' }).webp()],
    ['an icon', sharp(wave).resize(40, 30).png()],
  ])('has the pixels that a search by it compares: %s', async (_name, image) => {
    const file = await image.toBuffer();
    const [{ pixels, ...stored }, queried] = [await opened(file), await images.query(file, limits())];
    expect(stored).toMatchObject({ format: queried.format, width: queried.width, height: queried.height });
    expect([pixels.width, pixels.height]).toEqual([queried.pixels.width, queried.pixels.height]);
    // It is rounded once more, and that of a large one is made in two steps.
    expect(differenceOf(pixels.data, queried.pixels.data)).toBeLessThan(0.5);
    const { pixels: indexed } = await images.indexed(file, limits());
    expect(Buffer.compare(pixels.data, indexed.data)).toBe(0);
  });

  it.each([
    [
      'jpeg',
      1_000,
      747,
      [
        [400, 299],
        [800, 598],
      ],
    ],
    [
      'webp',
      747,
      1_000,
      [
        [299, 400],
        [598, 800],
      ],
    ],
    [
      'webp',
      640,
      480,
      [
        [400, 300],
        [640, 480],
      ],
    ],
    ['jpeg', 400, 20, [[400, 20]]],
  ] as const)(
    'has thumbnails for both densities of screens: a %s of %i × %i',
    async (format, width, height, sizes) => {
      const file = await sharp(await photograph(width, height))
        .toFormat(format)
        .toBuffer();
      const { thumbnails } = await opened(file);
      const made = await Promise.all(thumbnails.map((thumbnail) => sharp(thumbnail).metadata()));
      expect(made.map((one) => [one.width, one.height])).toEqual(sizes);
      expect(new Set(made.map((one) => one.format))).toEqual(new Set([format]));
      for (const thumbnail of thumbnails) expect(await likeness(thumbnail, file)).toBeGreaterThan(PSNR_MIN);
    },
  );

  /** The mean of all bytes, of 255. */
  function differenceOf(one: Uint8Array, other: Uint8Array): number {
    return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
  }

  /** Decibels; above them the two look the same. */
  const PSNR_MIN = 36;

  async function likeness(thumbnail: Buffer, file: Buffer): Promise<number> {
    const { data, info } = await sharp(thumbnail).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const shrunk = await sharp(file).resize(width, height, { fit: 'fill' }).removeAlpha().raw().toBuffer();
    const squares = shrunk.reduce((sum, value, at) => sum + (value - (data[at] ?? 0)) ** 2, 0);
    return 10 * Math.log10((255 * 255 * shrunk.length) / squares);
  }

  it('keeps what is transparent in its thumbnails', async () => {
    const { thumbnails } = await opened(await clear.clone().png().toBuffer());
    for (const thumbnail of thumbnails)
      expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', hasAlpha: true });
  });

  it('is sent back only where it was changed', async () => {
    const file = await sharp(wave).jpeg().toBuffer();
    expect((await opened(file)).served).toBe(file);
    const placed = await sharp(wave)
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 30/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect(await opened(placed)).toMatchObject({ hasLocation: true, served: placed });
    const cut = await opened(placed, { cutsPlace: true });
    expect(cut.hasLocation).toBe(false);
    expect({ ...ExifReader.load(cut.served, { expanded: true }).gps }).toEqual({});
  });

  it('says what its file says, also where its pixels are not asked for', async () => {
    const file = await imageWithXmp('<dc:title>A heron</dc:title>');
    const { said } = await opened(file);
    expect(said.properties).toMatchObject([{ name: expect.stringMatching(/title$/), values: ['A heron'] }]);
    expect(await images.said(file, {}, limits())).toEqual({ said, credential: undefined });
  });

  it('is refused where it was cut off, or has more than a hundred scans', async () => {
    const file = await sharp(wave).jpeg().toBuffer();
    await expect(opened(file.subarray(0, file.length / 2))).rejects.toMatchObject({
      kind: 'image_unreadable',
    });
    const progressive = await sharp(wave).jpeg({ progressive: true }).toBuffer();
    await expect(opened(scanBomb(progressive, 747_000, 100))).rejects.toMatchObject({
      kind: 'image_too_complex',
      message: 'the image has more than 100 scans',
    });
    await expect(opened(scanBomb(progressive, 747_000, 80))).resolves.toMatchObject({ width: 1_000 });
  });

  it('is refused where its decoder holds it as a whole, and that takes too much memory', async () => {
    const file = await sharp(wave).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
    const frame = file.indexOf(Buffer.from([0xff, 0xc2]));
    file.writeUInt16BE(14_000, frame + 5);
    file.writeUInt16BE(14_000, frame + 7);
    await expect(opened(file)).rejects.toMatchObject({
      kind: 'image_too_complex',
      message: expect.stringContaining('memory'),
    });
  });

  it('may have sixty megapixels where there is no memory for all of them', async () => {
    const file = await sharp({ create: { width: 10_000, height: 6_000, channels: 3, background: '#824' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    // Its pixels would take 180 MB, beside the 100 of the program.
    const small = new ImageOpener({ processes: 1, memoryMib: 240 });
    const { pixels, thumbnails, ...size } = await small
      .stored(file, { cutsPlace: false }, limits())
      .finally(() => small.close());
    expect(size).toMatchObject({ width: 6_000, height: 10_000, format: 'jpeg' });
    expect([pixels.width, pixels.height]).toEqual([384, 640]);
    expect(await sharp(thumbnails[1]).metadata()).toMatchObject({ width: 480, height: 800 });
  });
});
