import { lstat, realpath } from 'node:fs/promises';
import { extname, relative } from 'node:path';
import { readPacket } from '@imagesearch/image-files/metadata/described';
import { saidBy, UNREAD, type Said } from '@imagesearch/image-files/metadata/said';
import { XMP_BYTES_MAX } from '@imagesearch/image-files/metadata/xmp';
import { confinedPath, readRegular } from './file-path.js';

/** An XMP file beside an image, which a program wrote instead of changing the image. */
export interface Sidecar {
  /** Below the folder of the collection. */
  name: string;
  said: Said;
}

const ENDINGS = ['.xmp', '.XMP'];

/** What a sidecar of an image may be called: `a.jpg.xmp` (darktable, digiKam), which is for this image alone, or `a.xmp` (Lightroom). */
export function sidecarNames(image: string): [forOne: string[], forStem: string[]] {
  const stem = image.slice(0, image.length - extname(image).length);
  return [ENDINGS.map((ending) => image + ending), ENDINGS.map((ending) => stem + ending)];
}

/**
 * The sidecars of an image, the one whose word counts most first. One that cannot be read is there nevertheless.
 * @param root The folder of the collection, which no link leaves.
 * @param image Its path, links followed.
 */
export async function readSidecars(root: string, image: string): Promise<Sidecar[]> {
  const folder = await realpath(root);
  const sidecars: Sidecar[] = [];
  for (const names of sidecarNames(image))
    for (const path of names) {
      if (!(await isThere(path))) continue;
      const name = relative(folder, path);
      sidecars.push({ name, said: await readSidecar(folder, name) });
      // On some disks capitals do not count.
      break;
    }
  return sidecars;
}

/** A link to nowhere is there too. */
const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: unknown) => !['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''),
  );

async function readSidecar(root: string, name: string): Promise<Said> {
  try {
    const xmp = readPacket(await readRegular(await confinedPath(root, name), XMP_BYTES_MAX));
    // One that was cut off may have lost the words that matter.
    return xmp.read === undefined ? UNREAD : saidBy({ xmp });
  } catch {
    return UNREAD;
  }
}
