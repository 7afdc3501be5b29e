import { z } from 'zod';
import { listenAddress } from '../config.js';

/** `host:port` of the page of metrics; unset serves none. */
export const metricsVariables = { METRICS_LISTEN: listenAddress.optional() };

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const otlpUrl = z.url({ protocol: /^https?$/, error: 'expected http://… or https://…' }).optional();
const text = z.string().optional();

/** The variables of OpenTelemetry that this product reads. The exporter itself reads those of the endpoint. */
export const tracingVariables = {
  OTEL_SDK_DISABLED: z.stringbool().default(false),
  OTEL_SERVICE_NAME: text,
  OTEL_RESOURCE_ATTRIBUTES: text,
  OTEL_TRACES_EXPORTER: z.enum(['none', 'otlp', 'console']).optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpUrl,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: otlpUrl,
  OTEL_EXPORTER_OTLP_HEADERS: text,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: text,
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(['http/protobuf', 'http/json']).default('http/protobuf'),
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce.number().int().positive().optional(),
};

export interface TracingSettings {
  exporter: 'otlp' | 'console';
  protocol: 'http/protobuf' | 'http/json';
  sampler: (typeof SAMPLERS)[number];
  /** Share of the traces that the ratio samplers keep, 0 to 1. */
  ratio: number;
}

/** Undefined unless an exporter or an endpoint is set: then nothing is traced. */
export function tracingOf(
  values: z.output<z.ZodObject<typeof tracingVariables>>,
): TracingSettings | undefined {
  const hasEndpoint =
    values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined ||
    values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined;
  const exporter = values.OTEL_TRACES_EXPORTER ?? (hasEndpoint ? 'otlp' : 'none');
  if (values.OTEL_SDK_DISABLED || exporter === 'none') return undefined;
  return {
    exporter,
    protocol: values.OTEL_EXPORTER_OTLP_PROTOCOL,
    sampler: values.OTEL_TRACES_SAMPLER,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  };
}
