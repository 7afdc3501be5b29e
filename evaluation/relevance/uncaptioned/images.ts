import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Models } from '@imagesearch/embedding/adapters/models/load-models';
import { decodePicture } from '@imagesearch/embedding/adapters/images/decode-image';
import type { PictureReference } from '@imagesearch/ingest/sources/source';
import { createLoadPicture } from '@imagesearch/ingest/pipeline/load-image';

const BATCH_PICTURES = 8;

export interface NamedPicture {
  name: string;
  picture: PictureReference;
}

/** The JPEG files of a folder, each named by what it shows: `n02123045_tabby_cat.jpg` shows a tabby cat. */
export async function photographsIn(folder: string): Promise<NamedPicture[]> {
  const files = (await readdir(folder)).filter((file) => /\.jpe?g$/i.test(file)).sort();
  return files.map((file) => ({
    name: basename(file, extname(file))
      .replace(/^n\d+_/, '')
      .replaceAll(/[_-]+/g, ' '),
    picture: { path: join(folder, file) },
  }));
}

/** The pictures' vectors as the embedding service gives them, in the order given. */
export async function vectorsOf(
  pictures: readonly PictureReference[],
  models: Pick<Models, 'pictures'>,
): Promise<Float32Array[]> {
  const load = createLoadPicture({ userAgent: '' });
  const vectors: Float32Array[] = [];
  const prepare = async (reference: PictureReference) =>
    models.pictures.prepare(await decodePicture(await load(reference, new AbortController().signal)));
  for (let from = 0; from < pictures.length; from += BATCH_PICTURES) {
    const batch = pictures.slice(from, from + BATCH_PICTURES);
    vectors.push(...(await models.pictures.embed(await Promise.all(batch.map(prepare)))));
    process.stderr.write(`\r${vectors.length} of ${pictures.length} pictures`);
  }
  process.stderr.write('\n');
  return vectors;
}
