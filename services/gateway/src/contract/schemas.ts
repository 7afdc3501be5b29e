import { z } from 'zod';
import { pricingSchema } from '../billing/plans.js';
import { rightsSchema, signalsSchema } from '../assets/asset.js';
import { assetSchema, usableSchema } from '../assets/asset-answer.js';
import { collectionSchema } from '../assets/collection.js';
import { useSchema } from '../keys/use.js';
import { searchBodySchema, similarBodySchema } from '../search/request.js';
import { duplicateSchema, envelopeSchema, resultSchema } from '../search/envelope.js';
import { errorSchema, faultSchema } from '../http/errors.js';
import { filtersSchema } from '../search/filters.js';
import {
  issuedKeySchema,
  keyEditSchema,
  keySchema,
  keysSchema,
  newKeySchema,
  rotationSchema,
} from '../accounts/key-routes.js';
import { usageByDaySchema } from '../accounts/usage-days-route.js';
import { usageSchema } from '../accounts/usage.js';
import { editSchema, uploadSchema } from '../uploads/uploads.js';
import { readinessSchema } from '../health/readiness.js';

const REQUESTS = {
  SearchRequest: searchBodySchema,
  SimilarRequest: similarBodySchema,
  Filters: filtersSchema,
  Use: useSchema,
  Upload: uploadSchema,
  Edit: editSchema,
  NewKey: newKeySchema,
  KeyEdit: keyEditSchema,
  Rotation: rotationSchema,
};

const ANSWERS = {
  SearchAnswer: envelopeSchema,
  Result: resultSchema,
  Duplicate: duplicateSchema,
  Asset: assetSchema,
  Rights: rightsSchema,
  Signals: signalsSchema,
  Usable: usableSchema,
  Readiness: readinessSchema,
  Collection: collectionSchema,
  Pricing: pricingSchema,
  Usage: usageSchema,
  UsageByDay: usageByDaySchema,
  Key: keySchema,
  Keys: keysSchema,
  IssuedKey: issuedKeySchema,
  Error: errorSchema,
  Fault: faultSchema,
};

export type SchemaName = keyof typeof REQUESTS | keyof typeof ANSWERS;

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

export function schemaRef(name: SchemaName): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

function toJsonSchemas(schemas: Record<string, z.ZodType>, io: 'input' | 'output'): JsonObject {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
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

/** A schema as a part of the document, which states the dialect and the address for all. */
export function embedded(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'));
}

/** A piece of the document. Its shape is the OpenAPI specification's, and a test holds the whole to it. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };
export type JsonObject = Readonly<Record<string, Json | undefined>>;
