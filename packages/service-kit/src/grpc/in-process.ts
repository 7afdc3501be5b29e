import { EventEmitter } from 'node:events';
import {
  status,
  type Metadata,
  type MethodDefinition,
  type sendUnaryData,
  type ServiceDefinition,
  type ServiceError,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { GRPC_MESSAGE_BYTES_MAX } from './channel-options.js';

/** How a unary call ended: its answer, or its failure. */
type Ended = (failure: Failure | null, answer?: unknown) => void;
type Failure = Pick<ServiceError, 'code' | 'details'> & { metadata?: Metadata };

interface InProcessRequest {
  path: string;
  request: unknown;
  metadata: Metadata;
  /** Unix milliseconds. */
  deadlineAt: number;
}

const TARGET_PREFIX = 'in-process:///';
/** Node sets a longer timer to 1 ms. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** By the address that each of them also listens on. */
const servers = new Map<string, InProcessServer>();

/** The target of a client whose calls stay in this thread while the server at that address runs in it. */
export function inProcessTarget(address: string): string {
  return `${TARGET_PREFIX}${address}`;
}

/** The address in such a target; undefined for any other target. */
export function inProcessAddressOf(target: string): string | undefined {
  return target.startsWith(TARGET_PREFIX) ? target.slice(TARGET_PREFIX.length) : undefined;
}

export function inProcessServerAt(address: string): InProcessServer | undefined {
  return servers.get(address);
}

/** The latest server of an address answers its calls. @returns a function that takes this one away again */
export function offerInProcess(address: string, server: InProcessServer): () => void {
  servers.set(address, server);
  return () => {
    if (servers.get(address) === server) servers.delete(address);
  };
}

/**
 * A server's unary handlers, for callers in the same thread: the same messages and metadata, without a connection. Neither side
 * can change an object of the other. It needs no token, because code in this process can read it.
 */
export class InProcessServer {
  readonly #methods: ReadonlyMap<string, Method>;
  readonly #running = new Set<BreakOff>();
  #onIdle = (): void => undefined;

  constructor(definition: ServiceDefinition, handlers: UntypedServiceImplementation) {
    this.#methods = new Map(
      Object.entries(definition).map(([name, method]) => [
        method.path,
        { ...copiesOf(method), handler: handlers[name] as Method['handler'] },
      ]),
    );
  }

  /** `ended` is called once, and after a cancellation too. */
  call({ path, request, metadata, deadlineAt }: InProcessRequest, ended: Ended): { cancel: () => void } {
    const call = new EventEmitter();
    const end: Ended = (...how) => {
      if (!this.#running.delete(breakOff)) return;
      clearTimeout(deadline);
      if (this.#running.size === 0) this.#onIdle();
      ended(...how);
    };
    const breakOff: BreakOff = (code, details) => {
      if (!this.#running.has(breakOff)) return;
      end({ code, details });
      call.emit('cancelled');
    };
    const deadline = setTimeout(
      () => breakOff(status.DEADLINE_EXCEEDED, 'Deadline exceeded'),
      Math.min(deadlineAt - Date.now(), TIMER_MS_MAX),
    );
    this.#running.add(breakOff);
    const facts = { metadata, getPath: () => path, getDeadline: () => deadlineAt };
    const method = this.#methods.get(path);
    if (method === undefined) end({ code: status.UNIMPLEMENTED, details: 'There is no such method.' });
    else handle(method, request, Object.assign(call, facts), end);
    return { cancel: () => breakOff(status.CANCELLED, 'Cancelled on client') };
  }

  /** Resolves when no call is left. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle = resolve;
      if (this.#running.size === 0) resolve();
    });
  }

  /** Gives up the calls that are left. */
  cutOff(): void {
    for (const breakOff of this.#running) breakOff(status.UNAVAILABLE, 'The server stopped.');
  }
}

/** Ends a call that runs, and tells its handler. */
type BreakOff = (code: status, details: string) => void;

interface Method extends Copies {
  handler: (call: object, callback: sendUnaryData<unknown>) => void;
}

/** What a receiver reads of a message. */
interface Copies {
  requestCopy: (request: unknown) => unknown;
  responseCopy: (response: unknown) => unknown;
}

/** Those that the definition has, or else the message written and read again. */
function copiesOf(method: MethodDefinition<unknown, unknown> & Partial<Copies>): Copies {
  const { requestSerialize, requestDeserialize, responseSerialize, responseDeserialize } = method;
  return {
    requestCopy: method.requestCopy ?? ((request) => requestDeserialize(sendable(requestSerialize(request)))),
    responseCopy:
      method.responseCopy ?? ((response) => responseDeserialize(sendable(responseSerialize(response)))),
  };
}

/** As a connection, which refuses larger ones. */
function sendable(message: Buffer): Buffer {
  if (message.byteLength <= GRPC_MESSAGE_BYTES_MAX) return message;
  throw new TooLargeError('The message is too large.');
}

class TooLargeError extends Error {}

/** @param call What the handler reads of it, besides the request. It emits `cancelled`, as a connection would. */
function handle(
  { requestCopy, responseCopy, handler }: Method,
  request: unknown,
  call: object,
  end: Ended,
): void {
  new Promise<unknown>((resolve) => {
    handler(Object.assign(call, { request: requestCopy(request) }), (failure, value) => {
      if (failure) end(failure as Failure);
      else resolve(value);
    });
  })
    .then((value) => end(null, responseCopy(value)))
    .catch((error: unknown) => {
      const code = error instanceof TooLargeError ? status.RESOURCE_EXHAUSTED : status.INTERNAL;
      end({ code, details: String(error) });
    });
}
