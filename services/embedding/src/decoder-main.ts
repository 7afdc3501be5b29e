import { serveDecoder } from '@imagesearch/image-files/decoder/channel';
import { blockOtherLoaders, readPixels } from '@imagesearch/image-files/decoder/pixels';

/** A process that turns query images and indexed images into pixels, and can be killed. */
blockOtherLoaders();
await serveDecoder(readPixels);
