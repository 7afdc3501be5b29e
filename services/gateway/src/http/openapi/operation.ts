import type { ErrorCode } from '@imagesearch/service-kit/errors';
import type { Scope } from '../../keys/scope.js';
import type { Faults } from './error-responses.js';
import type { JsonObject } from './json.js';
import type { SchemaName } from './schemas.js';

/** One path and method of the contract. */
export interface Operation {
  method: 'get' | 'post';
  path: string;
  operationId: string;
  tag: 'Search' | 'Assets' | 'Service';
  summary: string;
  description: string;
  /** Whether it takes an API key. */
  keyed: boolean;
  /** What that key must be good for. */
  scope?: Scope;
  /** Names of shared parameters, beside `RequestId`. */
  parameters?: readonly string[];
  body?: { schema: SchemaName; examples: JsonObject };
  /** By status. */
  answers: Readonly<Record<string, JsonObject>>;
  /** Beside those that every operation has. */
  errors: readonly ErrorCode[];
  faults?: Faults;
}

/** What any request may meet, before a route has it. */
export const ERRORS_EVERYWHERE: readonly ErrorCode[] = [
  'request_malformed',
  'request_timeout',
  'headers_too_large',
  'internal',
];

/** What any request with a key may meet: accounts are kept in a store that may be away. */
export const ERRORS_KEYED: readonly ErrorCode[] = [
  'auth_missing',
  'auth_invalid',
  'rate_limited',
  'overloaded',
  'dependency_unavailable',
];

/** What a request that another service answers may meet. */
export const ERRORS_BEHIND: readonly ErrorCode[] = [
  'dependency_unavailable',
  'overloaded',
  'deadline_exceeded',
];
