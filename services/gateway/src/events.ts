import {
  Counter,
  DURATION_BUCKETS_S,
  Gauge,
  Histogram,
  type Registry,
} from '@imagesearch/service-kit/metrics';
import type { KeyJudgement } from './domain/keys/key-ring.js';
import type { LimitName, WindowSource } from './domain/limits/windows.js';

/** What the gateway counts and times, one method an event. docs/telemetry.md lists them. */
export type GatewayEvents = ReturnType<typeof createEvents>;

export function createEvents(registry: Registry) {
  return {
    ...requestEvents(registry),
    ...limitEvents(registry),
  };
}

function requestEvents(registry: Registry) {
  const requests = new Histogram({
    name: 'gateway_http_request_duration_seconds',
    help: 'Requests to the public contract, by route and status, until their answer was sent.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_S,
    registers: [registry],
  });
  return {
    requestAnswered: (labels: { method: string; route: string; status: number }, seconds: number): void =>
      requests.observe(labels, seconds),
  };
}

function limitEvents(registry: Registry) {
  const registers = [registry];
  const keys = new Counter({
    name: 'gateway_keys_judged_total',
    help: 'Keys of requests, by how they were judged.',
    labelNames: ['judgement'],
    registers,
  });
  const admissions = new Counter({
    name: 'gateway_admissions_total',
    help: 'Requests with a good key: admitted, or the limit that refused them; decided by Redis or by this process.',
    labelNames: ['outcome', 'source'],
    registers,
  });
  const fallbacks = new Counter({
    name: 'gateway_limiter_fallbacks_total',
    help: 'Requests that this process decided because Redis did not answer.',
    registers,
  });
  const shared = new Gauge({
    name: 'gateway_limiter_shared',
    help: '1 while limits are shared through Redis; 0 while each gateway grants its share, or without Redis.',
    registers,
  });
  return {
    keyJudged: (judgement: KeyJudgement): void => keys.inc({ judgement }),
    admission: (outcome: 'admitted' | LimitName, source: WindowSource): void =>
      admissions.inc({ outcome, source }),
    limiterFellBack: (): void => fallbacks.inc(),
    limiterShared: (isShared: boolean): void => shared.set(isShared ? 1 : 0),
  };
}
