import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { usageSchema, type Usage } from '@imagesearch/gateway/accounts/usage';
import { errorSchema } from '@imagesearch/gateway/http/errors';
import { envelopeSchema, type Envelope } from '@imagesearch/gateway/search/envelope';

const REQUEST_TIMEOUT_MS = 60_000;

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed when it is JSON. */
  body: unknown;
  /** As it came. */
  text: string;
}

/** A caller of the public contract: knows addresses, a key and the schemas of answers, and nothing else. */
export class Caller {
  readonly #baseUrl: string;
  readonly #key: string | undefined;

  constructor(baseUrl: string, key?: string) {
    this.#baseUrl = baseUrl;
    this.#key = key;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, JSON.stringify(body), { 'Content-Type': 'application/json', ...headers });
  }

  async send(
    method: string,
    path: string,
    body: string | undefined,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(path.startsWith('http') ? path : this.#baseUrl + path, {
      method,
      headers: { ...(this.#key !== undefined && { 'X-API-Key': this.#key }), ...headers },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString();
    const isJson = method !== 'HEAD' && (response.headers.get('Content-Type') ?? '').includes('json');
    const read: unknown = isJson ? JSON.parse(text) : bytes;
    return { status: response.status, headers: response.headers, body: read, text };
  }

  /** A search that must succeed and answer in the contract's shape. */
  async search(body: unknown, headers?: Record<string, string>): Promise<Envelope> {
    return this.#envelope('/v1/search', body, headers);
  }

  async similar(body: unknown): Promise<Envelope> {
    return this.#envelope('/v1/similar', body);
  }

  async usage(): Promise<Usage> {
    return usageSchema.parse((await this.get('/v1/usage')).body);
  }

  async #envelope(path: string, body: unknown, headers?: Record<string, string>): Promise<Envelope> {
    const answer = await this.post(path, body, headers);
    if (answer.status !== 200)
      throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return envelopeSchema.parse(answer.body);
  }
}

/** The first fault of an answer that must be an error of the contract's shape. */
export function faultOf({ status, body }: Answer) {
  const { detail } = errorSchema.parse(body);
  return { status, ...detail[0], faults: detail.length };
}

/** A key of the right form and checksum that no gateway has issued. */
export function unknownKey(): string {
  const random = randomBytes(24).toString('base64url').replaceAll('_', 'a');
  return `isk_live_${random}${crc32(random).toString(16).padStart(8, '0')}`;
}
