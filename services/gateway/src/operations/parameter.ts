import type { JsonObject } from './schemas.js';

/**
 * A parameter of a path, of an address or of a header, as the document describes it. The operation reads it: what no operation
 * names in its address is refused.
 */
export interface Parameter {
  /** Its name among the components of the document. */
  id: string;
  described: JsonObject & { name: string; in: 'query' | 'path' | 'header' };
}

/** @param described In the order of the document: name, in, required, description, schema, example. */
export function parameter(id: string, described: Parameter['described']): Parameter {
  return { id, described };
}

/** Every request may have it. */
export const REQUEST_ID = parameter('RequestId', {
  name: 'X-Request-Id',
  in: 'header',
  description:
    'Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of ' +
    '`._:-`. Any other value is replaced by a generated one.',
  schema: { type: 'string' },
  example: 'my-request-1',
});

/** Names of the parameters that an address takes. */
export function namesInQuery(parameters: readonly Parameter[]): string[] {
  return parameters.flatMap(({ described }) => (described.in === 'query' ? described.name : []));
}
