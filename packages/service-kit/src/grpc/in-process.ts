import { EventEmitter } from 'node:events';
import {
  status,
  type Metadata,
  type sendUnaryData,
  type ServiceDefinition,
  type ServiceError,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { GRPC_MESSAGE_BYTES_MAX } from './channel-options.js';

/** How a unary call ended: the bytes of its answer, or its failure. */
type Ended = (failure: Failure | null, answer?: Buffer) => void;
type Failure = Pick<ServiceError, 'code' | 'details'> & { metadata?: Metadata };

/** A call as its client sees it. */
export interface StartedCall {
  cancel(): void;
}

interface InProcessRequest {
  path: string;
  message: Buffer;
  metadata: Metadata;
  /** Unix milliseconds. */
  deadlineAt: number;
}

/** A server's unary handlers, for callers in the same thread: the same messages and metadata, without a connection. */
export interface InProcessServer {
  /** `ended` is called once, and after a cancellation too. */
  call(request: InProcessRequest, ended: Ended): StartedCall;
  /** Resolves when no call is left. */
  idle(): Promise<void>;
  /** Gives up the calls that are left. */
  cutOff(): void;
}

type Handler = (call: InProcessCall, callback: sendUnaryData<unknown>) => void;

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

/** Needs no token, because code in this process can read it. */
export function createInProcessServer(
  definition: ServiceDefinition,
  handlers: UntypedServiceImplementation,
): InProcessServer {
  const methods = new Map(
    Object.entries(definition)
      .filter(([, { requestStream, responseStream }]) => !requestStream && !responseStream)
      .map(([name, method]) => [method.path, { ...method, handle: handlers[name] as Handler | undefined }]),
  );
  const running = new Set<InProcessCall>();
  let onIdle = (): void => undefined;
  return {
    call: (request, ended) => {
      const method = methods.get(request.path);
      const call: InProcessCall = new InProcessCall(request, (...end) => {
        running.delete(call);
        if (running.size === 0) onIdle();
        ended(...end);
      });
      running.add(call);
      if (method?.handle === undefined) call.fail(status.UNIMPLEMENTED, 'There is no such method.');
      else call.run(method.handle, method);
      return call;
    },
    idle: () =>
      new Promise((resolve) => {
        onIdle = resolve;
        if (running.size === 0) resolve();
      }),
    cutOff: () => {
      for (const call of running) call.breakOff(status.UNAVAILABLE, 'The server stopped.');
    },
  };
}

interface Format {
  requestDeserialize: (bytes: Buffer) => unknown;
  responseSerialize: (value: unknown) => Buffer;
}

/** What a handler reads of a call. It tells the handler of its deadline and of its cancellation, as a connection would. */
class InProcessCall extends EventEmitter implements StartedCall {
  readonly metadata: Metadata;
  request: unknown;
  readonly #request: InProcessRequest;
  readonly #deadline: NodeJS.Timeout;
  #ended: Ended | undefined;

  constructor(request: InProcessRequest, ended: Ended) {
    super();
    this.#request = request;
    this.#ended = ended;
    this.metadata = request.metadata;
    this.#deadline = setTimeout(
      () => this.breakOff(status.DEADLINE_EXCEEDED, 'Deadline exceeded'),
      Math.min(request.deadlineAt - Date.now(), TIMER_MS_MAX),
    );
  }

  getDeadline(): number {
    return this.#request.deadlineAt;
  }

  getPath(): string {
    return this.#request.path;
  }

  run(handle: Handler, { requestDeserialize, responseSerialize }: Format): void {
    try {
      this.request = requestDeserialize(this.#request.message);
      handle(this, (failure, value) => {
        if (failure) this.#end(failure as Failure);
        else this.#answer(() => responseSerialize(value));
      });
    } catch (error) {
      this.fail(status.INTERNAL, String(error));
    }
  }

  cancel(): void {
    this.breakOff(status.CANCELLED, 'Cancelled on client');
  }

  /** Tells its handler too. */
  breakOff(code: status, details: string): void {
    if (this.#ended === undefined) return;
    this.fail(code, details);
    this.emit('cancelled');
  }

  fail(code: status, details: string): void {
    this.#end({ code, details });
  }

  #answer(serialize: () => Buffer): void {
    let bytes: Buffer;
    try {
      bytes = serialize();
    } catch (error) {
      this.fail(status.INTERNAL, String(error));
      return;
    }
    if (bytes.byteLength > GRPC_MESSAGE_BYTES_MAX) {
      this.fail(status.RESOURCE_EXHAUSTED, 'The answer is too large.');
    } else this.#end(null, bytes);
  }

  #end(failure: Failure | null, answer?: Buffer): void {
    clearTimeout(this.#deadline);
    const ended = this.#ended;
    this.#ended = undefined;
    ended?.(failure, answer);
  }
}
