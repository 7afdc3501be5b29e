import { z } from 'zod';
import { pictureFields } from './asset.js';

/** One picture of a ranked answer (specification, section 2.2). */
export const resultSchema = z
  .strictObject({
    ...pictureFields,
    score: z
      .number()
      .min(0)
      .max(1)
      .describe(
        'Relevance, never rising down the list. Not a probability; comparable within one answer only.',
      ),
  })
  .describe('One picture of an answer.');

const milliseconds = z.number().int().min(0);

/** Answer of both searches (specification, section 2.1). */
export const envelopeSchema = z
  .strictObject({
    query_id: z.string().regex(/^q_[0-9a-f]{32}$/),
    query: z.string().nullable().describe('The text searched for; null when only a picture was given.'),
    input_modality: z.enum(['text', 'image', 'image_text']),
    count: z.number().int().min(0).describe('Number of results.'),
    k_capped: z.literal(true).optional().describe('Present when the plan cut `k`.'),
    latency_ms: milliseconds,
    timing_ms: z
      .strictObject({
        encode: milliseconds.optional(),
        retrieve: milliseconds,
        hydrate: milliseconds.optional(),
        rerank: milliseconds.optional(),
      })
      .describe('Of each stage that ran.'),
    mode: z.enum(['text', 'image', 'multimodal', 'none', 'none (degraded)']),
    ranking: z
      .enum(['cross_encoder', 'lexical', 'none', 'degraded'])
      .describe('`none`: nothing to rerank by. `degraded`: wanted, and unavailable.'),
    degraded: z
      .literal(true)
      .optional()
      .describe('Present when the reranker was unavailable: the order is that of retrieval.'),
    relaxed: z
      .array(z.string())
      .min(1)
      .optional()
      .describe(
        'Default filters that were dropped to fill the answer, in order; never one that the caller sent.',
      ),
    pool_size: z.number().int().min(0).describe('Candidates before the cut-off.'),
    reranked: z.number().int().min(0).describe('Candidates that the reranker judged.'),
    backend: z.enum(['lancedb', 'qdrant']),
    results: z.array(resultSchema).describe('Best first.'),
  })
  .describe('A ranked answer.');

export type Envelope = z.output<typeof envelopeSchema>;
