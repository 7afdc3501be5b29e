import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { readText } from '@imagesearch/testkit/repository';

/** What a server does with one request; see clients/cases/README.md. */
interface CaseAnswer {
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

interface Exchange {
  method?: string;
  path?: string;
  headers?: Record<string, string | null>;
  body?: unknown;
  answer: CaseAnswer;
}

export interface Call {
  method: string;
  arguments: Record<string, unknown>;
  image?: { base64?: string; padded_to_bytes?: number; address?: string };
  options?: { timeout_ms?: number; retries?: number; idempotency_key?: string };
}

export interface Case {
  /** The file's name and its place there. */
  id: string;
  name: string;
  call: Call;
  exchanges: Exchange[];
  then: {
    example?: string;
    waited_ms?: [least: number, most: number];
    error?: Record<string, unknown>;
    [fact: string]: unknown;
  };
}

export function casesOf<Read = Case>(file: string): Read[] {
  const cases = JSON.parse(readText(`clients/cases/${file}`)) as Read[];
  return cases.map((each, at) => ({ ...each, id: `${file}/${at}` }));
}

export interface Arrived {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/** Answers as each case says, at `/<client>/<id of the case>`, and records what arrives there. */
export function caseServer(cases: readonly Case[]) {
  const arrivals = new Map<string, Arrived[]>();
  const arrivedAt = (place: string): Arrived[] => {
    if (!arrivals.has(place)) arrivals.set(place, []);
    return arrivals.get(place) ?? [];
  };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request;
    const [, client = '', id = '', path = ''] = /^\/(\w+)\/([^/]+\/\d+)(.*)$/.exec(url) ?? [];
    const arrived = arrivedAt(`${client}/${id}`);
    const exchange = cases.find((each) => each.id === id)?.exchanges[arrived.length];
    const body = Number(headers['content-length'] ?? 0) > 0 ? await json(request) : undefined;
    arrived.push({ method, path, headers, body });
    answer(response, exchange?.answer ?? { status: 500, body_text: 'no case expects this request' });
  };
  const listener: RequestListener = (request, response) => void take(request, response);
  return { listener, arrivedAt };
}

function answer(response: ServerResponse, given: CaseAnswer): void {
  if (given.fault === 'stalled') return;
  if (given.fault === 'cut') {
    response.destroy();
    return;
  }
  const bytes = Buffer.from(textOf(given));
  response.writeHead(given.status ?? 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.byteLength,
    Connection: 'close',
    ...given.headers,
  });
  if (given.fault === undefined) response.end(bytes);
  else response.write(bytes.subarray(0, bytes.byteLength / 2), () => response.destroy());
}

function textOf({ status = 200, example, error, ctx, body, body_text: text }: CaseAnswer): string {
  if (text !== undefined) return text;
  if (example !== undefined) return JSON.stringify(exampleOf(example));
  if (error === undefined) return JSON.stringify(body);
  const { detail, ...rest } = errorExample(status, error);
  return JSON.stringify({ ...rest, detail: detail.map((fault) => ({ ...fault, ...(ctx && { ctx }) })) });
}

interface Operation {
  responses: Record<
    string,
    { content?: { 'application/json'?: { examples?: Record<string, { value: object }> } } }
  >;
}

const { paths } = JSON.parse(readText('docs/openapi.json')) as {
  paths: Record<string, Record<string, Operation>>;
};

/** The body that the contract shows as an example of this answer. */
export function exampleOf(operation: string): unknown {
  const [method = '', path = ''] = operation.split(' ');
  const found = paths[path]?.[method.toLowerCase()];
  return firstExample(found, '200') ?? firstExample(found, '201') ?? missing(operation);
}

/** The body that the contract shows as an example of this error. */
function errorExample(status: number, type: string): { detail: object[] } {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const [found] = operations.flatMap((operation) => firstExample(operation, String(status), type) ?? []);
  return (found ?? missing(`${status} ${type}`)) as { detail: object[] };
}

function firstExample(operation: Operation | undefined, status: string, name?: string): object | undefined {
  const examples = operation?.responses[status]?.content?.['application/json']?.examples ?? {};
  return (name === undefined ? Object.values(examples)[0] : examples[name])?.value;
}

function missing(what: string): never {
  throw new Error(`the contract has no example of ${what}`);
}
