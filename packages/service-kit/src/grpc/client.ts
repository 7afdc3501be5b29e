import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { context, propagation } from '@opentelemetry/api';
import {
  Client,
  credentials,
  Metadata,
  type ClientReadableStream,
  type ClientWritableStream,
  type ServiceDefinition,
  type ServiceError,
} from '@grpc/grpc-js';
import { cancelled, REQUEST_ID_KEY, type CallContext } from '../call-context.js';
import { AppError } from '../errors.js';
import { inChildSpan, SpanKind, type SpanOptions } from '../telemetry/spans.js';
import { authorize } from './auth.js';
import { CHANNEL_OPTIONS, keepaliveTo } from './channel-options.js';
import { inProcessAddressOf, inProcessServerAt, type InProcessServer } from './in-process.js';
import type { ServiceTls } from './service-tls.js';
import { fromGrpcError } from './status.js';

/** @throws AppError */
type UnaryRpc<Request, Response> = (request: Request, call: CallContext) => Promise<Response>;
type ClientStreamingRpc<Request, Response> = (
  requests: Iterable<Request> | AsyncIterable<Request>,
  call: CallContext,
) => Promise<Response>;
type ServerStreamingRpc<Request, Response> = (request: Request, call: CallContext) => AsyncIterable<Response>;

/** A service as its generated types describe it. */
interface ServiceType {
  service: ServiceDefinition;
  new (...args: never[]): Client;
}

/** Every RPC of a service as a function. */
export type ServiceClient<Type extends ServiceType> = {
  [Name in keyof Rpcs<Type> as Uncapitalize<Name>]: Rpc<Rpcs<Type>[Name], Started<Type, Name>>;
} & { close: () => void };

type Rpcs<Type extends ServiceType> = {
  [Name in keyof Type['service'] as string extends Name ? never : Name & string]: Type['service'][Name];
};

type Rpc<Definition, Call> =
  Definition extends Method<infer Request, infer Response>
    ? Call extends ClientWritableStream<never>
      ? ClientStreamingRpc<Request, Response>
      : Call extends ClientReadableStream<unknown>
        ? ServerStreamingRpc<Request, Response>
        : UnaryRpc<Request, Response>
    : never;

/** What the generated client returns at once; its definition does not say which side of an RPC streams. */
type Started<Type extends ServiceType, Name extends string> = Type extends new (
  ...args: never[]
) => Record<Name, (...args: never[]) => infer Call>
  ? Call
  : never;

interface ChannelOptions {
  service: string;
  target: string;
  serviceToken: string | undefined;
  tls: ServiceTls | undefined;
}

/** Connects lazily; nothing fails until the first call. */
export function createClient<Type extends ServiceType>(
  { service: definition }: Type,
  options: ChannelOptions,
): ServiceClient<Type> {
  const channel = openChannel(options);
  const rpcs = Object.entries(definition).map(([name, method]) => {
    const rpc = method.requestStream
      ? clientStreamingRpc
      : method.responseStream
        ? serverStreamingRpc
        : unaryRpc;
    return [name.charAt(0).toLowerCase() + name.slice(1), rpc(channel, method)];
  });
  // The types say of each RPC what its definition says.
  return { ...Object.fromEntries(rpcs), close: () => channel.client.close() } as ServiceClient<Type>;
}

interface Channel {
  service: string;
  client: Client;
  /** Sent with every call; undefined for services that require none. */
  serviceToken: string | undefined;
  /** Undefined while calls go over the connection. */
  inProcess: () => InProcessServer | undefined;
}

function openChannel({ service, target, serviceToken, tls }: ChannelOptions): Channel {
  const local = inProcessAddressOf(target);
  const address = local ?? target;
  const options = { ...CHANNEL_OPTIONS, ...keepaliveTo(address) };
  const client = new Client(address, tls?.channel ?? credentials.createInsecure(), options);
  const inProcess = () => (local === undefined ? undefined : inProcessServerAt(local));
  return { service, client, serviceToken, inProcess };
}

/** A unary RPC as a function, with the call's deadline, cancellation and request id. */
function unaryRpc<Request, Response>(
  channel: Channel,
  method: Method<Request, Response>,
): UnaryRpc<Request, Response> {
  const { service } = channel;
  const span = spanOf(service, method);
  return (request, call) =>
    inChildSpan(span.name, span, () =>
      answerOf<Response>(service, call, (answered) =>
        startUnary(channel, method, { request, call }, answered),
      ),
    );
}

type Answered<Response> = (error: ServiceError | null, response?: Response) => void;

/** What a call is answered that is cancelled with its caller. */
function answerOf<Response>(
  service: string,
  call: CallContext,
  start: (answered: Answered<Response>) => { cancel: () => void },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (call.signal.aborted) {
      reject(cancelled());
      return;
    }
    const cancel = (): void => running.cancel();
    call.signal.addEventListener('abort', cancel, { once: true });
    const running = start((error, response) => {
      call.signal.removeEventListener('abort', cancel);
      if (error) reject(failureOf(error, service, call));
      else resolve(response as Response);
    });
  });
}

/** To the server in this process if there is one, otherwise over the connection. */
function startUnary<Request, Response>(
  { client, serviceToken, inProcess }: Channel,
  { path, requestSerialize, responseDeserialize }: Method<Request, Response>,
  { request, call }: { request: Request; call: CallContext },
  answered: Answered<Response>,
): { cancel: () => void } {
  const { deadlineAt } = call;
  const metadata = metadataOf(call, serviceToken);
  const server = inProcess();
  if (server !== undefined) {
    return server.call({ path, request, metadata, deadlineAt }, (failure, answer) => {
      if (failure) answered(Object.assign(new Error(failure.details), failure) as ServiceError);
      else answered(null, answer as Response);
    });
  }
  const options = { deadline: deadlineAt };
  return client.makeUnaryRequest(
    path,
    requestSerialize,
    responseDeserialize,
    request,
    metadata,
    options,
    answered,
  );
}

/** A client-streaming RPC: sends messages one after another, waiting while the peer is slow, for one answer. */
function clientStreamingRpc<Request, Response>(
  { service, client, serviceToken }: Channel,
  method: Method<Request, Response>,
): ClientStreamingRpc<Request, Response> {
  const span = spanOf(service, method);
  return (requests, call) => inChildSpan(span.name, span, () => sendAll(requests, call));

  async function sendAll(
    requests: Iterable<Request> | AsyncIterable<Request>,
    call: CallContext,
  ): Promise<Response> {
    const ended = new AbortController();
    let stream: ClientWritableStream<Request> | undefined;
    const answer = answerOf<Response>(service, call, (answered) => {
      stream = client.makeClientStreamRequest(
        method.path,
        method.requestSerialize,
        method.responseDeserialize,
        metadataOf(call, serviceToken),
        { deadline: call.deadlineAt },
        (error, response) => {
          answered(error, response);
          ended.abort();
        },
      );
      return stream;
    });
    if (stream === undefined) return answer;
    answer.catch(noop);
    // Its type narrows what may be written, and is that of no stream any more.
    const sending = pipeline(requests, stream as unknown as Writable, { signal: ended.signal });
    await sending.catch((error: unknown) => {
      // An early refusal ends the sending too.
      if (ended.signal.aborted) return;
      stream?.cancel();
      throw error;
    });
    return answer;
  }
}

/** A server-streaming RPC as an async iterable; leaving the loop early cancels the call. */
function serverStreamingRpc<Request, Response>(
  { service, client, serviceToken }: Channel,
  method: Method<Request, Response>,
): ServerStreamingRpc<Request, Response> {
  return async function* (request, call) {
    if (call.signal.aborted) throw cancelled();
    const stream = client.makeServerStreamRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      request,
      metadataOf(call, serviceToken),
      { deadline: call.deadlineAt },
    );
    const cancel = (): void => stream.cancel();
    call.signal.addEventListener('abort', cancel, { once: true });
    try {
      for await (const message of stream) yield message as Response;
    } catch (error) {
      throw failureOf(error as ServiceError, service, call);
    } finally {
      call.signal.removeEventListener('abort', cancel);
      stream.cancel();
    }
  };
}

/** A call that ends as cancelled while its caller still waits was cut off by its service. */
function failureOf(error: ServiceError, service: string, { signal }: CallContext): AppError {
  const failure = fromGrpcError(error, service);
  if (failure.code !== 'cancelled' || signal.aborted) return failure;
  return new AppError('dependency_unavailable', `The ${service} service stopped before it answered.`, {
    ctx: { service },
    cause: error,
  });
}

function spanOf<Request, Response>(
  service: string,
  { path }: Method<Request, Response>,
): { name: string } & SpanOptions {
  const rpc = path.slice(path.lastIndexOf('/') + 1);
  return {
    name: `${service}/${rpc}`,
    kind: SpanKind.CLIENT,
    attributes: { 'rpc.system.name': 'grpc', 'rpc.method': rpc },
  };
}

function metadataOf({ requestId }: CallContext, serviceToken: string | undefined): Metadata {
  const metadata = new Metadata();
  propagation.inject(context.active(), metadata, { set: (into, key, value) => into.set(key, value) });
  authorize(metadata, serviceToken);
  if (requestId !== '') metadata.set(REQUEST_ID_KEY, requestId);
  return metadata;
}

const noop = (): void => undefined;

interface Method<Request, Response> {
  path: string;
  requestSerialize: (value: Request) => Buffer;
  responseDeserialize: (bytes: Buffer) => Response;
}
