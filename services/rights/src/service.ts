import { serviceDefinition } from '@imagesearch/contracts/clients';
import { createGrpcService, type GrpcService } from '@imagesearch/service-kit/grpc/service';
import { asRequestFault, ImageFault } from '@imagesearch/image-files/accept';
import { ImageOpener } from '@imagesearch/image-files/open-image';
import type { CallContext } from '@imagesearch/service-kit/call-context';
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
        tellChanges: tellChangesOf(config, lifecycle, logger),
      });
      lifecycle.onClose('decoders', () => parts.images.close());
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

/** Files ingested at once: each can have the maximum size. */
const INGESTS_MAX = 4;
/** Originals that are credited, or of which a view is made, at once: each is in memory for a moment. */
const ORIGINALS_MAX = 2;
const ORIGINALS_WAITING_MAX = 100;

/** 512 for an image that is decoded as a whole, beside the program's own 100 and what earlier images left. */
const VIEW_MIB = 704;
const VIEW_IDLE_MS = 30_000;
const VIEW_TIMEOUT_MS = 60_000;

async function viewOf(original: Buffer, images: ImageOpener, call: CallContext): Promise<Buffer> {
  try {
    return await images.view(original, { call, timeoutMs: VIEW_TIMEOUT_MS });
  } catch (error) {
    throw error instanceof ImageFault ? asRequestFault(error, ['file']) : error;
  }
}

interface Stores {
  database: Database;
  blobs: BlobStore;
  downloadSecret: string;
  now: () => number;
  /** By default there is no other replica. */
  tellChanges?: TellChanges;
}

/** The parts of the service on these stores. */
export function createParts({
  database,
  blobs,
  downloadSecret,
  now,
  tellChanges = noOtherReplica,
}: Stores): RightsParts & { images: ImageOpener } {
  const assets = rememberingAssets(createAssetStore(database), tellChanges);
  const contents = createContentRegister(database);
  // A process starts with the first view that is made.
  const images = new ImageOpener({ processes: ORIGINALS_MAX, memoryMib: VIEW_MIB, idleMs: VIEW_IDLE_MS });
  const semaphore = createSemaphore(ORIGINALS_MAX, { waitingMax: ORIGINALS_WAITING_MAX });
  return {
    assets,
    blobs,
    contents,
    sources: createSourceRegister(database),
    stalePoints: createStalePoints(database),
    images,
    downloadSecret,
    now,
    ingestAsset: assetIngester({ assets, blobs, contents }),
    ingestSemaphore: createSemaphore(INGESTS_MAX),
    creditedFiles: new CreditedFiles({ blobs, semaphore }),
    views: new Views({
      blobs,
      contents,
      makeView: (original, call) => viewOf(original, images, call),
      semaphore,
    }),
  };
}
