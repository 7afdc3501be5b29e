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
        'Relevance; it never rises down the list. It is not a probability, and comparable within one answer only.',
      ),
  })
  .describe('One image of an answer.');

const place = z.number().int().min(0);

/** What was read from the words of a query (specification, section 2.1). */
export const appliedDesignSchema = z
  .strictObject({
    filters: inferredFiltersSchema.describe(
      'All filters from the words, except those that contradict a filter of the request. They may be relaxed.',
    ),
    phrases: z
      .array(
        z.strictObject({
          text: z.string().describe('As written in the query.'),
          start: place.describe('Its start in `query`, in UTF-16 code units.'),
          end: place.describe('Its end, exclusive.'),
          filters: inferredFiltersSchema.describe('Empty if the words only exclude something: "not dark".'),
        }),
      )
      .describe('The parts of the query that were understood, in the order of the query.'),
    query: z.string().describe('The remaining words to search for; empty if all words became filters.'),
  })
  .describe('What `parse_design` found in the query.');

const milliseconds = z.number().int().min(0);

/** Answer of both searches (specification, section 2.1). */
export const envelopeSchema = z
  .strictObject({
    query_id: z.string().regex(/^q_[0-9a-f]{32}$/),
    query: z.string().nullable().describe('The query of the request; null if it had only an image.'),
    input_modality: z.enum(['text', 'image', 'image_text']),
    count: z.number().int().min(0).describe('Number of results.'),
    k_capped: z.literal(true).optional().describe('Present if the plan reduced `k`.'),
    latency_ms: milliseconds,
    timing_ms: z
      .strictObject({
        parse: milliseconds.optional(),
        encode: milliseconds.optional(),
        retrieve: milliseconds,
        hydrate: milliseconds.optional(),
        rerank: milliseconds.optional(),
      })
      .describe('Milliseconds of each stage that ran.'),
    mode: z.enum(['text', 'image', 'multimodal', 'none', 'none (degraded)']),
    ranking: z
      .enum(['cross_encoder', 'lexical', 'none', 'degraded'])
      .describe('`none`: no words to rerank by. `degraded`: the reranker was needed but unavailable.'),
    degraded: z
      .literal(true)
      .optional()
      .describe('Present if the reranker was unavailable: results are in retrieval order.'),
    relaxed: z
      .array(z.string())
      .min(1)
      .optional()
      .describe(
        'Filters that were dropped to fill the answer, the least important first: defaults and filters from the words, ' +
          'never one that the caller sent.',
      ),
    applied_design: appliedDesignSchema.optional().describe('Present if `parse_design` was true.'),
    pool_size: z.number().int().min(0).describe('Candidates before the cut-off.'),
    reranked: z.number().int().min(0).describe('Candidates that the reranker scored.'),
    backend: z.enum(['lancedb', 'qdrant']),
    results: z.array(resultSchema).describe('Best first.'),
  })
  .describe('A ranked answer.');

export type Envelope = z.output<typeof envelopeSchema>;
