import { status, type Client, type Metadata, type ServiceError } from '@grpc/grpc-js';
import { GRPC_MESSAGE_BYTES_MAX } from './channel-options.js';
import type { Failure, InProcessServer, StartedCall } from './in-process.js';
import { isFinal } from './status.js';

export interface Method<Request, Response> {
  path: string;
  requestSerialize: (value: Request) => Buffer;
  responseDeserialize: (bytes: Buffer) => Response;
}

export interface UnaryChannel {
  client: Client;
  /** Undefined while calls go over the connection. */
  inProcess: () => InProcessServer | undefined;
}

interface Outgoing<Request> {
  request: Request;
  metadata: Metadata;
  /** Unix milliseconds. */
  deadlineAt: number;
}

type Answered<Response> = (error: ServiceError | null, response?: Response) => void;

/** To the server in this process if there is one, otherwise over the connection. */
export function sendUnary<Request, Response>(
  channel: UnaryChannel,
  method: Method<Request, Response>,
  sent: Outgoing<Request>,
  answered: Answered<Response>,
): StartedCall {
  const overConnection = () =>
    channel.client.makeUnaryRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      sent.request,
      sent.metadata,
      { deadline: sent.deadlineAt },
      answered,
    );
  const server = channel.inProcess();
  const message = server && method.requestSerialize(sent.request);
  if (server === undefined || message === undefined || message.byteLength > GRPC_MESSAGE_BYTES_MAX) {
    return overConnection();
  }
  const { path } = method;
  const { metadata, deadlineAt } = sent;
  let running = server.call({ path, message, metadata, deadlineAt }, (failure, answer) => {
    // The connection has a policy for what no server has answered.
    if (failure && isUnanswered(failure)) running = overConnection();
    else if (failure) answered(errorOf(failure));
    else answered(null, answer && method.responseDeserialize(answer));
  });
  return { cancel: () => running.cancel() };
}

function isUnanswered({ code, metadata }: Failure): boolean {
  return code === status.UNAVAILABLE && !isFinal(metadata);
}

function errorOf(failure: Failure): ServiceError {
  return Object.assign(new Error(failure.details), failure) as ServiceError;
}
