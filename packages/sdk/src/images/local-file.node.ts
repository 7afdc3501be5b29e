import { open } from 'node:fs/promises';
import { ImageSearchError } from '../errors.js';

/** The bytes of a local file. @throws ImageSearchError `image_too_large` before a larger file is read. */
export async function readLocalFile(path: string | URL, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size > bytesMax) {
      throw new ImageSearchError(`The image has ${size} bytes; ${bytesMax} are allowed.`, {
        type: 'image_too_large',
      });
    }
    return new Uint8Array(await file.readFile());
  } finally {
    await file.close();
  }
}
