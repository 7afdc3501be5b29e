import { z } from 'zod';

const REQUEST_TIMEOUT_MS = 20_000;

const detailSchema = z.strictObject({
  loc: z.array(z.union([z.string(), z.number()])),
  msg: z.string().min(1),
  type: z.string().min(1),
  input: z.unknown(),
  ctx: z.record(z.string(), z.unknown()),
});

/** The one shape of every error (specification, section 2.6). */
export const errorSchema = z.strictObject({
  detail: z.array(detailSchema).min(1),
  request_id: z.string().min(1),
});

const rightsSchema = z.strictObject({
  license: z.string(),
  license_verbatim: z.string(),
  commercial: z.boolean().nullable(),
  attribution_required: z.boolean().nullable(),
  derivatives: z.boolean().nullable(),
  share_alike: z.boolean().nullable(),
  attribution: z.string().nullable(),
  provenance_url: z.string(),
  basis: z.string().min(1),
  delivery: z.enum(['host', 'link']),
});

const cvSchema = z.strictObject({
  palette: z.array(z.string().regex(/^#[0-9a-f]{6}$/)),
  luminance: z.number().min(0).max(1).nullable(),
  neg_space: z.array(z.enum(['left', 'right', 'top', 'bottom'])),
  faces: z.number().int().nullable(),
  aspect: z.number().positive().nullable(),
});

const resultSchema = z.strictObject({
  asset_id: z.string(),
  score: z.number().min(0).max(1),
  title: z.string(),
  source: z.string(),
  ai_generated: z.boolean(),
  width: z.number().int(),
  height: z.number().int(),
  file: z.url(),
  thumb: z.url(),
  license: z.string(),
  rights: rightsSchema,
  cv: cvSchema,
});

const milliseconds = z.number().int().nonnegative();

/** The answer of both searches (specification, section 2.1). */
export const envelopeSchema = z.strictObject({
  query_id: z.string().regex(/^q_[0-9a-f]{32}$/),
  query: z.string().nullable(),
  input_modality: z.enum(['text', 'image', 'image_text']),
  count: z.number().int(),
  k_capped: z.literal(true).optional(),
  latency_ms: milliseconds,
  timing_ms: z.strictObject({
    encode: milliseconds.optional(),
    retrieve: milliseconds,
    hydrate: milliseconds,
    rerank: milliseconds.optional(),
  }),
  mode: z.enum(['text', 'image', 'multimodal', 'none', 'none (degraded)']),
  ranking: z.enum(['lexical', 'cross_encoder', 'none', 'degraded']),
  degraded: z.literal(true).optional(),
  relaxed: z.array(z.string()).min(1).optional(),
  pool_size: z.number().int(),
  reranked: z.number().int(),
  backend: z.enum(['lancedb', 'qdrant']),
  results: z.array(resultSchema),
});

export type Envelope = z.output<typeof envelopeSchema>;

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** A caller of the public contract: knows addresses and a key, and nothing else. */
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

  post(path: string, body: unknown): Promise<Answer> {
    return this.send('POST', path, JSON.stringify(body), { 'Content-Type': 'application/json' });
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
    const type = response.headers.get('Content-Type') ?? '';
    const read = type.includes('json')
      ? response.json()
      : response.arrayBuffer().then((bytes) => Buffer.from(bytes));
    return { status: response.status, headers: response.headers, body: await read };
  }

  /** A search that must succeed and answer in the contract's shape. */
  async search(body: unknown): Promise<Envelope> {
    return this.#envelope('/v1/search', body);
  }

  async similar(body: unknown): Promise<Envelope> {
    return this.#envelope('/v1/similar', body);
  }

  async #envelope(path: string, body: unknown): Promise<Envelope> {
    const answer = await this.post(path, body);
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
