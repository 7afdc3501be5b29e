import type { ErrorCode } from '@imagesearch/service-kit/errors';
import type { z } from 'zod';
import { ERRORS, errorSchema, faultSchema, type FaultType } from '../http/errors.js';
import { headerRefs, type HeaderName } from './headers.js';
import { answerSchema, schemaRef, type Json, type JsonObject } from './schemas.js';

/** Errors of any request, before it reaches a route. */
export const ERRORS_EVERYWHERE: readonly ErrorCode[] = [
  'request_malformed',
  'request_timeout',
  'headers_too_large',
  'invalid_request',
  'internal',
];

/** What any address may say of its parameters. */
export const UNKNOWN_PARAMETER: Faults = {
  types: ['extra_forbidden', 'array_too_long', 'too_many_faults'],
  example: {
    loc: ['query', 'verbose'],
    msg: 'This field is not known.',
    type: 'extra_forbidden',
    input: null,
    ctx: {},
  },
};

/** Errors of any request with a key: the store of the accounts may be unavailable. */
export const ERRORS_KEYED: readonly ErrorCode[] = [
  'auth_missing',
  'auth_invalid',
  'rate_limited',
  'overloaded',
  'dependency_unavailable',
];

/** Errors of a request with a body. */
export const ERRORS_OF_BODIES: readonly ErrorCode[] = [
  'json_invalid',
  'content_type_unsupported',
  'body_too_large',
];

/** Errors of a request that needs another service. */
export const ERRORS_BEHIND: readonly ErrorCode[] = [
  'dependency_unavailable',
  'overloaded',
  'deadline_exceeded',
];

/** What a 422 of an operation may say, and one of them in full. */
export interface Faults {
  types: readonly FaultType[];
  example: { loc: readonly string[]; msg: string; type: FaultType; input: Json; ctx: JsonObject };
}

/** An answer with a body in JSON, and an example of it under its name. */
export function jsonAnswer<Schema extends z.ZodType>(
  description: string,
  schema: Schema,
  examples: Readonly<Record<string, z.output<Schema>>>,
  headers: readonly HeaderName[] = ['Cache-Control'],
) {
  const values = Object.entries(examples).map(([name, value]) => [name, { value }]);
  return {
    description,
    headers: headerRefs(headers),
    content: {
      'application/json': {
        schema: schemaRef(schema),
        examples: Object.fromEntries(values) as JsonObject,
      } as JsonObject,
    },
  };
}

answerSchema('Fault', faultSchema);
const ERROR = answerSchema('Error', errorSchema);

const HEADERS_OF_STATUS: Partial<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  409: ['Retry-After'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
  504: ['Retry-After'],
};

/** One response for each status, naming every `type` that this operation may answer with it. */
export function errorResponses(codes: readonly ErrorCode[], faults?: Faults): Record<string, JsonObject> {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => ERRORS[code].status === status);
      return [String(status), errorResponse(status, ofStatus, faults)];
    }),
  );
}

export function errorResponse(status: number, codes: readonly ErrorCode[], faults?: Faults): JsonObject {
  const types = codes.flatMap<string>((code) =>
    code === 'invalid_request' ? (faults?.types ?? []) : [code],
  );
  return {
    description: codes.map((code) => ERRORS[code].meaning).join('\n\n'),
    headers: headerRefs(HEADERS_OF_STATUS[status]),
    content: {
      'application/json': {
        schema: {
          allOf: [schemaRef(ERROR), faultsOfTypes(types)],
        },
        examples: Object.fromEntries(codes.map((code) => exampleOf(code, faults))),
      },
    },
  };
}

/** Names every type on the way, so that generators of clients see the values. */
function faultsOfTypes(types: readonly string[]): JsonObject {
  const fault = { type: 'object', properties: { type: { type: 'string', enum: [...types] } } };
  return { type: 'object', properties: { detail: { type: 'array', items: fault } } };
}

function exampleOf(code: ErrorCode, faults?: Faults): [string, JsonObject] {
  const { loc = [], meaning } = ERRORS[code];
  const fault =
    code === 'invalid_request' && faults
      ? faults.example
      : { loc, msg: meaning, type: code, input: null, ctx: {} };
  return [fault.type, { value: { detail: [fault], request_id: 'req_6f1c2b8e0a9d4f57b3c1e2d4' } }];
}
