import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Semaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { wholeOriginal, type BlobStore, type OpenBlob } from './blobs/blob-store.js';
import type { ContentRegister } from './contents.js';
import type { Asset } from './assets.js';
import { blobKey, type NamedContent, type ServedFile } from './files.js';

interface ViewsDeps {
  blobs: Pick<BlobStore, 'open' | 'write'>;
  contents: Pick<ContentRegister, 'claim'>;
  /** A WebP of an original, as large as a screen. @throws AppError `invalid_request` */
  makeView: (original: Buffer, call: CallContext) => Promise<Buffer>;
  /** Bounds the originals in memory: each is read whole. */
  semaphore: Semaphore;
}

/** Views of originals: each is made when it is first read, once for all who wait for it, and kept beside its original. */
export class Views {
  readonly #deps: ViewsDeps;
  readonly #inFlight = new Map<string, Promise<Buffer>>();

  constructor(deps: ViewsDeps) {
    this.#deps = deps;
  }

  /** @throws AppError `file_not_found` when the original is gone; `overloaded`. */
  async open(
    { description, content }: Asset,
    { key }: ServedFile,
    call: CallContext,
  ): Promise<OpenBlob | undefined> {
    const kept = await this.#deps.blobs.open(key, call);
    if (kept !== undefined || content === null) return kept;
    let made = this.#inFlight.get(key);
    if (made === undefined) {
      // Others may wait for it, so it goes on when its own caller leaves.
      const shared = { ...call, signal: new AbortController().signal };
      made = this.#make({ ...content, format: description.format }, key, shared).finally(() =>
        this.#inFlight.delete(key),
      );
      this.#inFlight.set(key, made);
    }
    return inMemory(await made);
  }

  #make(content: NamedContent, key: string, call: CallContext): Promise<Buffer> {
    const { blobs, contents, makeView, semaphore } = this.#deps;
    return semaphore.run(async () => {
      const view = await makeView(await wholeOriginal(blobs, blobKey(content, 'original'), call), call);
      try {
        // With the claim a sweep removes the view, should the asset be deleted meanwhile.
        if (await contents.claim(content.sha256)) await blobs.write(key, view);
      } catch {
        // A store that is full or away serves this view from memory, and the next reader makes it again.
      }
      return view;
    }, call);
  }
}

function inMemory(bytes: Buffer): OpenBlob {
  return {
    bytes: bytes.byteLength,
    async *chunks({ offset, length }, chunkBytesMax) {
      for (let at = offset; at < offset + length; at += chunkBytesMax)
        yield await Promise.resolve(bytes.subarray(at, Math.min(at + chunkBytesMax, offset + length)));
    },
    close: () => Promise.resolve(),
  };
}
