import { ImageSearchError } from '../errors.js';

/** @throws ImageSearchError, because a browser or a worker has no files of its own. */
export function readLocalFile(): Promise<never> {
  return Promise.reject(
    new ImageSearchError('There is no file system here; pass the image as a Blob.', { type: 'path_unsupported' }),
  );
}
