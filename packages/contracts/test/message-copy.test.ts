import { join } from 'node:path';
import type { MethodDefinition } from '@grpc/grpc-js';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import protobuf from 'protobufjs';
import { serviceDefinition } from '../src/clients.js';

/** What a definition has for both directions of an RPC. */
interface Direction {
  name: string;
  type: protobuf.Type;
  copy: ((message: object) => object) | undefined;
  /** As over a connection. */
  sent: (message: object) => object;
}

type AnyMethod = MethodDefinition<object, object> & {
  requestCopy: Direction['copy'];
  responseCopy: Direction['copy'];
};

const SERVICES = { embedding: 'Embedding', reranker: 'Reranker', retrieval: 'Retrieval', rights: 'Rights' };
const PROTOS_DIR = join(import.meta.dirname, '../../../protos');
const DIRECTIONS = Object.keys(SERVICES).flatMap((service) => directionsOf(service as keyof typeof SERVICES));

describe('a message that stays within the process is read as over a connection', () => {
  test.each(DIRECTIONS.filter(({ copy }) => copy !== undefined).map((each) => [each.name, each] as const))(
    '%s',
    (_name, { type, copy = (message) => message, sent }) => {
      fc.assert(
        fc.property(messageOf(type), (message) => {
          const before = structuredClone(message);
          const read = copy(message);
          expect(read).toStrictEqual(sent(message));
          for (const part of partsOf(read)) expect(partsOf(message)).not.toContain(part);
          expect(message).toStrictEqual(before);
        }),
        { numRuns: 40 },
      );
    },
  );

  test('except those that hold bytes, which are serialised', () => {
    const serialised = DIRECTIONS.filter(({ copy }) => copy === undefined).map(({ name }) => name);
    expect(serialised).toEqual([
      'EmbedImage request',
      'DescribeLocalFeatures request',
      'PutAsset request',
      'ReadDownload response',
    ]);
  });
});

function directionsOf(service: keyof typeof SERVICES): Direction[] {
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) => join(PROTOS_DIR, target);
  root.loadSync(`imagesearch/${service}/v1/${service}.proto`).resolveAll();
  const { methods } = root.lookupService(`imagesearch.${service}.v1.${SERVICES[service]}Service`);
  return Object.entries(serviceDefinition(service)).flatMap(([name, definition]) => {
    const method = methods[name];
    if (!method?.resolvedRequestType || !method.resolvedResponseType) throw new Error(`no method ${name}`);
    // Each method has other types.
    const it = definition as unknown as AnyMethod;
    const { resolvedRequestType: request, resolvedResponseType: response } = method;
    return [
      {
        name: `${name} request`,
        type: request,
        copy: it.requestCopy,
        sent: (message: object) => it.requestDeserialize(it.requestSerialize(message)),
      },
      {
        name: `${name} response`,
        type: response,
        copy: it.responseCopy,
        sent: (message: object) => it.responseDeserialize(it.responseSerialize(message)),
      },
    ];
  });
}

/** Each field left out, unset, at its default or with a value, beside fields that nobody knows. */
function messageOf(type: protobuf.Type): fc.Arbitrary<object> {
  const fields = type.fieldsArray.map((field) => {
    const value = fc.oneof(fc.constantFrom(null, undefined), fieldOf(field));
    return [field.name, fc.option(value, { nil: LEFT_OUT })] as const;
  });
  return fc
    .record({ ...Object.fromEntries(fields), unheardOf: fc.constantFrom(LEFT_OUT, 1) })
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== LEFT_OUT)));
}

const LEFT_OUT = Symbol('left out');

function fieldOf(field: protobuf.Field): fc.Arbitrary<unknown> {
  const value = valueOf(field);
  if (field.map)
    return fc.dictionary(fc.string({ minLength: 1 }), value, { maxKeys: 3, noNullPrototype: true });
  return field.repeated ? fc.array(value, { maxLength: 3 }) : value;
}

function valueOf({ type, resolvedType }: protobuf.Field): fc.Arbitrary<unknown> {
  if (resolvedType instanceof protobuf.Type) return messageOf(resolvedType);
  if (resolvedType !== null) return fc.constantFrom(...Object.keys(resolvedType.values));
  switch (type) {
    case 'string':
      return fc.string({ unit: 'grapheme' });
    case 'bool':
      return fc.boolean();
    case 'double':
      return fc.double();
    // With the digits that it has on the wire.
    case 'float':
      return fc.float();
    case 'int64':
    case 'uint64':
      return fc.maxSafeNat();
    case 'uint32':
    case 'int32':
      return fc.nat();
    default:
      throw new Error(`no values for ${type}`);
  }
}

/** The objects in a message, and itself. */
function partsOf(message: unknown): object[] {
  if (typeof message !== 'object' || message === null) return [];
  return [message, ...Object.values(message).flatMap(partsOf)];
}
