import { LRUCache } from 'lru-cache';
import type { CreateDownloadRequestInput, CreateDownloadResponse } from '@imagesearch/contracts/messages';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { createSemaphore, type Semaphore } from '@imagesearch/service-kit/resilience/semaphore';

/** Where the bytes of a file are: an address, or a token for `/v1/download`. */
type FileLocation = { url: string } | { token: string };

type Variant = NonNullable<CreateDownloadRequestInput['variant']>;

export interface WantedFile {
  assetId: string;
  variant: Variant;
  /** The assets of the same answer: a page shows the thumbnails of all of them. */
  siblingIds: Iterable<string>;
}

interface RightsDownloads {
  createDownload(request: CreateDownloadRequestInput, call: CallContext): Promise<CreateDownloadResponse>;
}

const LOCATIONS_MAX = 20_000;
/** A location works for at least ten minutes, and the redirect to it may be kept for five. */
const LOCATION_TTL_MS = 30_000;
/** Short, because an image may be restored. */
const MISSING_TTL_MS = 4_000;
const MISSING: ReadonlySet<string> = new Set(['asset_not_found', 'file_not_found']);
const LOOKUPS_AT_ONCE_MAX = 16;
const LOOKUPS_WAITING_MAX = 500;

/** Where files are, from a cache first. The thumbnails of one answer are looked up together, once. */
export class FileLocations {
  readonly #rights: RightsDownloads;
  readonly #known = new LRUCache<string, FileLocation>({ max: LOCATIONS_MAX, ttl: LOCATION_TTL_MS });
  readonly #missing = new LRUCache<string, AppError>({ max: LOCATIONS_MAX, ttl: MISSING_TTL_MS });
  /** By file: the look-up that will tell its location. */
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #lookups: Semaphore = createSemaphore(LOOKUPS_AT_ONCE_MAX, {
    waitingMax: LOOKUPS_WAITING_MAX,
    fullMessage: 'Too many files are being looked up. Try again shortly.',
  });

  constructor(rights: RightsDownloads) {
    this.#rights = rights;
  }

  /** @throws AppError `asset_not_found`, `file_not_found`, `overloaded`; those of an unavailable service. */
  async find(wanted: WantedFile, call: CallContext): Promise<FileLocation> {
    const key = keyOf(wanted, wanted.assetId);
    for (;;) {
      assertLive(call);
      const known = this.#known.get(key);
      if (known) return known;
      const missing = this.#missing.get(key);
      if (missing) throw missing;
      // A look-up for a sibling brings this location too, unless the file is missing or the look-up fails.
      const inFlight = this.#inFlight.get(key);
      if (!inFlight) return this.#lookUp(wanted, call);
      await inFlight;
    }
  }

  async #lookUp(wanted: WantedFile, call: CallContext): Promise<FileLocation> {
    const { assetId, variant } = wanted;
    const siblingIds = variant === 'VARIANT_THUMBNAIL' ? this.#unknownSiblings(wanted) : [];
    // Others may wait for it, so it goes on when its own caller leaves.
    const shared = { ...call, signal: new AbortController().signal };
    const answer = this.#lookups.run(
      () => this.#rights.createDownload({ assetId, variant, siblingIds }, shared),
      shared,
    );
    const keys = [assetId, ...siblingIds].map((id) => keyOf(wanted, id));
    const isTold = answer.then(
      () => undefined,
      () => undefined,
    );
    for (const key of keys) this.#inFlight.set(key, isTold);
    try {
      const { siblings, ...own } = await answer;
      for (const download of [{ assetId, ...own }, ...siblings])
        this.#known.set(keyOf(wanted, download.assetId), locationOf(download));
      return locationOf(own);
    } catch (error) {
      if (error instanceof AppError && MISSING.has(error.code))
        this.#missing.set(keyOf(wanted, assetId), error);
      throw error;
    } finally {
      for (const key of keys) if (this.#inFlight.get(key) === isTold) this.#inFlight.delete(key);
    }
  }

  #unknownSiblings(wanted: WantedFile): string[] {
    return [...wanted.siblingIds].filter((id) => {
      const key = keyOf(wanted, id);
      return id !== wanted.assetId && !this.#known.has(key) && !this.#inFlight.has(key);
    });
  }
}

function keyOf({ variant }: WantedFile, assetId: string): string {
  return `${variant} ${assetId}`;
}

function locationOf({ url, token }: Pick<CreateDownloadResponse, 'url' | 'token'>): FileLocation {
  return url === undefined ? { token: token ?? '' } : { url };
}
