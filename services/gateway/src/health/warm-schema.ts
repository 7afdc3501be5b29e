import { z } from 'zod';

const serviceSchema = z.strictObject({
  ready: z.boolean(),
  detail: z.string(),
  latency_ms: z.number().int().min(0),
});

/** Answer of `GET /v1/warm`, ready or not. */
export const readinessSchema = z
  .strictObject({
    ready: z.boolean().describe('Whether a search would be answered. The reranker is not needed for that.'),
    checked_at: z.iso.datetime(),
    services: z.strictObject({
      embedding: serviceSchema,
      retrieval: serviceSchema,
      reranker: serviceSchema,
      rights: serviceSchema,
    }),
    model: z.string().nullable().describe('Profile of the models; null when it cannot be asked.'),
    backend: z.enum(['lancedb', 'qdrant']).nullable(),
    assets: z.number().int().min(0).nullable().describe('Pictures that can be looked up.'),
  })
  .describe('Readiness of each part; no guarantee that the next request succeeds.');

export type Readiness = z.output<typeof readinessSchema>;
