import { z } from 'zod';
import { dataDir, drainTimeoutMs, listenAddress, logLevel } from '../config.js';
import { requireServiceToken, serviceTokenVariables } from '../secrets/service-token.js';
import { requireWholeTls, serviceTlsVariables, tlsFilesOf, type TlsFiles } from '../secrets/service-tls.js';
import {
  metricsVariables,
  tracingOf,
  tracingVariables,
  type TracingSettings,
} from '../telemetry/settings.js';

/** What every gRPC service reads besides its own variables. */
const serviceVariables = {
  ...serviceTokenVariables,
  ...serviceTlsVariables,
  ...metricsVariables,
  ...tracingVariables,
  DATA_DIR: dataDir,
  DRAIN_TIMEOUT_MS: drainTimeoutMs,
  LOG_LEVEL: logLevel,
};

/** Schema of a gRPC service: what every one reads, where it listens, and variables of its own. */
export function serviceSchema<Listen extends string, Own extends z.ZodRawShape>(
  listen: Listen,
  defaultAddress: string,
  own: Own,
) {
  const where = { [listen]: listenAddress.default(defaultAddress) } as Record<
    Listen,
    z.ZodDefault<z.ZodString>
  >;
  return z
    .object({ ...serviceVariables, ...where, ...own })
    .refine(...requireServiceToken(listen))
    .refine(...requireWholeTls());
}

export interface ServiceSettings {
  /** `host:port`; port 0 lets the system pick. */
  listen: string;
  /** Every call must carry one of these. An empty list accepts every caller: for loopback addresses only. */
  serviceTokens: readonly string[];
  /** `host:port` of the page of metrics and of the probes; undefined for none. */
  metricsListen: string | undefined;
  /** Undefined while nothing is traced. */
  tracing: TracingSettings | undefined;
  /** Undefined without TLS between the services. */
  tls: TlsFiles | undefined;
  /** How long a stop waits for calls in flight. */
  drainTimeoutMs: number;
  logLevel: string;
}

export function serviceSettingsOf(
  listen: string,
  values: z.output<z.ZodObject<typeof serviceVariables>>,
): ServiceSettings {
  return {
    listen,
    serviceTokens: values.SERVICE_TOKEN ?? [],
    metricsListen: values.METRICS_LISTEN,
    tracing: tracingOf(values),
    tls: tlsFilesOf(values),
    drainTimeoutMs: values.DRAIN_TIMEOUT_MS,
    logLevel: values.LOG_LEVEL,
  };
}
