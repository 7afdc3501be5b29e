import { serveDecoder } from '@imagesearch/service-kit/image/decoder-channel';
import { convertImage, smallerCopy } from './images/convert-image.js';
import type { DecodeTask, ReadTask } from './images/decoder.js';

/** A process that reads the files of a collection, and can be killed. */
await serveDecoder(async (bytes, task: DecodeTask | ReadTask) => {
  if (task.kind === 'credential') {
    // Few files have one, and its reader takes a while to load.
    const { readManifest } = await import('./images/c2pa-manifest.js');
    return { facts: { credential: await readManifest(bytes, task.trustList) }, bytes: Buffer.alloc(0) };
  }
  const made = task.kind === 'convert' ? convertImage(bytes, task.format) : smallerCopy(bytes);
  return { facts: {}, bytes: await made };
});
