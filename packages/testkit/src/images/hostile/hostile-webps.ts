import { webpChunk } from '@imagesearch/image-files/parts';
import { noise, type HostileImage, type SoundFiles } from './catalogue.js';

const file = (name: string, bytes: Buffer): HostileImage => ({ name: `WebP: ${name}`, bytes });

/** Where a simple WebP names the length of its container, and of its first chunk. */
const RIFF_LENGTH = 4;
const CHUNK_LENGTH = 16;

export async function brokenWebps({ lossy, lossless }: SoundFiles): Promise<HostileImage[]> {
  const tiny = await noise(16, 16).webp().toBuffer();
  const anim = webpChunk('ANIM', Buffer.alloc(6));
  const whole = frame(tiny, 16, 16);
  // Two sizes of 14 bits after the frame tag and the start code.
  const lossySize = lossy.indexOf(Buffer.from([0x9d, 0x01, 0x2a])) + 3;
  const noiseIn = (kind: string, bytes: number) => webpChunk(kind, Buffer.alloc(bytes, 0xa5));
  return [
    file('16,383×16,383 in a lossy header', patched(lossy, lossySize, 0x3fff3fff)),
    file('16,384×16,384 in a lossless header', patched(lossless, 21, 0x0fffffff)),
    file('a container of length 0', patched(lossy, RIFF_LENGTH, 0)),
    file('a container longer than the file', patched(lossy, RIFF_LENGTH, 0x7ffffffe)),
    file('a chunk longer than the file', patched(lossy, CHUNK_LENGTH, 0x7ffffffe)),
    file('a chunk of length 0', patched(lossy, CHUNK_LENGTH, 0)),
    file('nothing in its container', webp()),
    file('an animation of 100 frames', webp(vp8x(16, 16), anim, ...Array<Buffer>(100).fill(whole))),
    file('an animation without a frame', webp(vp8x(16, 16), anim)),
    file('an animation without its header', webp(vp8x(16, 16), whole)),
    file('a canvas of 16,777,216×1', webp(vp8x(16_777_216, 1), anim, whole)),
    file('a canvas of 4,472×4,472 with one small frame', webp(vp8x(4_472, 4_472), anim, whole)),
    file('a frame outside of its canvas', webp(vp8x(16, 16), anim, frame(tiny, 16, 16, 1_000))),
    file('a frame of another size than its picture', webp(vp8x(64, 64), anim, frame(tiny, 64, 64))),
    file('a picture of another size than its canvas', webp(vp8x(900, 900, 0), chunksOf(tiny))),
    file('a colour profile that is noise', webp(vp8x(16, 16, 0x20), noiseIn('ICCP', 400), chunksOf(tiny))),
    file('EXIF that is noise', webp(vp8x(16, 16, 0x08), chunksOf(tiny), noiseIn('EXIF', 40))),
    file('unknown chunks', webp(vp8x(16, 16, 0), noiseIn('evil', 99), chunksOf(tiny))),
    file('alpha that is noise', webp(vp8x(16, 16, 0x10), noiseIn('ALPH', 40), chunksOf(tiny))),
  ];
}

export async function webpBombs(): Promise<HostileImage[]> {
  const flat = (width: number, height: number) => noise(8, 8).resize(width, height, { kernel: 'nearest' });
  return [
    file('19 megapixels, lossy', await flat(4_400, 4_400).webp({ quality: 1, effort: 0 }).toBuffer()),
    file('19 megapixels, lossless', await flat(4_400, 4_400).webp({ lossless: true, effort: 0 }).toBuffer()),
    file('30 megapixels', await flat(6_000, 5_000).webp({ quality: 1, effort: 0 }).toBuffer()),
    file('16,383×1', await flat(16_383, 1).webp().toBuffer()),
  ];
}

export async function soundWebps(): Promise<HostileImage[]> {
  return [
    file('1×1', await noise(1, 1).webp().toBuffer()),
    file('alpha', await noise(64, 64, 4).webp().toBuffer()),
    file('lossless alpha', await noise(64, 64, 4).webp({ lossless: true }).toBuffer()),
    file('an orientation', await noise(64, 32).webp().withMetadata({ orientation: 6 }).toBuffer()),
    file('a wide-gamut profile', await noise(64, 64).withIccProfile('p3').webp().toBuffer()),
  ];
}

export const webp = (...chunks: readonly Buffer[]): Buffer =>
  webpChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));

/** The chunks of a simple WebP, without its container. */
export const chunksOf = (simple: Buffer): Buffer => simple.subarray(12);

const FLAG_ANIMATION = 0x02;

/** The header of an extended WebP with this canvas. */
export function vp8x(width: number, height: number, flags = FLAG_ANIMATION): Buffer {
  const data = Buffer.alloc(10);
  data[0] = flags;
  data.writeUIntLE((width - 1) & 0xffffff, 4, 3);
  data.writeUIntLE((height - 1) & 0xffffff, 7, 3);
  return webpChunk('VP8X', data);
}

/** A frame of an animation, so many pixels (an even number) from both edges of the canvas. */
function frame(image: Buffer, width: number, height: number, offset = 0): Buffer {
  const data = Buffer.alloc(16);
  [offset / 2, offset / 2, width - 1, height - 1, 40].forEach((value, at) =>
    data.writeUIntLE(value, 3 * at, 3),
  );
  return webpChunk('ANMF', Buffer.concat([data, chunksOf(image)]));
}

/** A copy with four bytes written over, little-endian. */
function patched(image: Buffer, offset: number, value: number): Buffer {
  const copy = Buffer.from(image);
  copy.writeUInt32LE(value, offset);
  return copy;
}
