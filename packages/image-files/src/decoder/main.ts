import { serveDecoder } from './channel.js';
import { convertImage, smallerCopy } from './convert.js';
import type { DecodeTask, ReadTask } from './decode.js';

/** A process that reads the files of a collection, and can be killed. */
await serveDecoder(async (bytes, task: DecodeTask | ReadTask) => {
  if (task.kind === 'credential') {
    // Few files have one, and its reader takes a while to load.
    const { readManifest } = await import('./credential.js');
    return { facts: { credential: await readManifest(bytes, task.trustList) }, bytes: Buffer.alloc(0) };
  }
  if (task.kind === 'copy') return { facts: {}, bytes: await smallerCopy(bytes) };
  const metadata = task.metadata === undefined ? undefined : Buffer.from(task.metadata, 'base64');
  return { facts: {}, bytes: await convertImage(bytes, task.format, metadata) };
});
