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
import type { CallContext } from '../call-context.js';
import { AppError, toAppError } from '../errors.js';
import { REQUEST_ID_KEY } from '../call-context.js';
import { requireToken } from './auth.js';
import { toGrpcStatus } from './status.js';
import type { Logger } from '../logging.js';

/** A 5 MiB image, its envelope, and room for a batch of points. */
export const GRPC_MESSAGE_BYTES_MAX = 8 * 1024 * 1024;

/** For a call without a deadline. */
const DEFAULT_DEADLINE_MS = 30_000;

/** How long a stop waits for calls in flight. */
const DRAIN_MS = 3_000;

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
}

export interface RunningGrpcServer {
  /** The actual `host:port`. */
  address: string;
  /** Sets the answer of the health service. */
  setServing(serving: boolean): void;
  close(): Promise<void>;
}

/** The standard health service answers NOT_SERVING until `setServing(true)`, and again once closing begins. */
export async function startGrpcServer(options: GrpcServerOptions): Promise<RunningGrpcServer> {
  const { serviceTokens = [], logger } = options;
  const health = new HealthImplementation({ '': 'NOT_SERVING' });
  const server = new Server({
    'grpc.max_receive_message_length': GRPC_MESSAGE_BYTES_MAX,
    'grpc.max_send_message_length': GRPC_MESSAGE_BYTES_MAX,
    interceptors: serviceTokens.length === 0 ? [] : [requireToken(serviceTokens, logger)],
  });
  server.addService(options.definition, options.handlers);
  health.addToServer(server);

  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(options.listen, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const address = `${options.listen.slice(0, options.listen.lastIndexOf(':'))}:${port}`;
  logger.info({ address }, 'listening');

  return {
    address,
    setServing: (serving) => health.setStatus('', serving ? 'SERVING' : 'NOT_SERVING'),
    close: () => {
      health.setStatus('', 'NOT_SERVING');
      return drain(server);
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
    if (signal.aborted) throw new AppError('cancelled', 'The request was cancelled.');
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
  // An error after the caller cancelled is not a fault of this service.
  const appError = signal.aborted
    ? new AppError('cancelled', 'The request was cancelled.')
    : toAppError(error);
  if (appError.code === 'internal') {
    logger.error(
      { err: appError.cause ?? appError, rpc: call.getPath(), requestId },
      'a call failed unexpectedly',
    );
  }
  return toGrpcStatus(appError);
}

async function drain(server: Server): Promise<void> {
  const force = setTimeout(() => server.forceShutdown(), DRAIN_MS);
  await new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
  clearTimeout(force);
}
