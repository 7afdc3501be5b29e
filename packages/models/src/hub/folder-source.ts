import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HubError } from './hub-error.js';
import { hubPath, type HubSource } from './hub-source.js';

/** A copy of a hub on disk, for machines without internet access. */
export function openFolder(folder: string): HubSource {
  return {
    name: folder,
    async open(file, from) {
      const path = join(folder, hubPath(file));
      const facts = await stat(path).catch((error: unknown) => {
        const { code, message } = error as NodeJS.ErrnoException;
        throw new HubError(`${path} cannot be read (${code ?? message}).`, { isTransient: false });
      });
      const start = from < facts.size ? from : 0;
      return { from: start, bytesTotal: facts.size, chunks: createReadStream(path, { start }) };
    },
    close: () => Promise.resolve(),
  };
}
