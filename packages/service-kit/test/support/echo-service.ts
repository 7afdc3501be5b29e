import {
  makeGenericClientConstructor,
  type Client,
  type ClientReadableStream,
  type ClientUnaryCall,
  type ClientWritableStream,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { afterEach } from '@jest/globals';
import type { CallContext } from '../../src/call-context.js';
import { createClient, type ServiceClient } from '../../src/grpc/client.js';
import {
  clientStreaming,
  serverStreaming,
  startGrpcServer,
  unary,
  type GrpcServerOptions,
  type RunningGrpcServer,
} from '../../src/grpc/server.js';
import type { ServiceTls } from '../../src/grpc/service-tls.js';
import { createLogger } from '../../src/logging.js';

export interface Note {
  text: string;
}

const serialize = (note: Note): Buffer => Buffer.from(JSON.stringify(note));
const deserialize = (bytes: Buffer): Note => JSON.parse(bytes.toString('utf8')) as Note;
const messages = {
  requestSerialize: serialize,
  requestDeserialize: deserialize,
  responseSerialize: serialize,
  responseDeserialize: deserialize,
};

/** One method of each kind, on JSON, so that these tests depend on no protocol of a service. */
const definition = {
  One: { path: '/test.Echo/One', requestStream: false, responseStream: false, ...messages },
  Gather: { path: '/test.Echo/Gather', requestStream: true, responseStream: false, ...messages },
  Spread: { path: '/test.Echo/Spread', requestStream: false, responseStream: true, ...messages },
} satisfies ServiceDefinition;

export interface Behaviour {
  one?: (note: Note, call: CallContext) => Promise<Note>;
  gather?: (notes: AsyncIterable<Note>, call: CallContext) => Promise<Note>;
  spread?: (note: Note, call: CallContext) => AsyncIterable<Note>;
}

/** As the types of a service are generated. */
interface EchoType {
  service: typeof definition;
  new (...args: never[]): Client & {
    One: () => ClientUnaryCall;
    Gather: () => ClientWritableStream<Note>;
    Spread: () => ClientReadableStream<Note>;
  };
}

const Echo = makeGenericClientConstructor(definition, 'Echo') as unknown as EchoType;

export type EchoClient = ServiceClient<EchoType>;

const silent = createLogger({ service: 'test', level: 'silent' });

/** Servers and clients, which end with the test that opened them. */
export function echoForEachTest() {
  const opened: { close: () => unknown }[] = [];
  afterEach(async () => {
    for (const part of opened.splice(0).reverse()) await part.close();
  });
  const untilTheEnd = <Part extends { close: () => unknown }>(part: Part): Part => {
    opened.push(part);
    return part;
  };
  return {
    untilTheEnd,
    serve: async (
      behaviour: Behaviour = {},
      more: Partial<GrpcServerOptions> = {},
    ): Promise<RunningGrpcServer> => {
      const { logger = silent } = more;
      const handlers: UntypedServiceImplementation = {
        One: unary(logger, behaviour.one ?? ((note: Note) => Promise.resolve(note))),
        Gather: clientStreaming(logger, behaviour.gather ?? (() => Promise.resolve({ text: '' }))),
        Spread: serverStreaming(logger, behaviour.spread ?? nothing),
      };
      const options = { listen: '127.0.0.1:0', definition, handlers, logger, drainTimeoutMs: 1_000 };
      return untilTheEnd(await startGrpcServer({ ...options, ...more }));
    },
    clientOf: (target: string, serviceToken?: string, tls?: ServiceTls): EchoClient =>
      untilTheEnd(createClient(Echo, { service: 'echo', target, serviceToken, tls })),
  };
}

export async function collect(notes: AsyncIterable<Note>): Promise<string[]> {
  const texts: string[] = [];
  for await (const { text } of notes) texts.push(text);
  return texts;
}

async function* nothing(): AsyncGenerator<Note> {
  // A stream that ends as it begins.
}
