import { z } from 'zod';
import { ANSWERS, embedded, REQUESTS, type Json, type JsonObject } from '../operations/schemas.js';

/** The schemas that validate and type the bodies, as the document's components. */
export function schemaComponents(): JsonObject {
  const requests = Object.entries(toJsonSchemas(REQUESTS, 'input'));
  return byName({
    ...Object.fromEntries(requests.map(([name, schema]) => [name, withNulls(schema as JsonObject)])),
    ...toJsonSchemas(ANSWERS, 'output'),
  });
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
    Object.entries(generated).map(([name, schema]) => [name, embedded(schema as JsonObject)]),
  );
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
    return [name, required.includes(name) ? inner : orNull(inner)];
  });
  return { ...schema, properties: Object.fromEntries(fields) as JsonObject };
}

const NULL = { type: 'null' };

function orNull(schema: JsonObject): JsonObject {
  const { type, enum: values, anyOf, description, default: unset, ...rest } = schema;
  const said = {
    ...(description !== undefined && { description }),
    ...(unset !== undefined && { default: unset }),
  };
  if (Array.isArray(anyOf)) {
    const hasNull = anyOf.some((one) => (one as JsonObject)['type'] === 'null');
    return hasNull ? schema : { ...schema, anyOf: [...(anyOf as Json[]), NULL] };
  }
  if (typeof type !== 'string') return { ...said, anyOf: [rest, NULL] };
  return {
    ...said,
    ...rest,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...(values as Json[]), null] }),
  };
}
