import { downloadZip } from 'client-zip';
import { isKeyed, FileFault, nameOf, readFile } from '../api/files.js';
import type { ShownImage } from '../api/types.js';
import { directAddress, variantOf } from '../image/file-address.js';
import { creditOf } from '../image/rights-words.js';
import { creditsOf } from './set-rights.js';

/**
 * The images of a tray as a ZIP: each with its credit written into it, `CREDITS.txt` and `credits.csv`. One file is read at a
 * time. What this service does not host, or no longer has, is named in `CREDITS.txt`. @throws when a file cannot be read now
 */
export function trayArchive(images: readonly ShownImage[], onRead: (count: number) => void): Promise<Blob> {
  return downloadZip(entries(images, onRead)).blob();
}

async function* entries(
  images: readonly ShownImage[],
  onRead: (count: number) => void,
): AsyncGenerator<{ name: string; input: Response | string }> {
  const taken = new Set<string>();
  const credits: string[] = [];
  for (const [index, image] of images.entries()) {
    onRead(index);
    const file = await creditedFile(image);
    const name = file && freeName(nameOf(file), taken);
    credits.push(
      `${name ?? `${image.title || 'Untitled'} (its file is not here: ${sourceOf(image)})`}\n  ${creditOf(image.rights)}\n`,
    );
    if (file && name !== undefined) yield { name, input: file };
  }
  yield { name: 'CREDITS.txt', input: credits.join('\n') };
  yield { name: 'credits.csv', input: creditsOf(images, 'csv') };
}

/** Undefined for an image that has no such file, or none any more. */
async function creditedFile(image: ShownImage): Promise<Response | undefined> {
  if (image.rights.delivery !== 'host') return undefined;
  const missing = (error: unknown): undefined => {
    if (!(error instanceof FileFault) || error.status !== 404) throw error;
  };
  const address = variantOf(image.file, 'credited');
  const file = await readFile(address).catch(missing);
  // The address of a result expires after a day; the asset's own needs the key and does not.
  if (file || isKeyed(address)) return file;
  return readFile(variantOf(directAddress(image.asset_id), 'credited')).catch(missing);
}

function sourceOf({ rights, source }: ShownImage): string {
  return rights.provenance_url || source;
}

/** Images of two collections may have files of one name. */
function freeName(name: string, taken: Set<string>): string {
  const [, stem = name, extension = ''] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? [];
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${stem}-${number}${extension}`;
  taken.add(free.toLowerCase());
  return free;
}
