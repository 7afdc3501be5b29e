import { serveDecoder } from '@imagesearch/service-kit/image/decoder-channel';
import { convertImage, smallerCopy } from './images/convert-image.js';
import type { DecodeTask } from './images/decoder.js';

/** A process that decodes the files of a collection, and can be killed. */
await serveDecoder(async (bytes, task: DecodeTask) => ({
  facts: {},
  bytes: await (task.kind === 'convert' ? convertImage(bytes, task.format) : smallerCopy(bytes)),
}));
