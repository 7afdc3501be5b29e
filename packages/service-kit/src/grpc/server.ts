import { once } from 'node:events';
import {
  Server,
  ServerCredentials,
  type Deadline,
  type Metadata,
  type sendUnaryData,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type ServiceDefinition,
  type UntypedServiceImplementation,
  type UntypedHandleCall,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { REQUEST_ID_KEY, type CallContext } from '../call-context.js';
import { AppError, ReplicaNotReady, toAppError } from '../errors.js';
import { acceptsTokens, requireToken } from './auth.js';
import { CallsInFlight, STOPPING, createInProcessServer, offerInProcess } from './in-process.js';
import { GRPC_MESSAGE_BYTES_MAX } from './channel-options.js';
import { toGrpcStatus } from './status.js';
import type { ServiceTls } from './service-tls.js';
import type { Logger } from '../logging.js';
import type { RpcTelemetry } from '../telemetry/rpc-telemetry.js';

/** For a call without a deadline. */
const DEFAULT_DEADLINE_MS = 30_000;

/** A client looks its addresses up again when a connection ends, and finds new replicas then. Streams run to their end. */
const CONNECTION_AGE_MS = 20_000;

/** How long calls that a stop cuts off may take to say so. */
const CUT_OFF_MS = 500;

interface AnyCall {
  metadata: Metadata;
  on(event: 'cancelled' | typeof STOPPING, listener: () => void): unknown;
  getDeadline(): Deadline;
  getPath(): string;
}

export interface GrpcServerOptions {
  /** `host:port`; port 0 lets the system pick. */
  listen: string;
  definition: ServiceDefinition;
  handlers: UntypedServiceImplementation;
  logger: Logger;
  /** Every call except health checks must carry one of these; an empty list accepts every caller. */
  serviceTokens?: readonly string[];
  /** How long a stop waits for calls in flight. */
  drainTimeoutMs: number;
  /** How long a connection takes new calls. */
  connectionAgeMs?: number;
  /** Without it, calls are neither counted nor traced. */
  telemetry?: RpcTelemetry;
  /** Without it, connections are not encrypted. */
  tls?: ServiceTls | undefined;
}

export interface RunningGrpcServer {
  /** The actual `host:port`. */
  address: string;
  /** Sets the answer of the health service. */
  setServing(serving: boolean): void;
  /** Takes no new calls, waits for those in flight, and ends the rest as `ReplicaNotReady`: clients send them elsewhere. */
  close(): Promise<void>;
}

/** The standard health service answers NOT_SERVING until `setServing(true)`, and again once closing begins. */
export async function startGrpcServer(options: GrpcServerOptions): Promise<RunningGrpcServer> {
  const { serviceTokens = [], logger, telemetry, connectionAgeMs = CONNECTION_AGE_MS } = options;
  const health = new HealthService();
  const calls = new CallsInFlight();
  const server = new Server({
    // No keepalive: grpc-js ends an aged connection, with its streams, when it cannot send it a ping any more.
    'grpc.max_connection_age_ms': connectionAgeMs,
    'grpc.max_receive_message_length': GRPC_MESSAGE_BYTES_MAX,
    'grpc.max_send_message_length': GRPC_MESSAGE_BYTES_MAX,
    interceptors:
      serviceTokens.length === 0 ? [] : [requireToken(serviceTokens, logger, () => telemetry?.refused())],
  });
  const tracked = calls.track(options.handlers);
  const handlers = telemetry?.observe(tracked) ?? tracked;
  server.addService(options.definition, handlers);
  health.addTo(server);

  const port = await new Promise<number>((resolve, reject) => {
    const credentials = options.tls?.server ?? ServerCredentials.createInsecure();
    server.bindAsync(options.listen, credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  const address = `${options.listen.slice(0, options.listen.lastIndexOf(':'))}:${port}`;
  const withdraw = offerInProcess(
    address,
    createInProcessServer(options.definition, handlers, inProcessRefusal(options)),
  );
  logger.info({ address }, 'listening');

  return {
    address,
    setServing: (serving) => {
      health.set(serving);
      telemetry?.set(serving);
    },
    close: async () => {
      health.set(false);
      telemetry?.set(false);
      health.endWatches();
      withdraw();
      await drain(server, calls, options.drainTimeoutMs);
    },
  };
}

/** The same refusal for callers in this process. */
function inProcessRefusal({
  serviceTokens = [],
  logger,
  telemetry,
}: GrpcServerOptions): (path: string, metadata: Metadata) => boolean {
  if (serviceTokens.length === 0) return () => false;
  const isAccepted = acceptsTokens(serviceTokens);
  return (path, metadata) => {
    if (isAccepted(metadata)) return false;
    logger.warn({ rpc: path, peer: 'in-process' }, 'refused a call without a valid service token');
    telemetry?.refused();
    return true;
  };
}

/**
 * The handler returns the response; an error becomes its gRPC status, and the cause of an unexpected one is only
 * logged.
 */
export function unary<Request, Response>(
  logger: Logger,
  handle: (request: Request, call: CallContext) => Promise<Response>,
): (call: ServerUnaryCall<Request, Response>, callback: sendUnaryData<Response>) => void {
  return (call, callback) => {
    const context = contextOf(call);
    handle(call.request, context).then(
      (response) => callback(null, response),
      (error: unknown) => callback(statusOf(error, call, context, logger)),
    );
  };
}

/** Wraps a client-streaming RPC: the handler reads the messages as an async iterable. */
export function clientStreaming<Request, Response>(
  logger: Logger,
  handle: (requests: AsyncIterable<Request>, call: CallContext) => Promise<Response>,
): (call: ServerReadableStream<Request, Response>, callback: sendUnaryData<Response>) => void {
  return (call, callback) => {
    const context = contextOf(call);
    handle(call as AsyncIterable<Request>, context).then(
      (response) => callback(null, response),
      (error: unknown) => callback(statusOf(error, call, context, logger)),
    );
  };
}

/** Wraps a server-streaming RPC: the handler yields messages and pauses while the peer is slow. */
export function serverStreaming<Request, Response>(
  logger: Logger,
  handle: (request: Request, call: CallContext) => AsyncIterable<Response>,
): (call: ServerWritableStream<Request, Response>) => void {
  return (call) => {
    const context = contextOf(call);
    pump(handle(call.request, context), call, context).then(
      () => call.end(),
      // Not destroy(error): a destroyed stream never sends its status, and the caller would wait for its deadline.
      (error: unknown) =>
        call.emit('error', Object.assign(new Error(), statusOf(error, call, context, logger))),
    );
  };
}

async function pump<Response>(
  messages: AsyncIterable<Response>,
  call: ServerWritableStream<unknown, Response>,
  { signal }: CallContext,
): Promise<void> {
  for await (const message of messages) {
    if (signal.aborted) throw new AppError('cancelled', 'The request was cancelled.');
    if (!call.write(message)) await once(call, 'drain', { signal });
  }
}

function contextOf(call: AnyCall): CallContext {
  const controller = new AbortController();
  call.on('cancelled', () => controller.abort());
  call.on(STOPPING, () => controller.abort(new ReplicaNotReady('The service is stopping.')));
  const deadline = Number(call.getDeadline());
  const requestId = call.metadata.get(REQUEST_ID_KEY)[0];
  return {
    deadlineAt: Number.isFinite(deadline) ? deadline : Date.now() + DEFAULT_DEADLINE_MS,
    signal: controller.signal,
    requestId: typeof requestId === 'string' ? requestId : '',
  };
}

function statusOf(error: unknown, call: AnyCall, { requestId, signal }: CallContext, logger: Logger) {
  const appError = signal.aborted ? endOf(signal) : toAppError(error);
  if (appError.code === 'internal') {
    logger.error(
      { err: appError.cause ?? appError, rpc: call.getPath(), requestId },
      'a call failed unexpectedly',
    );
  }
  return toGrpcStatus(appError);
}

/** An error after the end of a call is not a fault of this service. */
function endOf({ reason }: AbortSignal): AppError {
  if (reason instanceof ReplicaNotReady) return reason;
  return new AppError('cancelled', 'The request was cancelled.');
}

async function drain(server: Server, calls: CallsInFlight, timeoutMs: number): Promise<void> {
  let force: NodeJS.Timeout | undefined;
  const end = setTimeout(() => {
    calls.stop();
    force = setTimeout(() => {
      server.forceShutdown();
      calls.cutOff();
    }, CUT_OFF_MS);
  }, timeoutMs);
  await Promise.all([new Promise<void>((resolve) => server.tryShutdown(() => resolve())), calls.none()]);
  clearTimeout(end);
  clearTimeout(force);
}

type Watch = (call: ServerWritableStream<unknown, unknown>) => void;

/** The standard health service. Clients watch it to learn when to send calls, and when to stop. */
class HealthService {
  readonly #health = new HealthImplementation({ '': 'NOT_SERVING' });
  readonly #watching = new Set<ServerWritableStream<unknown, unknown>>();

  addTo(server: Server): void {
    this.#health.addToServer({
      addService: (definition, { watch, ...others }) =>
        server.addService(definition, {
          ...(others as Record<string, UntypedHandleCall>),
          watch: this.#remembering(watch as Watch),
        }),
    });
  }

  set(serving: boolean): void {
    this.#health.setStatus('', serving ? 'SERVING' : 'NOT_SERVING');
  }

  /** Ends the streams of the watchers, which would never end and keep the server from stopping. */
  endWatches(): void {
    for (const call of this.#watching) call.end();
  }

  #remembering(watch: Watch): Watch {
    return (call) => {
      this.#watching.add(call);
      for (const event of ['cancelled', 'finish', 'error'])
        call.once(event, () => this.#watching.delete(call));
      watch(call);
    };
  }
}
