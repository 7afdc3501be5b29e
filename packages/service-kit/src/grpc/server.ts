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
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { cancelled, REQUEST_ID_KEY, type CallContext } from '../call-context.js';
import { toAppError } from '../errors.js';
import { refusedByMachine } from '../files/storage-fault.js';
import { requireToken } from './auth.js';
import { InProcessServer, offerInProcess } from './in-process.js';
import { GRPC_MESSAGE_BYTES_MAX } from './channel-options.js';
import { toGrpcStatus } from './status.js';
import type { ServiceTls } from './service-tls.js';
import type { Logger } from '../logging.js';
import type { RpcTelemetry } from '../telemetry/rpc-telemetry.js';

/** For a call without a deadline. */
const DEFAULT_DEADLINE_MS = 30_000;

/** A client looks its addresses up again when a connection ends, and finds new replicas then. Streams run to their end. */
const CONNECTION_AGE_MS = 20_000;

interface AnyCall {
  metadata: Metadata;
  on(event: 'cancelled', listener: () => void): unknown;
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
  /** Takes no new calls, waits for those in flight, and cuts the rest off: clients send them elsewhere. */
  close(): Promise<void>;
}

/** The standard health service answers SERVING until closing begins. */
export async function startGrpcServer(options: GrpcServerOptions): Promise<RunningGrpcServer> {
  const { serviceTokens = [], logger, telemetry, connectionAgeMs = CONNECTION_AGE_MS } = options;
  const health = new HealthImplementation({ '': 'SERVING' });
  const server = new Server({
    // No keepalive: grpc-js ends an aged connection, with its streams, when it cannot send it a ping any more.
    'grpc.max_connection_age_ms': connectionAgeMs,
    'grpc.max_receive_message_length': GRPC_MESSAGE_BYTES_MAX,
    'grpc.max_send_message_length': GRPC_MESSAGE_BYTES_MAX,
    interceptors:
      serviceTokens.length === 0 ? [] : [requireToken(serviceTokens, logger, () => telemetry?.refused())],
  });
  const handlers = telemetry?.observe(options.handlers) ?? options.handlers;
  server.addService(options.definition, handlers);
  health.addToServer(server);

  const port = await new Promise<number>((resolve, reject) => {
    const credentials = options.tls?.server ?? ServerCredentials.createInsecure();
    server.bindAsync(options.listen, credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  const address = `${options.listen.slice(0, options.listen.lastIndexOf(':'))}:${port}`;
  const inProcess = new InProcessServer(options.definition, handlers);
  const withdraw = offerInProcess(address, inProcess);
  telemetry?.set(true);
  logger.info({ address }, 'listening');

  return {
    address,
    close: async () => {
      health.setStatus('', 'NOT_SERVING');
      telemetry?.set(false);
      withdraw();
      await drain(server, inProcess, options.drainTimeoutMs);
    },
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
    if (signal.aborted) throw cancelled();
    if (!call.write(message)) await once(call, 'drain', { signal });
  }
}

function contextOf(call: AnyCall): CallContext {
  const controller = new AbortController();
  call.on('cancelled', () => controller.abort());
  const deadline = Number(call.getDeadline());
  const requestId = call.metadata.get(REQUEST_ID_KEY)[0];
  return {
    deadlineAt: Number.isFinite(deadline) ? deadline : Date.now() + DEFAULT_DEADLINE_MS,
    signal: controller.signal,
    requestId: typeof requestId === 'string' ? requestId : '',
  };
}

function statusOf(error: unknown, call: AnyCall, { requestId, signal }: CallContext, logger: Logger) {
  // An error after the end of a call is not a fault of this service.
  const refusal = refusedByMachine(error);
  const appError = signal.aborted ? cancelled() : (refusal ?? toAppError(error));
  if (appError.code === 'internal' || appError === refusal) {
    logger.error(
      { err: appError.cause ?? appError, rpc: call.getPath(), requestId },
      'a call failed unexpectedly',
    );
  }
  return toGrpcStatus(appError);
}

async function drain(server: Server, inProcess: InProcessServer, timeoutMs: number): Promise<void> {
  const end = setTimeout(() => {
    server.forceShutdown();
    inProcess.cutOff();
  }, timeoutMs);
  await Promise.all([new Promise<void>((resolve) => server.tryShutdown(() => resolve())), inProcess.idle()]);
  clearTimeout(end);
}
