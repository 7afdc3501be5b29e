import {
  credentials,
  Metadata,
  type CallOptions,
  type ChannelCredentials,
  type ChannelOptions,
  type Client,
  type ClientReadableStream,
  type ClientUnaryCall,
  type ClientWritableStream,
  type ServiceError,
} from '@grpc/grpc-js';
import { REQUEST_ID_KEY, type CallContext } from './call-context.js';
import { AppError } from './errors.js';
import { GRPC_MESSAGE_BYTES_MAX } from './grpc-server.js';
import { fromGrpcError } from './grpc-status.js';

/** One RPC as a function: the answer, or an `AppError`. */
export type UnaryRpc<Request, Response> = (request: Request, call: CallContext) => Promise<Response>;

/**
 * Channel settings for every client: calls spread over all replicas that a name resolves to, and a
 * replica whose health service says NOT_SERVING gets none. UNAVAILABLE is retried twice, because it means
 * that the call was not processed or can be repeated: every RPC here is a read or idempotent by id.
 */
const CHANNEL_OPTIONS: ChannelOptions = {
  'grpc.max_receive_message_length': GRPC_MESSAGE_BYTES_MAX,
  'grpc.max_send_message_length': GRPC_MESSAGE_BYTES_MAX,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.service_config': JSON.stringify({
    loadBalancingConfig: [{ round_robin: {} }],
    healthCheckConfig: { serviceName: '' },
    methodConfig: [
      {
        name: [{}],
        retryPolicy: {
          maxAttempts: 3,
          initialBackoff: '0.05s',
          maxBackoff: '0.5s',
          backoffMultiplier: 3,
          retryableStatusCodes: ['UNAVAILABLE'],
        },
      },
    ],
  }),
};

type ClientConstructor<C extends Client> = new (
  address: string,
  channelCredentials: ChannelCredentials,
  options: ChannelOptions,
) => C;

/** Opens a lazily connected client; nothing fails until the first call. */
export function openClient<C extends Client>(constructor: ClientConstructor<C>, target: string): C {
  return new constructor(target, credentials.createInsecure(), CHANNEL_OPTIONS);
}

/** Makes a promise of a generated unary method, with the call's deadline, cancellation and request id. */
export function unaryRpc<Request, Response>(
  service: string,
  method: (
    request: Request,
    metadata: Metadata,
    options: CallOptions,
    callback: (error: ServiceError | null, response?: Response) => void,
  ) => ClientUnaryCall,
): UnaryRpc<Request, Response> {
  return (request, call) =>
    new Promise((resolve, reject) => {
      if (call.signal.aborted) return reject(new AppError('cancelled', 'The request was cancelled.'));
      const cancel = (): void => running.cancel();
      const running = method(request, metadataOf(call), { deadline: call.deadlineAt }, (error, response) => {
        call.signal.removeEventListener('abort', cancel);
        if (error) reject(fromGrpcError(error, service));
        else resolve(response as Response);
      });
      call.signal.addEventListener('abort', cancel, { once: true });
    });
}

/** Sends messages one after another, waiting while the peer is slow, and returns its one answer. */
export function clientStreamingRpc<Request, Response>(
  service: string,
  method: (
    metadata: Metadata,
    options: CallOptions,
    callback: (error: ServiceError | null, response?: Response) => void,
  ) => ClientWritableStream<Request>,
): (requests: Iterable<Request> | AsyncIterable<Request>, call: CallContext) => Promise<Response> {
  return async (requests, call) => {
    let stream: ClientWritableStream<Request> | undefined;
    let settled = false;
    const answer = new Promise<Response>((resolve, reject) => {
      stream = method(metadataOf(call), { deadline: call.deadlineAt }, (error, response) => {
        settled = true;
        if (error) reject(fromGrpcError(error, service));
        else resolve(response as Response);
      });
    });
    // An early refusal settles the answer while messages are still being written.
    answer.catch(() => undefined);
    await writeAll(stream as ClientWritableStream<Request>, requests, () => settled, answer);
    return answer;
  };
}

/** Reads a server-streaming RPC; leaving the loop early cancels the call. */
export function serverStreamingRpc<Request, Response>(
  service: string,
  method: (request: Request, metadata: Metadata, options: CallOptions) => ClientReadableStream<Response>,
): (request: Request, call: CallContext) => AsyncIterable<Response> {
  return async function* (request, call) {
    const stream = method(request, metadataOf(call), { deadline: call.deadlineAt });
    const cancel = (): void => stream.cancel();
    call.signal.addEventListener('abort', cancel, { once: true });
    try {
      for await (const message of stream) yield message as Response;
    } catch (error) {
      throw fromGrpcError(error as ServiceError, service);
    } finally {
      call.signal.removeEventListener('abort', cancel);
      stream.cancel();
    }
  };
}

async function writeAll<Request>(
  stream: ClientWritableStream<Request>,
  requests: Iterable<Request> | AsyncIterable<Request>,
  isSettled: () => boolean,
  answer: Promise<unknown>,
): Promise<void> {
  try {
    for await (const request of requests) {
      if (isSettled()) return;
      if (!stream.write(request)) {
        const drained = new Promise<void>((resolve) => stream.once('drain', resolve));
        await Promise.race([drained, answer.then(noop, noop)]);
      }
    }
    stream.end();
  } catch (error) {
    stream.cancel();
    throw error;
  }
}

function metadataOf({ requestId }: CallContext): Metadata {
  const metadata = new Metadata();
  if (requestId !== '') metadata.set(REQUEST_ID_KEY, requestId);
  return metadata;
}

const noop = (): void => undefined;
