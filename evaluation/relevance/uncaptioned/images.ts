import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Models } from '@imagesearch/embedding/adapters/models/load-models';
import { decodeImage } from '@imagesearch/embedding/adapters/images/decode-image';
import type { ImageReference } from '@imagesearch/ingest/sources/source';
import { createLoadImage } from '@imagesearch/ingest/pipeline/load-image';

const BATCH_IMAGES = 8;

export interface NamedImage {
  name: string;
  image: ImageReference;
}

/** The JPEG files of a folder, each named by what it shows: `n02123045_tabby_cat.jpg` shows a tabby cat. */
export async function photographsIn(folder: string): Promise<NamedImage[]> {
  const files = (await readdir(folder)).filter((file) => /\.jpe?g$/i.test(file)).sort();
  return files.map((file) => ({
    name: basename(file, extname(file))
      .replace(/^n\d+_/, '')
      .replaceAll(/[_-]+/g, ' '),
    image: { path: join(folder, file) },
  }));
}

/** The images' vectors as the embedding service gives them, in the order given. */
export async function vectorsOf(
  images: readonly ImageReference[],
  models: Pick<Models, 'images'>,
): Promise<Float32Array[]> {
  const load = createLoadImage({ userAgent: '' });
  const vectors: Float32Array[] = [];
  const prepare = async (reference: ImageReference) =>
    models.images.prepare(await decodeImage(await load(reference, new AbortController().signal)));
  for (let from = 0; from < images.length; from += BATCH_IMAGES) {
    const batch = images.slice(from, from + BATCH_IMAGES);
    vectors.push(...(await models.images.embed(await Promise.all(batch.map(prepare)))));
    process.stderr.write(`\r${vectors.length} of ${images.length} pictures`);
  }
  process.stderr.write('\n');
  return vectors;
}
