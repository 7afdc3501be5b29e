import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import type { GatewayContext } from '../context.js';
import { answerRoute } from './answer-route.js';
import { referenceImageOf } from './reference-image/reference-image.js';
import { searchBodySchema } from './schemas/bodies.js';
import { toFilters } from './schemas/filters.js';
import { search } from './search.js';

/** `POST /v1/search`: by words, by example, or both (specification, section 4.1). */
export function searchRoute(context: GatewayContext): RequestHandler {
  return answerRoute(context, searchBodySchema, async (body, caller, call) => {
    const request = {
      query: body.query ?? null,
      reference: referenceImageOf(body, context.fetchImage),
      k: body.k,
      filters: toFilters(body.filters),
      parseDesign: body.parse_design,
      exact: body.exact,
    };
    // Decoding and hashing a long image both block: other requests get a turn in between.
    if (body.image_base64 !== undefined) await nextTurn();
    return search(request, caller, context, call);
  });
}
