import { context, propagation, trace } from '@opentelemetry/api';
import type * as Sdk from '@opentelemetry/sdk-trace';
import type { TracingSettings } from './settings.js';

/**
 * Exports the spans of this process until the returned function is called, which sends what is left. Services that share a
 * process share the exporter of the first one. Without settings nothing is loaded.
 */
export async function startTracing(
  service: string,
  settings: TracingSettings | undefined,
): Promise<() => Promise<void>> {
  if (settings === undefined) return () => Promise.resolve();
  const [sdk, exporter, resource, { AsyncLocalStorageContextManager }, { W3CTraceContextPropagator }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      openExporter(settings),
      describeProcess(service),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
    ]);
  const provider = new sdk.TracerProvider({
    resource,
    sampler: samplerOf(sdk, settings),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  if (!trace.setGlobalTracerProvider(provider)) {
    await provider.shutdown();
    return () => Promise.resolve();
  }
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return async () => {
    for (const api of [trace, context, propagation]) api.disable();
    await provider.shutdown();
  };
}

async function openExporter({ exporter, protocol }: TracingSettings): Promise<Sdk.SpanExporter> {
  if (exporter === 'console') return new (await import('@opentelemetry/sdk-trace')).ConsoleSpanExporter();
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
}

/** `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` go before the service's own name. */
async function describeProcess(service: string) {
  const resources = await import('@opentelemetry/resources');
  const own = resources.resourceFromAttributes({
    'service.name': service,
    'service.namespace': 'image-search',
  });
  const { resourceAttributesEnvDetector, serviceNameEnvDetector, hostDetector } = resources;
  const detectors = [resourceAttributesEnvDetector, serviceNameEnvDetector, hostDetector];
  return own.merge(resources.detectResources({ detectors }));
}

function samplerOf(sdk: typeof Sdk, { sampler, ratio }: TracingSettings): Sdk.Sampler {
  const root = sampler.endsWith('traceidratio')
    ? new sdk.TraceIdRatioBasedSampler(ratio)
    : sampler.endsWith('always_off')
      ? new sdk.AlwaysOffSampler()
      : new sdk.AlwaysOnSampler();
  return sampler.startsWith('parentbased') ? new sdk.ParentBasedSampler({ root }) : root;
}
