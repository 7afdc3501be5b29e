import type { ErrorCode } from '@imagesearch/service-kit/errors';
import type { Scope } from '../../keys/scope.js';
import type { Faults } from './error-responses.js';
import type { JsonObject } from './json.js';
import type { SchemaName } from './schemas.js';

export interface Operation {
  method: 'get' | 'post';
  path: string;
  operationId: string;
  tag: 'Search' | 'Assets' | 'Service';
  summary: string;
  description: string;
  keyed: boolean;
  /** The scope that the key must have. */
  scope?: Scope;
  /** Names of shared parameters, in addition to `RequestId`. */
  parameters?: readonly string[];
  body?: { schema: SchemaName; examples: JsonObject };
  answers: Readonly<Record<string, JsonObject>>;
  /** In addition to those of every operation. */
  errors: readonly ErrorCode[];
  faults?: Faults;
}

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

/** Errors of a request that needs another service. */
export const ERRORS_BEHIND: readonly ErrorCode[] = [
  'dependency_unavailable',
  'overloaded',
  'deadline_exceeded',
];
