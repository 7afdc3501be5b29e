import type { RightsServiceHandlers } from '@imagesearch/contracts/messages';
import { rightsServiceDefinition } from '@imagesearch/contracts/rights';
import { openDatabase } from '@imagesearch/service-kit/postgres/database';
import { clientStreaming, serverStreaming, unary } from '@imagesearch/service-kit/grpc/server';
import { createGrpcService, type GrpcService } from '@imagesearch/service-kit/grpc/service';
import type { RecentDecodes } from '@imagesearch/service-kit/image/recent-decodes';
import { keptSecret } from '@imagesearch/service-kit/secrets/kept-secret';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import type { Lifecycle } from '@imagesearch/service-kit/process/lifecycle';
import type { RightsConfig } from './config.js';
import { createContext, type RightsContext } from './context.js';
import { RIGHTS_SCHEMA } from './database-schema.js';
import { claimSource } from './rpc/claim-source.js';
import { countAssets } from './rpc/count-assets.js';
import { createDownload } from './rpc/create-download.js';
import { deleteAssets } from './rpc/delete-assets.js';
import { getAssets } from './rpc/get-assets.js';
import { listAssetEvents } from './rpc/list-asset-events.js';
import { listAssets } from './rpc/list-assets.js';
import { listSources } from './rpc/list-sources.js';
import { putAsset } from './rpc/put-asset.js';
import { readDownload } from './rpc/read-download.js';
import { releaseSource } from './rpc/release-source.js';
import { resolveLicense } from './rpc/resolve-license.js';
import { restoreAsset } from './rpc/restore-asset.js';
import { withdrawAsset } from './rpc/withdraw-asset.js';
import { noOtherReplica, notifiedChanges, unheardChanges } from './adapters/asset-changes.js';
import type { TellChanges } from './domain/change-listener.js';
import { startSweeping } from './start-sweeping.js';
import { openBlobStore } from './adapters/blobs/open-blob-store.js';

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
    listen: config.listen,
    serviceTokens: config.serviceTokens,
    drainTimeoutMs: config.drainTimeoutMs,
    definition: rightsServiceDefinition,
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
      const context = createContext({
        database,
        blobs: await openBlobStore(config.blobs, config.s3Credentials, lifecycle),
        downloadSecret: config.downloadSecret ?? (await keptSecret(config.downloadSecretPath)),
        now: overrides.now ?? Date.now,
        recentDecodes: overrides.recentDecodes,
        tellChanges: tellChangesOf(config, lifecycle, logger),
      });
      lifecycle.onClose('decoders', () => context.imageReader.close());
      const stopSweeping = startSweeping(context, config.sweepIntervalMs, logger);
      lifecycle.onClose('sweeper', stopSweeping);
      return { handlers: handlersOf(context, logger) };
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

function handlersOf(context: RightsContext, logger: Logger): RightsServiceHandlers {
  return {
    PutAsset: clientStreaming(logger, putAsset(context)),
    GetAssets: unary(logger, getAssets(context)),
    ResolveLicense: unary(logger, resolveLicense()),
    CreateDownload: unary(logger, createDownload(context)),
    ReadDownload: serverStreaming(logger, readDownload(context)),
    CountAssets: unary(logger, countAssets(context)),
    WithdrawAsset: unary(logger, withdrawAsset(context)),
    RestoreAsset: unary(logger, restoreAsset(context)),
    ListAssets: unary(logger, listAssets(context)),
    DeleteAssets: unary(logger, deleteAssets(context)),
    ClaimSource: unary(logger, claimSource(context)),
    ListSources: unary(logger, listSources(context)),
    ReleaseSource: unary(logger, releaseSource(context)),
    ListAssetEvents: unary(logger, listAssetEvents(context)),
  };
}
