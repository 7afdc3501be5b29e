import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  newCredentialSigner,
  signedImage,
  type CredentialSigner,
} from '@imagesearch/testkit/images/signed-image';
import { ImageOpener } from '../src/open-image.js';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { imageWithXmp } from '@imagesearch/testkit/images/plain-images';

const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'heic'] as const;
const images = new ImageOpener({ processes: 1, memoryMib: 848 });
afterAll(() => images.close());
const readCredential = async (file: Buffer, trustList: string | undefined) =>
  (await images.said(file, { trustList }, { call: detachedCall(60_000), timeoutMs: 30_000 })).credential;

describe.each(FORMATS)('the Content Credentials of a %s file', (format) => {
  let signer: CredentialSigner;
  let signed: Buffer;

  beforeAll(async () => {
    signer = await newCredentialSigner();
    const image = await imageOf(format);
    signed = await signedImage(image, signer, { sourceType: 'trainedAlgorithmicMedia' });
  });

  const said = {
    claimGenerator: 'Test generator 1.0',
    createdAt: '2025-06-01T10:00:00Z',
    sourceTypes: ['http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'],
  };

  it('are valid where the trust list has the authority of the signer, else untrusted and read all the same', async () => {
    const other = await newCredentialSigner();
    const lists = [`${other.authority}\n${signer.authority}`, undefined, other.authority];
    const read = await Promise.all(lists.map((list) => readCredential(signed, list)));
    expect(read).toEqual(['valid', 'untrusted', 'untrusted'].map((signature) => ({ ...said, signature })));
  });

  it('are invalid where a pixel was changed', async () => {
    const changed = Buffer.from(signed);
    const at = pixelAt(signed, format);
    changed[at] = (changed[at] ?? 0) ^ 1;
    for (const list of [undefined, signer.authority])
      expect(await readCredential(changed, list)).toEqual({ ...said, signature: 'invalid' });
  });

  it('are invalid where what they say was changed', async () => {
    const changed = Buffer.from(signed);
    changed.write('digitalCaptureOfAWorld!', changed.indexOf('trainedAlgorithmicMedia'));
    const read = await readCredential(changed, signer.authority);
    expect(read?.signature).toBe('invalid');
  });

  it('are never valid where the file was cut anywhere', async () => {
    for (const share of [0.2, 0.5, 0.9, 0.99]) {
      const cut = signed.subarray(0, Math.floor(signed.byteLength * share));
      const read = await readCredential(cut, signer.authority);
      expect([undefined, 'invalid']).toContain(read?.signature);
    }
  });

  it('are those of nobody where the file has none', async () => {
    expect(await readCredential(await imageOf(format), signer.authority)).toBeUndefined();
  });
});

/** Of the compressed pixels; in a WebP they stand before the manifest. */
function pixelAt(file: Buffer, format: (typeof FORMATS)[number]): number {
  if (format === 'jpeg') return file.byteLength - 8;
  return file.indexOf(PIXELS_OF[format]) + 20;
}

const PIXELS_OF = { png: 'IDAT', webp: 'VP8 ', avif: 'mdat', heic: 'mdat' };

/** Nothing here writes HEVC. The boxes of a HEIC are those of an AVIF, and its manifest is read without decoding a pixel. */
async function imageOf(format: (typeof FORMATS)[number]): Promise<Buffer> {
  const image = await imageWithXmp('<dc:title/>', format === 'heic' ? 'avif' : format);
  if (format === 'heic') image.write('heic', 8, 'latin1');
  return image;
}
