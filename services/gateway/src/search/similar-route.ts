import type { RequestHandler } from 'express';
import type { GatewayContext } from '../context.js';
import { answerRoute } from './answer-route.js';
import { similarBodySchema } from './schemas/bodies.js';
import { toFilters } from './schemas/filters.js';
import { similar } from './similar.js';

export function similarRoute(context: GatewayContext): RequestHandler {
  return answerRoute(context, similarBodySchema, (body, caller, call) =>
    similar({ assetId: body.asset_id, k: body.k, filters: toFilters(body.filters) }, caller, context, call),
  );
}
