import type { z } from 'zod';
import { serviceTokenVariables } from '../secrets/service-token.js';
import { serviceTlsVariables, tlsFilesOf, type TlsFiles } from '../secrets/service-tls.js';
import {
  metricsVariables,
  tracingOf,
  tracingVariables,
  type TracingSettings,
} from '../telemetry/settings.js';

/** What every gRPC service reads besides its own variables. */
export const serviceVariables = {
  ...serviceTokenVariables,
  ...serviceTlsVariables,
  ...metricsVariables,
  ...tracingVariables,
};

export interface ServiceSettings {
  /** `host:port` of the page of metrics and of the probes; undefined for none. */
  metricsListen: string | undefined;
  /** Undefined while nothing is traced. */
  tracing: TracingSettings | undefined;
  /** Undefined without TLS between the services. */
  tls: TlsFiles | undefined;
}

export function serviceSettingsOf(values: z.output<z.ZodObject<typeof serviceVariables>>): ServiceSettings {
  return { metricsListen: values.METRICS_LISTEN, tracing: tracingOf(values), tls: tlsFilesOf(values) };
}
