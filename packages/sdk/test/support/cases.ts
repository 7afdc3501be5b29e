import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const CLIENTS = join(import.meta.dirname, '../../../../clients');
const DOCUMENT = join(import.meta.dirname, '../../../../docs/openapi.json');

/** What a server does with one request; see clients/cases/README.md. */
export interface CaseAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** An answer of the contract, such as `GET /v1/usage`. */
  example?: string;
  /** An error of the contract. */
  error?: string;
  ctx?: Record<string, unknown>;
  body?: unknown;
  body_text?: string;
  fault?: 'cut' | 'truncated' | 'stalled';
}

export interface Exchange {
  method?: string;
  path?: string;
  headers?: Record<string, string | null>;
  body?: unknown;
  answer: CaseAnswer;
}

export interface Call {
  method:
    | 'search'
    | 'similar'
    | 'asset'
    | 'upload'
    | 'edit'
    | 'remove'
    | 'usage'
    | 'usage_by_day'
    | 'usage_csv'
    | 'keys'
    | 'create_key'
    | 'rename_key'
    | 'rotate_key'
    | 'revoke_key'
    | 'pricing'
    | 'collection'
    | 'warm';
  arguments: Record<string, unknown>;
  image?: { base64?: string; padded_to_bytes?: number; address?: string };
  options?: { timeout_ms?: number; retries?: number; idempotency_key?: string };
}

export interface Case {
  name: string;
  call: Call;
  exchanges: Exchange[];
  then: {
    example?: string;
    data?: unknown;
    credits?: unknown;
    limits?: { name: string; quota: number; remaining: number; reset_s: number | null }[];
    replayed?: boolean;
    attempts?: number;
    request_id?: string;
    waited_ms?: [number, number];
    error?: {
      type: string;
      status: number | null;
      attempts?: number;
      ctx?: unknown;
      request_id?: string;
      retry_after_ms?: number;
      fault_types?: string[];
      message?: string;
      idempotency_key?: 'sent';
    };
  };
}

export function casesOf<Read = Case>(file: string): Read[] {
  return JSON.parse(readFileSync(join(CLIENTS, 'cases', file), 'utf8')) as Read[];
}

interface Operation {
  responses: Record<
    string,
    { content?: { 'application/json'?: { examples?: Record<string, { value: object }> } } }
  >;
}

const paths = (
  JSON.parse(readFileSync(DOCUMENT, 'utf8')) as { paths: Record<string, Record<string, Operation>> }
).paths;

/** The body that the contract shows as an example of this answer. */
export function exampleOf(operation: string): unknown {
  const [method = '', path = ''] = operation.split(' ');
  const found = paths[path]?.[method.toLowerCase()];
  return firstExample(found, '200') ?? firstExample(found, '201') ?? missing(operation);
}

/** The body that the contract shows as an example of this error. */
export function errorExample(status: number, type: string): { detail: Record<string, unknown>[] } {
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const found = firstExample(operation, String(status), type);
    if (found) return found as { detail: Record<string, unknown>[] };
  }
  return missing(`${status} ${type}`);
}

function firstExample(operation: Operation | undefined, status: string, name?: string): object | undefined {
  const examples = operation?.responses[status]?.content?.['application/json']?.examples ?? {};
  return (name === undefined ? Object.values(examples)[0] : examples[name])?.value;
}

function missing(what: string): never {
  throw new Error(`the contract has no example of ${what}`);
}
