import { serveDecoder } from '@imagesearch/service-kit/image/decoder-channel';
import { blockOtherLoaders, readPixels } from './adapters/images/read-pixels.js';

/** A process that turns query images and indexed images into pixels, and can be killed. */
blockOtherLoaders();
await serveDecoder(readPixels);
