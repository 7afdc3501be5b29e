import { z } from 'zod';
import { imageFields } from '../../assets/schemas/asset.js';
import { inferredFiltersSchema } from './filters.js';

/** One image of a ranked answer (specification, section 2.2). */
export const resultSchema = z
  .strictObject({
    ...imageFields,
    score: z
      .number()
      .min(0)
      .max(1)
      .describe(
        'Relevance, never rising down the list. Not a probability; comparable within one answer only.',
      ),
  })
  .describe('One picture of an answer.');

const place = z.number().int().min(0);

/** What was read from the words of a query (specification, section 2.1). */
export const appliedDesignSchema = z
  .strictObject({
    filters: inferredFiltersSchema.describe(
      'All that the words ask for, less what a filter of the request stands against. They may be relaxed.',
    ),
    phrases: z
      .array(
        z.strictObject({
          text: z.string().describe('As it stands in the query.'),
          start: place.describe('Where it begins in `query`, counted in UTF-16 code units.'),
          end: place.describe('Where it ends, exclusive.'),
          filters: inferredFiltersSchema.describe('Empty for what the words only rule out: "not dark".'),
        }),
      )
      .describe('The parts of the query that were understood, in its order.'),
    query: z.string().describe('The words left for retrieval; empty when all were about the design.'),
  })
  .describe('What `parse_design` read from the query.');

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
        parse: milliseconds.optional(),
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
        'Filters that were dropped to fill the answer, least important first: defaults, and those read from words; ' +
          'never one that the caller sent.',
      ),
    applied_design: appliedDesignSchema.optional().describe('Present when `parse_design` was true.'),
    pool_size: z.number().int().min(0).describe('Candidates before the cut-off.'),
    reranked: z.number().int().min(0).describe('Candidates that the reranker judged.'),
    backend: z.enum(['lancedb', 'qdrant']),
    results: z.array(resultSchema).describe('Best first.'),
  })
  .describe('A ranked answer.');

export type Envelope = z.output<typeof envelopeSchema>;
