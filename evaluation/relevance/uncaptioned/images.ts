import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { ImageReference } from '@imagesearch/ingest/sources/source';
import { createLoadImage } from '@imagesearch/ingest/pipeline/load-image';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { mapConcurrently } from '@imagesearch/service-kit/resilience/semaphore';
import { withEmbedding } from './lite.js';

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

export interface EncodedImage {
  vector: Float32Array;
  /** What the image shows, of the few things that the model detects. */
  objectNames: readonly string[];
}

/**
 * In the order given. All images are loaded first, because the embedding service blocks the loader
 * of drawings in its process.
 */
export async function encodeImages(images: readonly ImageReference[]): Promise<EncodedImage[]> {
  const load = createLoadImage({ userAgent: '' });
  const files = await mapConcurrently(images, IMAGES_AT_ONCE, (image) =>
    load(image, new AbortController().signal),
  );
  return withEmbedding((embedding) =>
    mapConcurrently(files, IMAGES_AT_ONCE, async (image) => {
      const { vector, objectNames } = await embedding.embedImage(
        { image, withObjectNames: true },
        detachedCall(EMBED_TIMEOUT_MS),
      );
      return { vector: Float32Array.from(vector?.values ?? []), objectNames };
    }),
  );
}
