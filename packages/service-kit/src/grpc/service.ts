import type { ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import { startGrpcServer } from './server.js';
import { Lifecycle } from '../process/lifecycle.js';
import type { Logger } from '../logging.js';
import type { Service } from '../process/run-main.js';

export interface GrpcService extends Service {
  /** `host:port` that it listens on; empty before `start`. */
  readonly address: string;
}

export interface OpenedService {
  handlers: UntypedServiceImplementation;
  /** Delays SERVING until it resolves. When it rejects, the health service stays NOT_SERVING. */
  loading?: Promise<unknown>;
}

export interface GrpcServiceOptions {
  /** `host:port`; port 0 lets the system pick. */
  listen: string;
  definition: ServiceDefinition;
  /** Every call must carry one of these. An empty list accepts every caller: for loopback addresses only. */
  serviceTokens: readonly string[];
  logger: Logger;
  /** Opens what the handlers need, and registers its closing. */
  open: (lifecycle: Lifecycle) => Promise<OpenedService> | OpenedService;
}

/** A service with one gRPC definition: `start` opens, listens and reports SERVING; `close` reverses it. */
export function createGrpcService(options: GrpcServiceOptions): GrpcService {
  const { listen, definition, serviceTokens, logger, open } = options;
  const lifecycle = new Lifecycle(logger);
  let address = '';
  return {
    get address() {
      return address;
    },
    start: async () => {
      const { handlers, loading } = await open(lifecycle);
      const server = await startGrpcServer({ listen, definition, handlers, serviceTokens, logger });
      lifecycle.onClose('server', () => server.close());
      address = server.address;
      if (loading === undefined) server.setServing(true);
      else
        loading.then(
          () => server.setServing(true),
          () => undefined,
        );
    },
    close: () => lifecycle.close(),
  };
}
