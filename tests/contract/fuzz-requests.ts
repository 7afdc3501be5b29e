import fc from 'fast-check';
import type { Request } from './case.js';
import type { Document, OperationObject } from './contract.js';

interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}

/** Text as hostile as JSON can carry, and not long. */
const TEXT = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    'ball',
    'red box',
    '__proto__',
    '\u0000',
    "'; DROP TABLE x; --",
    '../../etc/passwd',
    '\ud800',
  ),
);
/** Any value at all where another was expected. */
const ANYTHING = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>;
const HEADERS = fc.record(
  {
    'X-Request-Id': fc.stringMatching(/^[ -~]{0,40}$/),
    Accept: fc.constantFrom('*/*', 'image/webp', 'text/html;q=0'),
    'Accept-Encoding': fc.constantFrom('gzip', 'br', 'identity', '*;q=0'),
  },
  { requiredKeys: [] },
);

/** Requests to every operation of a document: mostly such as it allows, with faults strewn in. */
export function requestsOf(
  { paths, components }: Document,
  known: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<Request> {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => requestsTo(method, path, operation)),
  );
  return fc.oneof(...operations);

  function requestsTo(
    method: string,
    path: string,
    { parameters, requestBody }: OperationObject,
  ): fc.Arbitrary<Request> {
    const placeholders = [...path.matchAll(/\{(?<name>\w+)\}/g)].map(({ groups }) => groups?.['name'] ?? '');
    const schema = requestBody?.content['application/json']?.schema as Schema | undefined;
    return fc
      .record({
        verb: mostly(fc.constant(method.toUpperCase()), fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'DELETE')),
        segments: fc.tuple(...placeholders.map((name) => segmentOf(known[name] ?? []))),
        query: queryOf(parameters.map(({ $ref }) => $ref.split('/').pop() ?? '')),
        body: schema ? mostly(valueOf(schema), ANYTHING) : fc.constant(undefined),
        headers: HEADERS,
        keyless: mostly(fc.constant(false), fc.constant(true)),
      })
      .map(({ verb, segments, query, body, headers, keyless }) => ({
        method: verb,
        path: segments.reduce((address, segment) => address.replace(/\{\w+\}/, () => segment), path) + query,
        ...(verb !== 'GET' && verb !== 'HEAD' && body !== undefined && { body: JSON.stringify(body) }),
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.trim()])),
        keyless,
      }));
  }

  /** A few of the parameters that stand for fields of a body, and now and then any others. */
  function queryOf(names: readonly string[]): fc.Arbitrary<string> {
    const others = fc.webQueryParameters().map((query) => `?${query}`);
    if (names.includes('Variant'))
      return fc.oneof(fc.constantFrom('', '?v=thumb', '?v=thumb_2x', '?v=view', '?v=credited'), others);
    const fields = names.filter((name) => name.startsWith('Search.'));
    if (fields.length === 0) return fc.constant('');
    const valuesOf = (field: string): fc.Arbitrary<string[]> =>
      valueOf(components.parameters[field]?.schema as Schema).map((value) =>
        [value].flat().map((part) => `${field.slice('Search.'.length)}=${encoded(String(part))}`),
      );
    const few = fc
      .subarray(fields, { maxLength: 3 })
      .chain((chosen) => fc.tuple(valuesOf('Search.query'), ...chosen.map(valuesOf)))
      .map((pairs) => `?${pairs.flat().join('&')}`);
    return mostly(few, others);
  }

  function valueOf(schema: Schema): fc.Arbitrary<unknown> {
    const { $ref } = schema;
    if ($ref !== undefined) return valueOf(components.schemas[$ref.split('/').pop() ?? ''] as Schema);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const kinds = Array.isArray(schema.type)
      ? schema.type.map((type) => ({ ...schema, type }))
      : schema.anyOf;
    if (kinds) return fc.oneof(...kinds.map(valueOf));
    const { minimum, maximum, items = {}, minItems = 0, maxItems = 5 } = schema;
    switch (schema.type) {
      case 'object':
        return objectOf(schema);
      case 'array':
        return fc.array(valueOf(items), { minLength: minItems, maxLength: Math.min(maxItems, 5) });
      case 'integer':
        return fc.integer({ min: minimum ?? -100, max: Math.min(maximum ?? 120, 1000) });
      case 'number':
        return fc.double({ min: minimum ?? schema.exclusiveMinimum ?? -10, max: maximum ?? 10, noNaN: true });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      default:
        return schema.pattern === undefined
          ? TEXT
          : fc.oneof(TEXT, fc.constantFrom('#0af', '#00AAFF', ...(known['asset_id'] ?? [])));
    }
  }

  /**
   * A few of the fields: with all of twenty filters set, nothing would ever be found or allowed. Now and then a field has a value
   * of another kind, or a name that is none.
   */
  function objectOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<object> {
    const all = Object.keys(properties);
    const few = fc.subarray(all, { maxLength: Math.min(3, all.length) }).chain((chosen) => {
      const names = [...new Set([...chosen, ...required])];
      return fc.record(
        Object.fromEntries(names.map((name) => [name, mostly(valueOf(properties[name] ?? {}), ANYTHING)])),
      );
    });
    const extra = fc.dictionary(TEXT, ANYTHING, { maxKeys: 1 });
    return mostly(
      few,
      fc.tuple(few, extra).map(([fields, more]) => ({ ...fields, ...more })),
    );
  }
}

/** Such as the document allows, and one time in sixteen another. */
function mostly<Usual, Other>(usual: fc.Arbitrary<Usual>, other: fc.Arbitrary<Other>) {
  return fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: other });
}

/** A segment that does not end its path: never empty, never a dot or two, which a client resolves itself. */
function segmentOf(known: readonly string[]): fc.Arbitrary<string> {
  const strange = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((text) => !/^\.{1,2}$/.test(text))
    .map(encoded);
  return known.length > 0 ? fc.oneof(fc.constantFrom(...known), strange) : strange;
}

/** Half a pair of surrogates has no code in an address. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());
