import type { RecentDecodes } from '@imagesearch/service-kit/image/recent-decodes';
import type { Database } from '@imagesearch/service-kit/postgres/database';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { AssetStore } from './domain/asset-store.js';
import type { TellChanges } from './domain/change-listener.js';
import type { BlobStore } from './domain/blob-store.js';
import type { ContentRegister } from './domain/content-register.js';
import { CreditedFiles } from './app/credited-file.js';
import { ingestAsset } from './app/ingest-asset.js';
import { forgetting, RecentAssets } from './app/recent-assets.js';
import { createImageReader, type ImageReader } from './adapters/read-image.js';
import type { PutAssetDeps } from './rpc/put-asset.js';
import { noOtherReplica } from './adapters/asset-changes.js';
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

export interface RightsContext extends PutAssetDeps {
  assets: AssetStore;
  /** At most `RECENT_AGE_MS_MAX` of `asset-changes.ts` behind the store. */
  recentAssets: RecentAssets;
  blobs: BlobStore;
  creditedFiles: CreditedFiles;
  contents: ContentRegister;
  sources: SourceRegister;
  imageReader: ImageReader;
  downloadSecret: string;
  /** Unix milliseconds. */
  now: () => number;
}

export interface ContextParts {
  database: Database;
  blobs: BlobStore;
  downloadSecret: string;
  now: () => number;
  /** By default there is no other replica. */
  tellChanges?: TellChanges;
  recentDecodes?: RecentDecodes | undefined;
}

export function createContext({
  database,
  blobs,
  downloadSecret,
  now,
  tellChanges = noOtherReplica,
  recentDecodes,
}: ContextParts): RightsContext {
  const store = createPostgresAssetStore(database);
  const recentAssets = new RecentAssets(store, tellChanges);
  const assets = cacheAssetFiles(forgetting(store, recentAssets));
  const contents = createPostgresContentRegister(database);
  const imageReader = createImageReader(recentDecodes);
  return {
    assets,
    recentAssets,
    blobs,
    contents,
    sources: createPostgresSourceRegister(database),
    imageReader,
    downloadSecret,
    now,
    ingestAsset: (description, given, call) =>
      ingestAsset({ assets, blobs, contents, readImage: imageReader.read }, description, given, call),
    ingestSemaphore: createSemaphore(INGESTS_MAX),
    creditedFiles: new CreditedFiles({
      recentAssets,
      blobs,
      semaphore: createSemaphore(CREDITS_MAX, { waitingMax: CREDITS_WAITING_MAX }),
    }),
  };
}
