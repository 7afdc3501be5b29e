import { z } from 'zod';
import { ANSWERS, embedded, REQUESTS, type Json, type JsonObject } from '../operations/schemas.js';

/** The schemas that validate and type the bodies, as the document's components. */
export function schemaComponents(): JsonObject {
  const requests = Object.entries(toJsonSchemas(REQUESTS, 'input'));
  return {
    ...Object.fromEntries(requests.map(([name, schema]) => [name, withNulls(schema as JsonObject)])),
    ...toJsonSchemas(ANSWERS, 'output'),
  };
}

/** So that the document does not depend on where in the code its parts stand. */
export function byName(parts: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(parts).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function toJsonSchemas(registry: typeof REQUESTS, io: 'input' | 'output'): JsonObject {
  const { schemas: generated } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => {
      // What a number can hold at most is no rule of the contract.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return Object.fromEntries(
    Object.entries(generated).map(([name, schema]) => [
      name,
      readable(embedded(schema as JsonObject)) as Json,
    ]),
  );
}

/**
 * A piece of the document in the forms that generators of clients read: no schema of null alone, no list of types except one
 * with null, no `const`, and no `default` of a request, which some take for a value that is always there.
 */
export function readable<Part extends Json | undefined>(part: Part): Part {
  if (Array.isArray(part)) return part.map((one: Json) => readable(one)) as unknown as Part;
  if (typeof part !== 'object' || part === null) return part;
  const inner = Object.entries(part).map(([name, one]) => [
    name,
    name === 'properties' ? eachField(one as JsonObject, readable) : readable(one),
  ]);
  return inWords(ofTypes(Object.fromEntries(inner) as JsonObject)) as Part;
}

/** Names of fields are no words of a schema. */
function eachField(fields: JsonObject, change: (field: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field as Json)]));
}

function ofTypes({ const: only, ...schema }: JsonObject): JsonObject {
  const { type, anyOf, ...rest } = schema;
  if (only !== undefined) return { ...schema, enum: [only] };
  if (Array.isArray(type) && !type.includes('null'))
    return { ...rest, anyOf: type.map((one: Json) => ({ type: one })) };
  const parts = (Array.isArray(anyOf) ? anyOf : []) as JsonObject[];
  const [one, ...others] = parts.filter((part) => !isNull(part));
  const isNullable = parts.some(isNull) && one !== undefined && others.length === 0;
  return isNullable && typeof one['type'] === 'string' ? nullable({ ...one, ...rest }) : schema;
}

const isNull = ({ type }: JsonObject): boolean => type === 'null';

/** The schema of a value that may also be null. One of another component stays: null means to leave it out. */
function nullable(schema: JsonObject): JsonObject {
  const { type, enum: values, ...rest } = schema;
  if (typeof type !== 'string') return schema;
  return {
    ...rest,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...(values as Json[]), null] }),
  };
}

function inWords({ default: unset, description, ...schema }: JsonObject): JsonObject {
  const sentence = unset == null ? [] : [`Default: \`${JSON.stringify(unset)}\`.`];
  const says = [...(typeof description === 'string' ? [description] : []), ...sentence].join(' ');
  return { ...(says !== '' && { description: says }), ...schema };
}

/** The schema of a request, in which each optional field may be null: the gateway reads that as absent. */
function withNulls(schema: JsonObject): JsonObject {
  const { properties, required = [] } = schema as {
    properties?: Readonly<Record<string, JsonObject>>;
    required?: readonly string[];
  };
  if (properties === undefined) return schema;
  const fields = Object.entries(properties).map(([name, field]) => {
    const inner = withNulls(field);
    return [name, required.includes(name) ? inner : nullable(inner)];
  });
  return { ...schema, properties: Object.fromEntries(fields) as JsonObject };
}

/**
 * A piece of the document whose unions are components with the names of their fields, so that generators have a name for the
 * type: `MinScore`.
 * @param unions Takes these components.
 */
export function withNamedUnions(part: Json, unions: Record<string, Json>, name = ''): Json {
  if (Array.isArray(part)) return part.map((one: Json) => withNamedUnions(one, unions, name));
  if (typeof part !== 'object' || part === null) return part;
  const { anyOf, ...rest } = part as JsonObject;
  if (anyOf !== undefined && name !== '') {
    unions[name] = { anyOf };
    return { $ref: `#/components/schemas/${name}`, ...rest };
  }
  const { properties, ...others } = part as JsonObject;
  const inner = eachField(others, (one) => withNamedUnions(one, unions, name));
  if (typeof properties !== 'object') return inner;
  const fields = Object.entries(properties as JsonObject).map(([field, one]) => [
    field,
    withNamedUnions(one as Json, unions, pascalCase(field)),
  ]);
  return { ...inner, properties: Object.fromEntries(fields) as JsonObject };
}

export const pascalCase = (name: string): string =>
  name.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
