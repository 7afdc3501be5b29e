import { brotliCompressSync } from 'node:zlib';
import { jpegSegment, pngChunk } from '@imagesearch/image-files/parts';
import sharp from 'sharp';
import { createRandom } from '../random.js';
import { coloured } from './camera-files.js';

/** Files that put their XMP where readers of a file's head do not look. */
export const PLACED: Readonly<Record<string, (packet: string) => Promise<Buffer>>> = {
  /** More than a megabyte of pixels. */
  'behind.webp': (packet) => noise().webp({ lossless: true, effort: 0 }).withXmp(packet).toBuffer(),
  'behind.png': pngWithXmpBehind,
  'extended.jpg': jpegWithExtendedXmp,
  'behind.avif': avifWithMetaBehind,
};

const EDGE_PX = 640;

function noise() {
  const raw = { width: EDGE_PX, height: EDGE_PX, channels: 3 } as const;
  const { below } = createRandom(1);
  return sharp(
    Uint8Array.from({ length: EDGE_PX * EDGE_PX * 3 }, () => below(256)),
    { raw },
  );
}

async function pngWithXmpBehind(packet: string): Promise<Buffer> {
  const png = await noise().png({ compressionLevel: 0 }).toBuffer();
  const end = png.length - 12;
  const text = pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${packet}`));
  return Buffer.concat([png.subarray(0, end), text, png.subarray(end)]);
}

const APP1 = 0xe1;
const GUID = '0123456789ABCDEF0123456789ABCDEF';

/** The packet proper says only that it goes on. */
async function jpegWithExtendedXmp(packet: string): Promise<Buffer> {
  const jpeg = await coloured('#204080').jpeg().toBuffer();
  const main =
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description ` +
    `rdf:about="" xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="${GUID}"/></rdf:RDF></x:xmpmeta>`;
  const whole = Buffer.from(packet);
  const piece = (from: number, to: number): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(whole.length, 0);
    head.writeUInt32BE(from, 4);
    const prefix = Buffer.from(`http://ns.adobe.com/xmp/extension/\0${GUID}`);
    return jpegSegment(APP1, Buffer.concat([prefix, head, whole.subarray(from, to)]));
  };
  const half = Math.floor(whole.length / 2);
  return Buffer.concat([
    jpeg.subarray(0, 2),
    jpegSegment(APP1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${main}`)),
    piece(0, half),
    piece(half, whole.length),
    jpeg.subarray(2),
  ]);
}

function isoBox(kind: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + data.length, 0);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, data]);
}

/** More than a megabyte of nothing stands before the box that lists what is in the file. */
async function avifWithMetaBehind(packet: string): Promise<Buffer> {
  const avif = await coloured('#802040').avif({ effort: 0 }).withXmp(packet).toBuffer();
  const gap = isoBox('free', Buffer.alloc(1_100_000));
  const [ftypBytes, iloc] = [avif.readUInt32BE(0), avif.indexOf('iloc') + 4];
  const [version, sizes] = [avif[iloc] ?? 0, avif.readUInt16BE(iloc + 4)];
  if (version !== 0 || sizes !== 0x4440) throw new Error('libheif writes its places in another form now.');
  let at = iloc + 8;
  for (let items = avif.readUInt16BE(iloc + 6); items > 0; items -= 1, at += 18)
    avif.writeUInt32BE(avif.readUInt32BE(at + 4) + gap.length, at + 4);
  return Buffer.concat([avif.subarray(0, ftypBytes), gap, avif.subarray(ftypBytes)]);
}

const JXL_HEAD = Buffer.from('0000000c4a584c200d0a870a', 'hex');

/** A container of a JPEG XL codestream, with XMP in a box that is compressed by Brotli, as `cjxl` writes it. */
export function jxlWithXmp(codestream: Buffer, packet: string): Buffer {
  const compressed = Buffer.concat([Buffer.from('xml '), brotliCompressSync(packet)]);
  const type = isoBox('ftyp', Buffer.from('jxl \0\0\0\0jxl ', 'latin1'));
  return Buffer.concat([JXL_HEAD, type, isoBox('jxlc', codestream), isoBox('brob', compressed)]);
}
