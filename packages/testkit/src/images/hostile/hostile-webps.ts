import { noise, type HostileImage, type SoundFiles } from './catalogue.js';
import { anim, chunksOf, frame, patched, riffChunk, vp8x, webp } from './webp.js';

const file = (name: string, bytes: Buffer): HostileImage => ({
  name: `WebP: ${name}`,
  bytes,
});

/** Where a simple WebP names the length of its container, and of its first chunk. */
const RIFF_LENGTH = 4;
const CHUNK_LENGTH = 16;

export async function brokenWebps({ lossy, lossless }: SoundFiles): Promise<HostileImage[]> {
  const tiny = await noise(16, 16).webp().toBuffer();
  const whole = () => frame(tiny, 16, 16);
  const hugeLossy = Buffer.from(lossy);
  // Two sizes of 14 bits after the frame tag and the start code.
  hugeLossy.writeUInt32LE(0x3fff3fff, lossy.indexOf(Buffer.from([0x9d, 0x01, 0x2a])) + 3);
  const hugeLossless = patched(lossless, 21, 0x0fffffff);
  const hundred = Array.from({ length: 100 }, whole);
  const icc = riffChunk('ICCP', Buffer.alloc(400, 0xa5));
  return [
    file('16,383×16,383 in a lossy header', hugeLossy),
    file('16,384×16,384 in a lossless header', hugeLossless),
    file('a container of length 0', patched(lossy, RIFF_LENGTH, 0)),
    file('a container longer than the file', patched(lossy, RIFF_LENGTH, 0x7ffffffe)),
    file('a chunk longer than the file', patched(lossy, CHUNK_LENGTH, 0x7ffffffe)),
    file('a chunk of length 0', patched(lossy, CHUNK_LENGTH, 0)),
    file('nothing in its container', webp()),
    file('an animation of 100 frames', webp(vp8x(16, 16), anim(), ...hundred)),
    file('an animation without a frame', webp(vp8x(16, 16), anim())),
    file('an animation without its header', webp(vp8x(16, 16), whole())),
    file('a canvas of 16,777,216×1', webp(vp8x(16_777_216, 1), anim(), frame(tiny, 16, 16))),
    file('a canvas of 16,383×16,383', webp(vp8x(16_383, 16_383), anim(), whole())),
    file('a canvas of 4,472×4,472 with one small frame', webp(vp8x(4_472, 4_472), anim(), whole())),
    file('a frame outside of its canvas', webp(vp8x(16, 16), anim(), frame(tiny, 16, 16, 1_000, 1_000))),
    file('a frame of another size than its picture', webp(vp8x(64, 64), anim(), frame(tiny, 64, 64))),
    file('a picture of another size than its canvas', webp(vp8x(900, 900, 0), chunksOf(tiny))),
    file('a colour profile that is noise', webp(vp8x(16, 16, 0x20), icc, chunksOf(tiny))),
    file(
      'EXIF that is noise',
      webp(vp8x(16, 16, 0x08), chunksOf(tiny), riffChunk('EXIF', Buffer.alloc(40, 0xa5))),
    ),
    file('unknown chunks', webp(vp8x(16, 16, 0), riffChunk('evil', Buffer.alloc(99)), chunksOf(tiny))),
    file(
      'alpha that is noise',
      webp(vp8x(16, 16, 0x10), riffChunk('ALPH', Buffer.alloc(40, 0xa5)), chunksOf(tiny)),
    ),
  ];
}

export async function webpBombs(): Promise<HostileImage[]> {
  const flat = (width: number, height: number) => noise(8, 8).resize(width, height, { kernel: 'nearest' });
  return [
    file('19 megapixels, lossy', await flat(4_400, 4_400).webp({ quality: 1, effort: 0 }).toBuffer()),
    file('19 megapixels, lossless', await flat(4_400, 4_400).webp({ lossless: true, effort: 0 }).toBuffer()),
    file('30 megapixels', await flat(6_000, 5_000).webp({ quality: 1, effort: 0 }).toBuffer()),
    file('16,383×1', await flat(16_383, 1).webp().toBuffer()),
    file('1×16,383', await flat(1, 16_383).webp().toBuffer()),
    file(
      'a long strip',
      await noise(64, 64 * 60)
        .webp()
        .toBuffer(),
    ),
  ];
}

export async function soundWebps(): Promise<HostileImage[]> {
  const sound = async (name: string, image: Promise<Buffer>) => file(name, await image);
  return Promise.all([
    sound('1×1', noise(1, 1).webp().toBuffer()),
    sound('alpha', noise(64, 64, 4).webp().toBuffer()),
    sound('lossless alpha', noise(64, 64, 4).webp({ lossless: true }).toBuffer()),
    sound('grey', noise(64, 64, 1).webp().toBuffer()),
    sound('an orientation', noise(64, 32).webp().withMetadata({ orientation: 6 }).toBuffer()),
    sound('a wide-gamut profile', noise(64, 64).withIccProfile('p3').webp().toBuffer()),
  ]);
}
