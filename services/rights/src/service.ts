import { join } from 'node:path';
import type { RightsServiceHandlers } from '@imagesearch/contracts/messages';
import { rightsServiceDefinition } from '@imagesearch/contracts/rights';
import { openDatabase } from '@imagesearch/service-kit/database';
import {
  clientStreaming,
  serverStreaming,
  startGrpcServer,
  unary,
} from '@imagesearch/service-kit/grpc-server';
import { keptSecret } from '@imagesearch/service-kit/kept-secret';
import { Lifecycle } from '@imagesearch/service-kit/lifecycle';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import type { RightsConfig } from './config.js';
import { createContext, type RightsContext } from './context.js';
import { countAssets } from './rpc/count-assets.js';
import { createDownload } from './rpc/create-download.js';
import { getAssets } from './rpc/get-assets.js';
import { putAsset } from './rpc/put-asset.js';
import { readDownload } from './rpc/read-download.js';
import { answerResolveLicense } from './rpc/resolve-license.js';

const MIGRATIONS_DIR = join(import.meta.dirname, '../migrations');

export interface RightsOverrides {
  logger?: Logger;
  /** Unix milliseconds; what the expiry of download addresses is measured by. */
  now?: () => number;
}

export interface RightsService {
  /** Resolves once the store is migrated and the service answers; a failed start is undone by `close`. */
  start(): Promise<void>;
  close(): Promise<void>;
  /** `host:port` that it listens on, once started. */
  readonly address: string;
}

/** Assets, their rights and their files, served over gRPC. */
export function createRightsService(config: RightsConfig, overrides: RightsOverrides = {}): RightsService {
  const logger = overrides.logger ?? createLogger({ service: 'rights', level: config.logLevel });
  const lifecycle = new Lifecycle(logger);
  let address = config.listen;

  return {
    get address() {
      return address;
    },
    start: async () => {
      const database = await openDatabase({
        url: config.databaseUrl,
        embeddedDir: config.embeddedDatabaseDir,
        schema: 'rights',
        migrationsDir: MIGRATIONS_DIR,
        logger,
      });
      lifecycle.onClose('database', () => database.close());
      const downloadSecret = config.downloadSecret ?? (await keptSecret(config.downloadSecretPath));
      const context = createContext({
        database,
        blobDir: config.blobDir,
        downloadSecret,
        now: overrides.now ?? Date.now,
      });
      const server = await startGrpcServer({
        listen: config.listen,
        definition: rightsServiceDefinition,
        handlers: handlersOf(context, logger),
        logger,
      });
      lifecycle.onClose('server', () => server.close());
      address = server.address;
      server.setServing(true);
    },
    close: () => lifecycle.close(),
  };
}

function handlersOf(context: RightsContext, logger: Logger): RightsServiceHandlers {
  return {
    PutAsset: clientStreaming(logger, (requests, call) => putAsset(context, requests, call)),
    GetAssets: unary(logger, (request) => getAssets(context, request)),
    ResolveLicense: unary(logger, answerResolveLicense),
    CreateDownload: unary(logger, (request) => createDownload(context, request)),
    ReadDownload: serverStreaming(logger, (request) => readDownload(context, request)),
    CountAssets: unary(logger, () => countAssets(context)),
  };
}
