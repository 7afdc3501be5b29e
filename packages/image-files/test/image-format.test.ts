import { expect, it } from '@jest/globals';
import { imageFormatOf, SIGNATURE_BYTES } from '../src/format.js';

const JPEG = Buffer.from('ffd8ffe000104a4649460001', 'hex');
const PNG = Buffer.from('89504e470d0a1a0a0000000d', 'hex');
const webp = (kind: string) => Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4, 7), Buffer.from(kind)]);

it.each([
  ['jpeg', JPEG],
  ['png', PNG],
  ['webp', webp('WEBP')],
] as const)('a %s is told by as many bytes as a signature has', (format, bytes) => {
  expect(bytes).toHaveLength(SIGNATURE_BYTES);
  expect(imageFormatOf(bytes)).toBe(format);
  expect(imageFormatOf(Buffer.concat([bytes, Buffer.alloc(100)]))).toBe(format);
});

it.each([
  ['nothing', Buffer.alloc(0)],
  ['a GIF', Buffer.from('GIF89a000000')],
  ['a RIFF file of sound', webp('WAVE')],
  ['a WebP without its first tag', Buffer.concat([Buffer.alloc(8), Buffer.from('WEBP')])],
  ['a PNG whose line ends were changed', Buffer.from('89504e470a1a0a0000000d49', 'hex')],
  ['a picture after a space', Buffer.concat([Buffer.from(' '), JPEG])],
  ['an SVG', Buffer.from('<svg xmlns="http')],
])('%s is no image of ours', (_name, bytes) => {
  expect(imageFormatOf(bytes)).toBeUndefined();
});
