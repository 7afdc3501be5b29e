import {
  Counter,
  DURATION_BUCKETS_S,
  Gauge,
  Histogram,
  type Registry,
} from '@imagesearch/service-kit/metrics';
import type { ErrorCode } from '@imagesearch/service-kit/errors';
import type { Endpoint } from './billing/ledger.js';
import type { SearchResult } from './search/result.js';
import type { QueryIdOutcome } from './assets/file-addresses.js';
import type { KeyLookupOutcome } from './keys/api-key-cache.js';
import type { LimitName, DecisionSource } from './limits/rate-limiter.js';
import type { CutReason } from './http/http-server.js';

/** `replayed` repeats an earlier answer; an error code says why there is no answer. */
export type SearchOutcome = 'answered' | 'degraded' | 'replayed' | ErrorCode;

/** The metrics of the gateway, one method per event. docs/telemetry.md lists them. */
export type GatewayEvents = ReturnType<typeof createEvents>;

export function createEvents(registry: Registry) {
  return {
    ...requestEvents(registry),
    ...fileEvents(registry),
    ...limitEvents(registry),
    ...searchEvents(registry),
    ...creditEvents(registry),
    ...rerankEvents(registry),
    ...stackEvents(registry),
  };
}

function requestEvents(registry: Registry) {
  const requests = new Histogram({
    name: 'gateway_http_request_duration_seconds',
    help: 'Duration of requests to the public contract until the answer is sent, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_S,
    registers: [registry],
  });
  const cuts = new Counter({
    name: 'gateway_connections_cut_total',
    help: 'Connections that the server closed: too many connections, a stalled client, or too many waiting requests.',
    labelNames: ['reason'],
    registers: [registry],
  });
  return {
    connectionCut: (reason: CutReason): void => cuts.inc({ reason }),
    requestAnswered: (labels: { method: string; route: string; status: number }, seconds: number): void =>
      requests.observe(labels, seconds),
  };
}

function fileEvents(registry: Registry) {
  const queryIds = new Counter({
    name: 'gateway_file_address_lookups_total',
    help: 'Look-ups of file addresses, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    fileAddressLookedUp: (outcome: QueryIdOutcome): void => queryIds.inc({ outcome }),
  };
}

function searchEvents(registry: Registry) {
  const registers = [registry];
  const searches = new Counter({
    name: 'gateway_searches_total',
    help: 'Searches that the plan allows, by outcome: a full answer, a degraded answer, a replay or an error.',
    labelNames: ['endpoint', 'outcome'],
    registers,
  });
  const empty = new Counter({
    name: 'gateway_searches_empty_total',
    help: 'Searches that found no image.',
    labelNames: ['endpoint'],
    registers,
  });
  const stages = new Histogram({
    name: 'gateway_search_stage_duration_seconds',
    help: 'Duration of each stage of the searches that were answered.',
    labelNames: ['stage'],
    buckets: DURATION_BUCKETS_S,
    registers,
  });
  return {
    searchEnded: (endpoint: Endpoint, outcome: SearchOutcome): void => searches.inc({ endpoint, outcome }),
    foundNothing: (endpoint: Endpoint): void => empty.inc({ endpoint }),
    searchTimed: (timingMs: SearchResult['timingMs']): void => {
      for (const [stage, ms] of Object.entries(timingMs)) stages.observe({ stage }, ms / 1_000);
    },
  };
}

function creditEvents(registry: Registry) {
  const registers = [registry];
  const credits = new Counter({
    name: 'gateway_credits_total',
    help: 'Credits reserved for searches, settled for answers, and released unused.',
    labelNames: ['movement'],
    registers,
  });
  const expired = new Counter({
    name: 'gateway_reservations_expired_total',
    help: 'Expired reservations of crashed gateways that this process released.',
    registers,
  });
  return {
    creditsMoved: (movement: 'reserved' | 'settled' | 'released', count: number): void =>
      credits.inc({ movement }, count),
    reservationsExpired: (count: number): void => expired.inc(count),
  };
}

function rerankEvents(registry: Registry) {
  const registers = [registry];
  const calls = new Counter({
    name: 'gateway_rerank_calls_total',
    help: 'Candidate pools to rerank: scored, failed, or skipped while the circuit to the reranker is open.',
    labelNames: ['outcome'],
    registers,
  });
  const open = new Gauge({
    name: 'gateway_reranker_circuit_open',
    help: '1 while the circuit to the reranker is open or half-open; searches then answer in retrieval order.',
    registers,
  });
  return {
    rerankEnded: (outcome: 'scored' | 'failed' | 'circuit_open'): void => calls.inc({ outcome }),
    rerankerCircuitChanged: (isOpen: boolean): void => open.set(isOpen ? 1 : 0),
  };
}

function stackEvents(registry: Registry) {
  const registers = [registry];
  const points = new Gauge({
    name: 'gateway_index_points',
    help: 'Images in the index, approximately, when the index last answered.',
    registers,
  });
  const assets = new Gauge({
    name: 'gateway_catalogue_assets',
    help: 'Images in the catalogue, approximately, when rights last answered.',
    registers,
  });
  const lost = new Gauge({
    name: 'gateway_index_lost',
    help: '1 while the index is empty beside a filled catalogue: searches that find nothing answer 503, unbilled.',
    registers,
  });
  return {
    stackDescribed: (described: {
      points: number | null;
      assets: number | null;
      isIndexLost: boolean;
    }): void => {
      if (described.points !== null) points.set(described.points);
      if (described.assets !== null) assets.set(described.assets);
      lost.set(described.isIndexLost ? 1 : 0);
    },
  };
}

function limitEvents(registry: Registry) {
  const registers = [registry];
  const keys = new Counter({
    name: 'gateway_key_lookups_total',
    help: 'Look-ups of API keys, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const admissions = new Counter({
    name: 'gateway_admissions_total',
    help: 'Requests with a live key: admitted, or the limit that refused them; decided by Redis or by this process.',
    labelNames: ['outcome', 'source'],
    registers,
  });
  const fallbacks = new Counter({
    name: 'gateway_limiter_fallbacks_total',
    help: 'Requests that this process decided, because Redis did not answer.',
    registers,
  });
  const shared = new Gauge({
    name: 'gateway_limiter_shared',
    help: '1 while gateways share limits through Redis; 0 while each grants its own share, or without Redis.',
    registers,
  });
  return {
    keyLookedUp: (outcome: KeyLookupOutcome): void => keys.inc({ outcome }),
    admissionDecided: (outcome: 'admitted' | LimitName, source: DecisionSource): void =>
      admissions.inc({ outcome, source }),
    limiterFellBack: (): void => fallbacks.inc(),
    limiterSharingChanged: (isShared: boolean): void => shared.set(isShared ? 1 : 0),
  };
}
