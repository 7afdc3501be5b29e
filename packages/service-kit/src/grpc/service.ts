import type { ServiceDefinition, UntypedServiceImplementation } from '@grpc/grpc-js';
import { startGrpcServer } from './server.js';
import type { ServiceSettings } from './service-settings.js';
import { ServiceTls } from './service-tls.js';
import { Lifecycle } from '../process/lifecycle.js';
import type { Logger } from '../logging.js';
import { createMetrics, type Registry } from '../metrics.js';
import { startMetricsServer } from '../telemetry/metrics-server.js';
import { RpcTelemetry } from '../telemetry/rpc-telemetry.js';
import { startTracing } from '../telemetry/tracing.js';
import type { Service } from '../process/run-main.js';

export interface GrpcService extends Service {
  /** `host:port` that it listens on; empty before `start`. */
  readonly address: string;
}

export interface GrpcServiceOptions {
  /** In metrics, traces and log lines. */
  name: string;
  settings: ServiceSettings;
  definition: ServiceDefinition;
  logger: Logger;
  /** Opens and loads what the handlers need, and registers its closing. The signal fires when the service is closed. */
  open: (
    lifecycle: Lifecycle,
    metrics: Registry,
    signal: AbortSignal,
  ) => Promise<UntypedServiceImplementation> | UntypedServiceImplementation;
}

/** Time to end what a drain has not ended. */
const CLOSE_MARGIN_MS = 2_000;

/** A service with one gRPC definition: `start` opens what it needs and then listens; `close` reverses it. */
export function createGrpcService(options: GrpcServiceOptions): GrpcService {
  const { name, settings, definition, logger, open } = options;
  const metrics = createMetrics(name);
  const lifecycle = new Lifecycle(logger);
  const telemetry = new RpcTelemetry(name, metrics, logger);
  const closing = new AbortController();
  let address = '';
  return {
    get address() {
      return address;
    },
    start: async () => {
      lifecycle.onClose('tracing', await startTracing(name, settings.tracing));
      // Before anything else is opened, so that a slow start can be watched.
      if (settings.metricsListen !== undefined) {
        const isReady = (): boolean => telemetry.isServing;
        lifecycle.onClose('metrics', await startMetricsServer(settings.metricsListen, metrics, isReady));
      }
      const tls = settings.tls && (await ServiceTls.open(settings.tls, logger));
      tls?.showExpiry(metrics);
      lifecycle.onClose('certificates', () => tls?.close());
      const handlers = await open(lifecycle, metrics, closing.signal);
      const server = await startGrpcServer({ ...settings, definition, handlers, logger, telemetry, tls });
      lifecycle.onClose('server', () => server.close(), settings.drainTimeoutMs + CLOSE_MARGIN_MS);
      address = server.address;
    },
    close: () => {
      closing.abort();
      return lifecycle.close();
    },
  };
}
