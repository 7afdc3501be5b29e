import { serviceDefinition } from '@imagesearch/contracts/clients';
import { createGrpcService, type GrpcService } from '@imagesearch/service-kit/grpc/service';
import type { RecentDecodes } from '@imagesearch/image-files/recent-decodes';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import { openDatabase, type Database } from '@imagesearch/service-kit/postgres/database';
import type { Lifecycle } from '@imagesearch/service-kit/process/lifecycle';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { keptSecret } from '@imagesearch/service-kit/secrets/kept-secret';
import { createAssetStore } from './asset-store.js';
import type { BlobStore } from './blobs/blob-store.js';
import { openBlobStore } from './blobs/open-blob-store.js';
import { type RightsConfig, RIGHTS_SCHEMA } from './config.js';
import { createContentRegister } from './contents.js';
import { CreditedFiles } from './credited/credited-files.js';
import { assetIngester } from './put-asset.js';
import { createImageReader, type ImageReader } from './read-image.js';
import {
  noOtherReplica,
  notifiedChanges,
  unheardChanges,
  type TellChanges,
  rememberingAssets,
} from './recent-assets.js';
import { rightsHandlers, type RightsParts } from './rpc.js';
import { createSourceRegister } from './sources.js';
import { createStalePoints } from './stale-points.js';
import { startSweeping } from './unused-files.js';
import { Views } from './views.js';

export interface RightsOverrides {
  logger?: Logger;
  /** Clock for the expiry of download addresses, Unix milliseconds. */
  now?: () => number;
  /** What another service in this process has decoded. */
  recentDecodes?: RecentDecodes;
}

/** Serves assets, their rights and their files over gRPC. Its schema is there before it listens. */
export function createRightsService(config: RightsConfig, overrides: RightsOverrides = {}): GrpcService {
  const logger = overrides.logger ?? createLogger({ service: 'rights', level: config.logLevel });
  return createGrpcService({
    name: 'rights',
    settings: config,
    definition: serviceDefinition('rights'),
    logger,
    open: async (lifecycle, metrics) => {
      const database = await openDatabase({
        url: config.databaseUrl,
        embeddedDir: config.embeddedDatabaseDir,
        server: config.databaseServer,
        ...RIGHTS_SCHEMA,
        logger,
        metrics,
      });
      lifecycle.onClose('database', () => database.close());
      const parts = createParts({
        database,
        blobs: await openBlobStore(config.blobs, config.s3Credentials, lifecycle),
        downloadSecret: config.downloadSecret ?? (await keptSecret(config.downloadSecretPath)),
        now: overrides.now ?? Date.now,
        recentDecodes: overrides.recentDecodes,
        tellChanges: tellChangesOf(config, lifecycle, logger),
      });
      lifecycle.onClose('decoders', () => parts.imageReader.close());
      const stopSweeping = startSweeping(parts, config.sweepIntervalMs, logger);
      lifecycle.onClose('sweeper', stopSweeping);
      return rightsHandlers(parts, logger);
    },
  });
}

function tellChangesOf(
  { databaseUrl, databaseServer }: RightsConfig,
  lifecycle: Lifecycle,
  logger: Logger,
): TellChanges {
  if (databaseUrl === undefined) return noOtherReplica;
  if (databaseServer.pooler !== 'none') return unheardChanges;
  return notifiedChanges(databaseUrl, lifecycle, logger);
}

/** Files ingested at once: each can have the maximum size, and is decoded in memory. */
const INGESTS_MAX = 4;
/** Originals that are credited, or of which a view is made, at once: each is in memory for a moment. */
const ORIGINALS_MAX = 2;
const ORIGINALS_WAITING_MAX = 100;

interface Stores {
  database: Database;
  blobs: BlobStore;
  downloadSecret: string;
  now: () => number;
  /** By default there is no other replica. */
  tellChanges?: TellChanges;
  recentDecodes?: RecentDecodes | undefined;
}

/** The parts of the service on these stores. */
export function createParts({
  database,
  blobs,
  downloadSecret,
  now,
  tellChanges = noOtherReplica,
  recentDecodes,
}: Stores): RightsParts & { imageReader: ImageReader } {
  const assets = rememberingAssets(createAssetStore(database), tellChanges);
  const contents = createContentRegister(database);
  const imageReader = createImageReader(recentDecodes);
  const semaphore = createSemaphore(ORIGINALS_MAX, { waitingMax: ORIGINALS_WAITING_MAX });
  return {
    assets,
    blobs,
    contents,
    sources: createSourceRegister(database),
    stalePoints: createStalePoints(database),
    imageReader,
    downloadSecret,
    now,
    ingestAsset: assetIngester({ assets, blobs, contents, readImage: imageReader.read }),
    ingestSemaphore: createSemaphore(INGESTS_MAX),
    creditedFiles: new CreditedFiles({ blobs, semaphore }),
    views: new Views({ blobs, contents, makeView: imageReader.view, semaphore }),
  };
}
