import { propagation, ROOT_CONTEXT, type Context } from '@opentelemetry/api';
import {
  status,
  type Deadline,
  type Metadata,
  type sendUnaryData,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { REQUEST_ID_KEY } from '../call-context.js';
import type { Logger } from '../logging.js';
import { DURATION_BUCKETS_S } from '../metrics.js';
import { openServerSpan } from './spans.js';

interface Call {
  metadata: Metadata;
  getDeadline(): Deadline;
  once(event: string, listener: (error?: unknown) => void): unknown;
}

type Handler = (call: Call, callback?: sendUnaryData<unknown>) => void;

/** What the calls of one server take and how they end: metrics, a span and a log event for each. */
export class RpcTelemetry {
  readonly #durations: Histogram;
  readonly #inFlight: Gauge;
  readonly #ready: Gauge;
  #isServing = false;
  readonly #service: string;
  readonly #logger: Logger;

  constructor(service: string, registry: Registry, logger: Logger) {
    this.#service = service;
    this.#logger = logger;
    const registers = [registry];
    this.#durations = new Histogram({
      name: 'rpc_server_duration_seconds',
      help: 'Duration of calls by RPC and gRPC status, until the answer is complete.',
      labelNames: ['rpc', 'code'],
      buckets: DURATION_BUCKETS_S,
      registers,
    });
    this.#inFlight = new Gauge({
      name: 'rpc_server_calls_in_flight',
      help: 'Calls that the service works on, with those that wait in it.',
      registers,
    });
    this.#ready = new Gauge({
      name: 'rpc_server_ready',
      help: '1 while the health service answers SERVING.',
      registers,
    });
    this.#ready.set(0);
  }

  /** What the health service answers. */
  get isServing(): boolean {
    return this.#isServing;
  }

  set(serving: boolean): void {
    this.#isServing = serving;
    this.#ready.set(serving ? 1 : 0);
  }

  /** A call without a valid token; its path is not counted, because any caller can choose it. */
  refused(): void {
    this.#durations.observe({ rpc: 'refused', code: 'UNAUTHENTICATED' }, 0);
  }

  /** The same handlers, each call observed until its end. */
  observe(handlers: UntypedServiceImplementation): UntypedServiceImplementation {
    return Object.fromEntries(
      Object.entries(handlers).map(([rpc, handler]) => [rpc, this.#observed(rpc, handler as Handler)]),
    );
  }

  #observed(rpc: string, handle: Handler): Handler {
    return (call, callback) => {
      const startedAt = performance.now();
      const span = openServerSpan(
        `${this.#service}/${rpc}`,
        { 'rpc.system.name': 'grpc', 'rpc.method': rpc },
        callerOf(call.metadata),
      );
      this.#inFlight.inc();
      let hasEnded = false;
      const end = (code: status): void => {
        if (hasEnded) return;
        hasEnded = true;
        this.#inFlight.dec();
        const seconds = (performance.now() - startedAt) / 1_000;
        this.#durations.observe({ rpc, code: status[code] }, seconds);
        this.#log(rpc, code, seconds, { call, traceId: span.traceId });
        span.end(code === status.OK ? undefined : { name: status[code] });
      };
      call.once('cancelled', () => end(isOverdue(call) ? status.DEADLINE_EXCEEDED : status.CANCELLED));
      if (callback === undefined) {
        call.once('finish', () => end(status.OK));
        call.once('error', (error) => end(codeOf(error)));
      }
      span.run(() =>
        handle(
          call,
          callback &&
            ((...answer) => {
              end(answer[0] ? codeOf(answer[0]) : status.OK);
              callback(...answer);
            }),
        ),
      );
    };
  }

  #log(rpc: string, code: status, seconds: number, of: { call: Call; traceId: string | undefined }): void {
    if (!this.#logger.isLevelEnabled('debug')) return;
    const { call, traceId } = of;
    const [requestId] = call.metadata.get(REQUEST_ID_KEY);
    const durationMs = Math.round(seconds * 1_000);
    this.#logger.debug({ rpc, code: status[code], durationMs, requestId, traceId }, 'rpc');
  }
}

/** The span of the caller, from the metadata of its call. */
function callerOf(metadata: Metadata): Context {
  return propagation.extract(ROOT_CONTEXT, metadata, {
    get: (from, key) => from.get(key).map(String),
    keys: (from) => Object.keys(from.getMap()),
  });
}

const CODES = Object.values(status).filter((code) => typeof code === 'number');

function codeOf(error: unknown): status {
  const { code } = (error ?? {}) as { code?: unknown };
  return CODES.find((known) => known === code) ?? status.UNKNOWN;
}

function isOverdue(call: Call): boolean {
  return Number(call.getDeadline()) <= Date.now();
}
