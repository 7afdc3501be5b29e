import type { RequestHandler } from 'express';
import type { GatewayContext } from '../context.js';
import { similar } from './similar.js';
import { accountOf } from '../http/middleware/keyed.js';
import { similarBodySchema } from './schemas/bodies.js';
import { toFilters } from './schemas/filters.js';
import { validateBody } from '../http/schemas/validate.js';
import { answerBilledSearch } from './billed-search.js';

/** `POST /v1/similar`: more like an image of the index (specification, section 4.2). */
export function similarRoute(context: GatewayContext): RequestHandler {
  return async (request, response) => {
    const account = accountOf(response);
    const body = validateBody(similarBodySchema, request.body);
    const filters = toFilters(body.filters);
    await answerBilledSearch(request, response, context, {
      endpoint: 'similar',
      account,
      query: null,
      body,
      features: ['similar_search'],
      run: (k, call) => similar({ assetId: body.asset_id, k, filters }, context.stages, call),
    });
  };
}
