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
  /** Delays SERVING until it resolves. When it rejects, the service is broken. */
  loading?: Promise<unknown>;
}

export interface GrpcServiceOptions {
  /** `host:port`; port 0 lets the system pick. */
  listen: string;
  definition: ServiceDefinition;
  /** Every call must carry one of these. An empty list accepts every caller: for loopback addresses only. */
  serviceTokens: readonly string[];
  /** How long a stop waits for calls in flight. */
  drainTimeoutMs: number;
  logger: Logger;
  /** Opens what the handlers need, and registers its closing. */
  open: (lifecycle: Lifecycle) => Promise<OpenedService> | OpenedService;
}

/** Time to end what a drain has not ended. */
const CLOSE_MARGIN_MS = 2_000;

/** A service with one gRPC definition: `start` opens, listens and reports SERVING; `close` reverses it. */
export function createGrpcService(options: GrpcServiceOptions): GrpcService {
  const { drainTimeoutMs, logger, open } = options;
  const lifecycle = new Lifecycle(logger);
  let address = '';
  let isClosing = false;
  let fail!: (error: unknown) => void;
  const broken = new Promise<never>((_, reject) => (fail = reject));
  // Only a program that waits for it ends by it.
  broken.catch(() => undefined);
  return {
    broken,
    get address() {
      return address;
    },
    start: async () => {
      const { handlers, loading = Promise.resolve() } = await open(lifecycle);
      const server = await startGrpcServer({ ...options, handlers });
      lifecycle.onClose('server', () => server.close(), drainTimeoutMs + CLOSE_MARGIN_MS);
      address = server.address;
      loading.then(
        () => server.setServing(!isClosing),
        (error: unknown) => {
          if (!isClosing) fail(error);
        },
      );
    },
    close: () => {
      isClosing = true;
      return lifecycle.close();
    },
  };
}
