import type { Database } from '@imagesearch/service-kit/postgres/database';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { AssetStore } from './domain/asset-store.js';
import type { BlobStore } from './domain/blob-store.js';
import type { ContentRegister } from './domain/content-register.js';
import type { CreditedFileDeps } from './app/credited-file.js';
import { ingestAsset } from './app/ingest-asset.js';
import { readImage } from './adapters/read-image.js';
import type { PutAssetDeps } from './rpc/put-asset.js';
import { cacheAssetFiles } from './adapters/cached-asset-files.js';
import { createPostgresAssetStore } from './adapters/postgres-asset-store.js';
import { createPostgresContentRegister } from './adapters/postgres-content-register.js';
import { createPostgresSourceRegister } from './adapters/postgres-source-register.js';
import type { SourceRegister } from './domain/source-register.js';

/** Files ingested at once: each can have the maximum size, and is decoded in memory. */
const INGESTS_MAX = 4;
/** Originals whose credit is written at once: each is in memory for a moment. */
const CREDITS_MAX = 2;
const CREDITS_WAITING_MAX = 100;

export interface RightsContext extends PutAssetDeps, CreditedFileDeps {
  assets: AssetStore;
  blobs: BlobStore;
  contents: ContentRegister;
  sources: SourceRegister;
  downloadSecret: string;
  /** Unix milliseconds. */
  now: () => number;
}

export interface ContextParts {
  database: Database;
  blobs: BlobStore;
  downloadSecret: string;
  now: () => number;
}

export function createContext({ database, blobs, downloadSecret, now }: ContextParts): RightsContext {
  const assets = cacheAssetFiles(createPostgresAssetStore(database));
  const contents = createPostgresContentRegister(database);
  return {
    assets,
    blobs,
    contents,
    sources: createPostgresSourceRegister(database),
    downloadSecret,
    now,
    ingestAsset: (description, given, call) =>
      ingestAsset({ assets, blobs, contents, readImage }, description, given, call),
    ingestSemaphore: createSemaphore(INGESTS_MAX),
    creditSemaphore: createSemaphore(CREDITS_MAX, { waitingMax: CREDITS_WAITING_MAX }),
  };
}
