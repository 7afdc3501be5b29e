import { z } from 'zod';

/**
 * Answers of the public contract as tests read them. The contract tests compare every answer with docs/openapi.json;
 * these shapes give the other tests types, and refuse a field that nobody documented.
 */
const flag = z.boolean().nullable();
const number = z.number().nullable();

const text = z.string().nullable();
const statement = {
  evidence: z.enum(['c2pa', 'xmp', 'source', 'declared']),
  ai: flag,
  kind: text,
};

const resultSchema = z.strictObject({
  asset_id: z.string(),
  title: z.string(),
  tags: z.array(z.string()),
  creator: z.string().nullable(),
  source: z.string(),
  ai_generated: z.boolean(),
  provenance: z.strictObject({
    ...statement,
    evidence: statement.evidence.nullable(),
    statements: z.array(z.strictObject(statement)),
    signature: z.enum(['valid', 'invalid', 'untrusted']).nullable(),
    claim_generator: text,
    created_at: text,
  }),
  created_at: text,
  training: flag,
  releases: z.strictObject({ model: flag, property: flag }),
  editorial_only: flag,
  sensitive: flag,
  licensor_url: text,
  width: z.number(),
  height: z.number(),
  file: z.string(),
  thumb: z.string(),
  license: z.string(),
  rights: z.strictObject({
    license: z.string(),
    license_verbatim: z.string(),
    commercial: flag,
    attribution_required: flag,
    derivatives: flag,
    share_alike: flag,
    attribution: z.string().nullable(),
    provenance_url: z.string(),
    basis: z.string(),
    delivery: z.enum(['host', 'link']),
  }),
  cv: z.strictObject({
    palette: z.array(z.string()),
    luminance: number,
    neg_space: z.array(z.string()),
    faces: number,
    aspect: number,
    shows: z.array(z.strictObject({ name: z.string(), confidence: z.number() })).optional(),
  }),
  duplicates: z.array(
    z.strictObject({
      asset_id: z.string(),
      source: z.string(),
      rights: z.strictObject({
        license: z.string(),
        commercial: flag,
        attribution_required: flag,
        derivatives: flag,
        share_alike: flag,
      }),
    }),
  ),
  usable: z
    .strictObject({
      answer: z.enum(['yes', 'no', 'unknown']),
      because: z
        .array(
          z.strictObject({
            code: z.string(),
            says: z.string(),
            source: z.enum(['license', 'declared', 'detected']),
          }),
        )
        .min(1),
    })
    .optional(),
  score: z.number().min(0).max(1),
  matched: z.array(z.enum(['words', 'meaning', 'sight', 'image'])),
  same_image: z.literal(true).optional(),
  contains_image: z.literal(true).optional(),
  design_met: z.array(z.string()).optional(),
});

const filtersSchema = z.record(z.string(), z.unknown());

/** `POST /v1/search` and `POST /v1/similar`. */
export const envelopeSchema = z.strictObject({
  query_id: z.string().regex(/^q_[0-9a-f]{32}$/),
  query: z.string().nullable(),
  input_modality: z.enum(['text', 'image', 'image_text']),
  count: z.number(),
  strong_count: z.number().nullable(),
  strong_score: z.number().nullable(),
  reachable: z.number(),
  cursor: z.string().min(1).nullable(),
  k_capped: z.literal(true).optional(),
  latency_ms: z.number(),
  timing_ms: z.partialRecord(
    z.enum(['parse', 'spell', 'encode', 'retrieve', 'hydrate', 'rerank']),
    z.number(),
  ),
  mode: z.enum(['text', 'image', 'multimodal', 'none', 'none (degraded)']),
  ranking: z.enum(['cross_encoder', 'lexical', 'none', 'degraded']),
  degraded: z.literal(true).optional(),
  relaxed: z.array(z.string()).min(1).optional(),
  applied_design: z
    .strictObject({
      filters: filtersSchema,
      phrases: z.array(
        z.strictObject({ text: z.string(), start: z.number(), end: z.number(), filters: filtersSchema }),
      ),
      excluded: z.array(z.string()),
      query: z.string(),
    })
    .optional(),
  corrections: z.array(z.strictObject({ from: z.string(), to: z.string() })).optional(),
  translations: z.array(z.strictObject({ from: z.string(), to: z.string(), lang: z.string() })).optional(),
  unmatched: z.array(z.string()).optional(),
  did_you_mean: z.string().nullable().optional(),
  spelling_unchecked: z.literal(true).optional(),
  pool_size: z.number(),
  reranked: z.number(),
  facets: z.record(z.string(), z.array(z.strictObject({ value: z.string(), count: z.number() }))).optional(),
  backend: z.enum(['lancedb', 'qdrant']),
  results: z.array(resultSchema),
});

export type Envelope = z.output<typeof envelopeSchema>;

/** Every error. */
export const errorSchema = z.strictObject({
  detail: z
    .array(
      z.strictObject({
        loc: z.array(z.union([z.string(), z.number()])),
        msg: z.string().min(1),
        type: z.string().min(1),
        input: z.unknown(),
        ctx: z.record(z.string(), z.unknown()),
      }),
    )
    .min(1),
  request_id: z.string().min(1),
});

/** `GET /v1/usage`. */
export const usageSchema = z.object({
  credits: z.object({ granted: number, used: z.number(), reserved: z.number(), remaining: number }),
  windows: z.array(
    z.object({ limit: z.enum(['rpm', 'rpd', 'concurrent']), used: z.number(), remaining: z.number() }),
  ),
  searches: z.array(
    z.object({
      query_id: z.string(),
      endpoint: z.enum(['search', 'similar']),
      idempotency_key: z.string().nullable(),
      status: z.enum(['in_flight', 'answered', 'failed']),
      credits_charged: z.number(),
    }),
  ),
});

const serviceSchema = z.object({ ready: z.boolean(), detail: z.string() });

/** `GET /v1/warm`. */
export const readinessSchema = z.object({
  ready: z.boolean(),
  services: z.object({
    embedding: serviceSchema,
    retrieval: serviceSchema,
    reranker: serviceSchema,
    rights: serviceSchema,
  }),
});
