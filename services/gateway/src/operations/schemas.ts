import { z } from 'zod';

/** A piece of the document. Its shape is the OpenAPI specification's, and a test holds the whole to it. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };
export type JsonObject = Readonly<Record<string, Json | undefined>>;

/** Schemas that have a name in the document: of what callers send, and of what they read. */
export const REQUESTS = z.registry<{ id: string }>();
export const ANSWERS = z.registry<{ id: string }>();

/** Names what callers send, for the document and for the types of the clients. */
export function requestSchema<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  REQUESTS.add(schema, { id });
  return schema;
}

/** Names what callers read. */
export function answerSchema<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  ANSWERS.add(schema, { id });
  return schema;
}

/** @throws Error for a schema without a name, whose type no client would have. */
export function schemaRef(schema: z.ZodType): JsonObject {
  const id = (REQUESTS.get(schema) ?? ANSWERS.get(schema))?.id;
  if (id === undefined) throw new Error('a body or an answer of an operation has no name');
  return { $ref: `#/components/schemas/${id}` };
}

/** A schema as a part of the document, which states the dialect and the address for all. */
export function embedded(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'));
}
