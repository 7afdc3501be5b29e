import { z } from 'zod';
import { CURSOR, filtersSchema, K, MIN_SCORE, THUMBNAILS } from './filters.js';
import { foundSchema, searchWithin } from './found-images.js';
import type { Tool } from './tool.js';

export const findSimilarImages: Tool = {
  name: 'find_similar_images',
  title: 'Find similar images',
  description:
    'Finds images that look like one that a search found. Costs as much as a search. Use it when one result is close to ' +
    'what is wanted, for example to find a version that permits commercial use.',
  input: z.object({
    asset_id: z.string().describe('asset_id of a result, such as "openmoji:1F436".'),
    k: K,
    min_score: MIN_SCORE,
    cursor: CURSOR,
    filters: filtersSchema.optional(),
    thumbnails: THUMBNAILS,
  }),
  output: foundSchema,
  run: (session, call) =>
    searchWithin(session, call, (body) =>
      session.client.similar(body as { asset_id: string }, { signal: call.signal }),
    ),
};
