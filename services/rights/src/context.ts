import type { Database } from '@imagesearch/service-kit/postgres/database';
import type { Logger } from '@imagesearch/service-kit/logging';
import { listenToNotifications } from '@imagesearch/service-kit/postgres/notifications';
import type { Lifecycle } from '@imagesearch/service-kit/process/lifecycle';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { AssetStore } from './domain/asset-store.js';
import type { BlobStore } from './domain/blob-store.js';
import type { ContentRegister } from './domain/content-register.js';
import type { CreditedFileDeps } from './app/credited-file.js';
import { ingestAsset } from './app/ingest-asset.js';
import { forgetting, RecentAssets } from './app/recent-assets.js';
import { readImage } from './adapters/read-image.js';
import type { PutAssetDeps } from './rpc/put-asset.js';
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
  /** At most `RECENT_AGE_MS_MAX` behind the store. */
  recentAssets: RecentAssets;
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
  /** Undefined for the embedded database, whose only user is this process. */
  databaseUrl: string | undefined;
  lifecycle: Lifecycle;
  logger: Logger;
}

/** How long after a change on another replica an answer of recent assets may still show the state before it. */
export const RECENT_AGE_MS_MAX = 2_000;

const CHANGES_CHANNEL = 'rights_asset_changed';

export function createContext(parts: ContextParts): RightsContext {
  const { database, blobs, downloadSecret, now } = parts;
  const { assets, recentAssets } = openAssets(parts);
  const contents = createPostgresContentRegister(database);
  return {
    assets,
    recentAssets,
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

function openAssets({
  database,
  databaseUrl,
  lifecycle,
  logger,
}: ContextParts): Pick<RightsContext, 'assets' | 'recentAssets'> {
  const store = createPostgresAssetStore(database);
  if (databaseUrl === undefined) {
    const recentAssets = new RecentAssets(store, () => true);
    return { recentAssets, assets: forgetting(store, recentAssets) };
  }
  const recentAssets: RecentAssets = new RecentAssets(store, () => changes.isCurrent(RECENT_AGE_MS_MAX));
  const changes = listenToNotifications({
    url: databaseUrl,
    channel: CHANGES_CHANNEL,
    onMessage: (assetId) => recentAssets.forget([assetId]),
    onGap: () => recentAssets.forgetAll(),
    logger,
  });
  lifecycle.onClose('changes of assets', () => changes.close());
  return { recentAssets, assets: forgetting(store, recentAssets) };
}
