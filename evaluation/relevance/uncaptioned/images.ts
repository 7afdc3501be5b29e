import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { EmbeddingClient } from '@imagesearch/contracts/embedding';
import type { ImageReference } from '@imagesearch/ingest/sources/source';
import { createLoadImage } from '@imagesearch/ingest/pipeline/load-image';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { mapConcurrently } from '@imagesearch/service-kit/resilience/semaphore';

const IMAGES_AT_ONCE = 8;
const EMBED_TIMEOUT_MS = 60_000;

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

/** The images' vectors, in the order given. */
export async function vectorsOf(
  images: readonly ImageReference[],
  embedding: EmbeddingClient,
): Promise<Float32Array[]> {
  const load = createLoadImage({ userAgent: '' });
  let done = 0;
  const vectors = await mapConcurrently(images, IMAGES_AT_ONCE, async (reference) => {
    const image = await load(reference, new AbortController().signal);
    const { vector } = await embedding.embedImage({ image }, detachedCall(EMBED_TIMEOUT_MS));
    process.stderr.write(`\r${(done += 1)} of ${images.length} images`);
    return Float32Array.from(vector?.values ?? []);
  });
  process.stderr.write('\n');
  return vectors;
}
