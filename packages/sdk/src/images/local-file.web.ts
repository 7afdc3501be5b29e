import { ImageSearchError } from '../errors.js';

/** @throws ImageSearchError `path_unsupported`, because a browser or a worker has no files of its own. */
export const readLocalFile: (path: string | URL, bytesMax: number) => Promise<never> = () =>
  Promise.reject(
    new ImageSearchError('There is no file system here; pass the image as a Blob.', {
      type: 'path_unsupported',
    }),
  );
