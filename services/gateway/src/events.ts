import {
  Counter,
  DURATION_BUCKETS_S,
  Gauge,
  Histogram,
  type Registry,
} from '@imagesearch/service-kit/metrics';
import type { Endpoint } from './billing/ledger.js';
import type { StackEvents } from './health/stack-status.js';
import type { RequestAnswer } from './http/telemetry.js';
import type { CutReason } from './http/server.js';
import type { DecisionSource, LimiterEvents, LimitName } from './limits/limiter.js';
import type { SearchEvents } from './search/billed-answer.js';
import type { RerankEvents } from './search/rerank.js';
import type { WebhookEvents } from './webhooks/deliver.js';

/** The metrics of the gateway, one method per event. docs/reference/metrics.md lists them. */
export type GatewayEvents = ReturnType<typeof createEvents>;

export function createEvents(registry: Registry) {
  const metrics = new Metrics(registry);
  return {
    ...requestEvents(metrics),
    ...limitEvents(metrics),
    ...searchEvents(metrics),
    ...rerankEvents(metrics),
    ...stackEvents(metrics),
    ...webhookEvents(metrics),
  };
}

/** Makes the metrics of one registry. */
class Metrics {
  readonly #registers: Registry[];

  constructor(registry: Registry) {
    this.#registers = [registry];
  }

  counter<Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: this.#registers });
  }

  gauge(name: string, help: string): Gauge {
    return new Gauge({ name, help, registers: this.#registers });
  }

  durations<Label extends string>(name: string, help: string, ...labelNames: Label[]): Histogram<Label> {
    return new Histogram({
      name,
      help,
      labelNames,
      buckets: DURATION_BUCKETS_S,
      registers: this.#registers,
    });
  }
}

function requestEvents(metrics: Metrics) {
  const requests = metrics.durations(
    'gateway_http_request_duration_seconds',
    'Duration of requests to the public contract until the answer is sent, by route and status.',
    ...(['method', 'route', 'status'] as const),
  );
  const cuts = metrics.counter(
    'gateway_connections_cut_total',
    'Connections that the server closed: too many connections, a stalled client, or a request before an answer.',
    'reason',
  );
  return {
    connectionCut: (reason: CutReason): void => cuts.inc({ reason }),
    requestAnswered: ({ method, route, status }: RequestAnswer, seconds: number): void =>
      requests.observe({ method, route, status }, seconds),
  };
}

function searchEvents(metrics: Metrics) {
  const searches = metrics.counter(
    'gateway_searches_total',
    'Searches that the plan allows, by outcome: a full answer, a degraded answer, a replay or an error.',
    ...(['endpoint', 'outcome'] as const),
  );
  const empty = metrics.counter('gateway_searches_empty_total', 'Searches that found no image.', 'endpoint');
  const stages = metrics.durations(
    'gateway_search_stage_duration_seconds',
    'Duration of each stage of the searches that were answered.',
    'stage',
  );
  const credits = metrics.counter(
    'gateway_credits_total',
    'Credits reserved for searches, settled for answers, and released unused.',
    'movement',
  );
  const expired = metrics.counter(
    'gateway_reservations_expired_total',
    'Expired reservations of crashed gateways that this process released.',
  );
  const events: SearchEvents = {
    searchEnded: (endpoint, outcome) => searches.inc({ endpoint, outcome }),
    foundNothing: (endpoint: Endpoint) => empty.inc({ endpoint }),
    searchTimed: (timingMs) => {
      for (const [stage, ms = 0] of Object.entries(timingMs)) stages.observe({ stage }, ms / 1_000);
    },
    creditsMoved: (movement, count) => credits.inc({ movement }, count),
  };
  return { ...events, reservationsExpired: (count: number): void => expired.inc(count) };
}

function rerankEvents(metrics: Metrics): RerankEvents {
  const calls = metrics.counter(
    'gateway_rerank_calls_total',
    'Candidate pools to rerank: scored, failed, or skipped while the circuit to the reranker is open.',
    'outcome',
  );
  const open = metrics.gauge(
    'gateway_reranker_circuit_open',
    '1 while the circuit to the reranker is open or half-open; searches then answer in retrieval order.',
  );
  return {
    rerankEnded: (outcome) => calls.inc({ outcome }),
    rerankerCircuitChanged: (isOpen) => open.set(isOpen ? 1 : 0),
  };
}

function stackEvents(metrics: Metrics): StackEvents {
  const points = metrics.gauge(
    'gateway_index_points',
    'Images in the index, approximately, when the index last answered.',
  );
  const assets = metrics.gauge(
    'gateway_catalogue_assets',
    'Images in the catalogue, approximately, when rights last answered.',
  );
  const lost = metrics.gauge(
    'gateway_index_lost',
    '1 while the index is empty beside a filled catalogue: searches that find nothing answer 503, unbilled.',
  );
  return {
    stackDescribed: (described) => {
      if (described.points !== null) points.set(described.points);
      if (described.assets !== null) assets.set(described.assets);
      lost.set(described.isIndexLost ? 1 : 0);
    },
  };
}

function webhookEvents(metrics: Metrics): WebhookEvents {
  const sent = metrics.counter(
    'gateway_webhook_attempts_total',
    'Attempts to deliver an event: delivered, failed, or dead (failed for a day and given up).',
    'outcome',
  );
  // From zero on: an alert notices the first one of a process too.
  for (const outcome of ['delivered', 'failed', 'dead']) sent.inc({ outcome }, 0);
  const late = metrics.gauge(
    'gateway_webhook_lag_seconds',
    'How long the delivery that is due the longest has been due; 0 while none is.',
  );
  return {
    webhookSent: (outcome) => sent.inc({ outcome }),
    webhooksLate: (seconds) => late.set(seconds),
  };
}

function limitEvents(metrics: Metrics) {
  const admissions = metrics.counter(
    'gateway_admissions_total',
    'Requests with a live key: admitted, or the limit that refused them; decided by Redis or by this process.',
    ...(['outcome', 'source'] as const),
  );
  const fallbacks = metrics.counter(
    'gateway_limiter_fallbacks_total',
    'Requests that this process decided, because Redis did not answer.',
  );
  const shared = metrics.gauge(
    'gateway_limiter_shared',
    '1 while gateways share limits through Redis; 0 while each grants its own share, or without Redis.',
  );
  const events: LimiterEvents = {
    limiterFellBack: () => fallbacks.inc(),
    limiterSharingChanged: (isShared) => shared.set(isShared ? 1 : 0),
  };
  return {
    ...events,
    admissionDecided: (outcome: 'admitted' | LimitName, source: DecisionSource): void =>
      admissions.inc({ outcome, source }),
  };
}
