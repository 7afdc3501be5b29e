import type { Request, RequestHandler } from 'express';
import { validateBody } from '../http/validation.js';
import { answerRoute } from './answer-route.js';
import type { SearchParts } from './billed-answer.js';
import { hashOfRequest } from './paging/pages.js';
import { similarBodySchema } from './schemas/bodies.js';
import { toFilters } from './schemas/filters.js';
import { similar } from './similar.js';

export function similarRoute(parts: SearchParts): RequestHandler {
  const read = ({ body }: Request) => validateBody(similarBodySchema, body);
  return answerRoute(parts, read, (body, caller, call) => {
    const { asset_id: assetId, k, cursor, min_score: minScore } = body;
    const page = { cursor, requestHash: hashOfRequest('similar', body) };
    return similar({ assetId, k, filters: toFilters(body.filters), minScore, page }, caller, parts, call);
  });
}
