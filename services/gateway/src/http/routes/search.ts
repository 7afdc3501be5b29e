import type { RequestHandler } from 'express';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import type { GatewayContext } from '../../context.js';
import { search } from '../../domain/search/search.js';
import { decodeImageBase64 } from '../image-base64.js';
import { authenticate } from '../middleware/authenticate.js';
import { searchBodySchema } from '../schemas/bodies.js';
import { toFilters } from '../schemas/filters.js';
import { validateBody } from '../schemas/validate.js';
import { answerBilledSearch } from './billed-search.js';

/** `POST /v1/search`: by words, by example, or both (specification, section 4.1). */
export function searchRoute(context: GatewayContext): RequestHandler {
  return async (request, response) => {
    const account = await authenticate(request, context.keys);
    const body = validateBody(searchBodySchema, request.body);
    const image = body.image_base64 === undefined ? null : decodeImageBase64(body.image_base64);
    const query = body.query ?? null;
    const filters = toFilters(body.filters);

    await answerBilledSearch(request, response, context, {
      endpoint: 'search',
      account,
      query,
      k: body.k,
      features: image === null ? [] : ['image_search'],
      run: async (k, call) => {
        try {
          return await search({ query, image, k, filters }, context.stages, call);
        } catch (error) {
          throw locateImageIssues(error);
        }
      },
    });
  };
}

/** A fault that the embedding service found in the picture, placed where the caller sent it. */
function locateImageIssues(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_request') return error;
  const [issue] = error.issues;
  return issue?.loc[0] === 'image' ? invalid({ ...issue, loc: ['body', 'image_base64'] }) : error;
}
