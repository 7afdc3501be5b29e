import fc from 'fast-check';
import type { Request } from './case.js';
import type { Document, OperationObject } from './contract.js';

interface Schema {
  $ref?: string;
  type?: string;
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
  document: Document,
  known: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<Request> {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) =>
      operationRequests(document, method, path, operation, known),
    ),
  );
  return fc.oneof(...operations);
}

function operationRequests(
  document: Document,
  method: string,
  path: string,
  { parameters, requestBody }: OperationObject,
  known: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<Request> {
  const placeholders = [...path.matchAll(/\{(?<name>\w+)\}/g)].map(({ groups }) => groups?.['name'] ?? '');
  const inPath = fc.tuple(...placeholders.map((name) => pathSegment(known[name] ?? [])));
  const takesVariant = parameters.some(({ $ref }) => $ref.endsWith('/Variant'));
  const query = takesVariant
    ? fc.oneof(
        fc.constantFrom('', '?v=thumb', '?v=view', '?v=credited'),
        fc.webQueryParameters().map((q) => `?${q}`),
      )
    : searchParams(document, parameters, known);
  const schema = requestBody?.content['application/json']?.schema as Schema | undefined;
  const body = schema
    ? fc.oneof({ weight: 9, arbitrary: bodyOf(document, schema, known) }, { weight: 1, arbitrary: ANYTHING })
    : fc.constant(undefined);
  const verb = fc.oneof(
    { weight: 19, arbitrary: fc.constant(method.toUpperCase()) },
    { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'DELETE') },
  );
  return fc
    .record({ verb, inPath, query, body, headers: HEADERS, keyless: fc.nat(19).map((n) => n === 0) })
    .map(({ verb: sentAs, inPath: segments, query: search, body: sent, headers, keyless }) => ({
      method: sentAs,
      path: segments.reduce((address, segment) => address.replace(/\{\w+\}/, () => segment), path) + search,
      ...(sentAs !== 'GET' && sentAs !== 'HEAD' && sent !== undefined && { body: JSON.stringify(sent) }),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.trim()])),
      keyless,
    }));
}

/** A few of the parameters that stand for fields of a body, and now and then any others. */
function searchParams(
  document: Document,
  parameters: OperationObject['parameters'],
  known: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<string> {
  const names = parameters.flatMap(
    ({ $ref }) => /\/Search\.(?<name>\w+)$/.exec($ref)?.groups?.['name'] ?? [],
  );
  if (names.length === 0) return fc.constant('');
  const valueOf = (name: string): fc.Arbitrary<string[]> =>
    bodyOf(document, document.components.parameters[`Search.${name}`]?.schema as Schema, known).map((value) =>
      [value].flat().map((part) => `${name}=${encodeURIComponent(Buffer.from(String(part)).toString())}`),
    );
  const few = fc
    .subarray(names, { maxLength: 3 })
    .chain((chosen) => fc.tuple(valueOf('query'), ...chosen.map(valueOf)))
    .map((pairs) => `?${pairs.flat().join('&')}`);
  return fc.oneof(
    { weight: 9, arbitrary: few },
    { weight: 1, arbitrary: fc.webQueryParameters().map((query) => `?${query}`) },
  );
}

/** A segment that does not end its path: never empty, never a dot or two, which a client resolves itself. */
function pathSegment(known: readonly string[]): fc.Arbitrary<string> {
  const strange = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((text) => !/^\.{1,2}$/.test(text))
    .map((text) => encodeURIComponent(Buffer.from(text).toString()));
  return known.length > 0 ? fc.oneof(fc.constantFrom(...known), strange) : strange;
}

function bodyOf(
  document: Document,
  schema: Schema,
  known: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<unknown> {
  const resolved =
    schema.$ref === undefined
      ? schema
      : (document.components.schemas[schema.$ref.split('/').pop() ?? ''] as Schema);
  if (resolved.enum) return fc.constantFrom(...resolved.enum);
  switch (resolved.type) {
    case 'object':
      return objectOf(document, resolved, known);
    case 'array':
      return fc.array(bodyOf(document, resolved.items ?? {}, known), {
        minLength: resolved.minItems ?? 0,
        maxLength: Math.min(resolved.maxItems ?? 5, 5),
      });
    case 'integer':
      return fc.integer({ min: resolved.minimum ?? -100, max: Math.min(resolved.maximum ?? 120, 1000) });
    case 'number':
      return fc.double({
        min: resolved.minimum ?? resolved.exclusiveMinimum ?? -10,
        max: resolved.maximum ?? 10,
        noNaN: true,
      });
    case 'boolean':
      return fc.boolean();
    default:
      return resolved.pattern === undefined
        ? TEXT
        : fc.oneof(TEXT, fc.constantFrom('#0af', '#00AAFF', ...(known['asset_id'] ?? [])));
  }
}

/** Any selection of the fields; one time in eight a field has a value of another kind, or a name that is none. */
function objectOf(
  document: Document,
  { properties = {}, required = [] }: Schema,
  known: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<unknown> {
  const field = (inner: Schema) =>
    fc.oneof({ weight: 15, arbitrary: bodyOf(document, inner, known) }, { weight: 1, arbitrary: ANYTHING });
  const fields = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, field(inner)])),
    { requiredKeys: required },
  );
  // A selection of a few: with all of twenty filters set, nothing would ever be found or allowed.
  const names = Object.keys(properties);
  const few = fc
    .tuple(fields, fc.subarray(names, { maxLength: Math.min(3, names.length) }))
    .map(([whole, chosen]) =>
      Object.fromEntries(
        Object.entries(whole).filter(([name]) => chosen.includes(name) || required.includes(name)),
      ),
    );
  const extra = fc.dictionary(TEXT, ANYTHING, { maxKeys: 1 });
  return fc.oneof(
    { weight: 15, arbitrary: few },
    { weight: 1, arbitrary: fc.tuple(few, extra).map(([a, b]) => ({ ...a, ...b })) },
  );
}
