import { serveDecoder } from '@imagesearch/service-kit/image/decoder-channel';
import { blockOtherLoaders, shrinkImage } from './adapters/shrink-image.js';

/** A process that turns the files of assets into small images, and can be killed. */
blockOtherLoaders();
await serveDecoder(shrinkImage);
