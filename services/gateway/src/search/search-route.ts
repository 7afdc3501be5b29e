import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RequestHandler } from 'express';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import type { GatewayContext } from '../context.js';
import { search } from './search.js';
import { parseImageUrl } from './reference-image/image-url.js';
import { decodeImageBase64 } from './reference-image/image-base64.js';
import { accountOf } from '../http/middleware/keyed.js';
import { searchBodySchema, type SearchBody } from './schemas/bodies.js';
import { toFilters } from './schemas/filters.js';
import { validateBody } from '../http/schemas/validate.js';
import { answerBilledSearch } from './billed-search.js';

/** `POST /v1/search`: by words, by example, or both (specification, section 4.1). */
export function searchRoute(context: GatewayContext): RequestHandler {
  return async (request, response) => {
    const account = accountOf(response);
    const body = validateBody(searchBodySchema, request.body);
    const reference = referenceImage(body, context);
    const query = body.query ?? null;
    const filters = toFilters(body.filters);
    // An Idempotency-Key has the whole body hashed next: after a long image, in a turn of its own.
    if (body.image_base64 !== undefined) await nextTurn();

    await answerBilledSearch(request, response, context, {
      endpoint: 'search',
      account,
      query,
      body,
      features: reference === null ? [] : ['image_search'],
      run: async (k, call) => {
        const image = reference && (await reference.load(call));
        try {
          return await search(
            { query, image, k, filters, parseDesign: body.parse_design },
            context.stages,
            call,
          );
        } catch (error) {
          throw reference ? locateImageIssues(error, reference.field) : error;
        }
      },
    });
  };
}

interface ReferenceImage {
  field: 'image_base64' | 'image_url';
  load: (call: CallContext) => Promise<Buffer>;
}

/** The image of a body. One sent along is read at once; one at an address is fetched when the search may run. */
function referenceImage(body: SearchBody, { fetchImage }: GatewayContext): ReferenceImage | null {
  if (body.image_base64 !== undefined) {
    const bytes = decodeImageBase64(body.image_base64);
    return { field: 'image_base64', load: () => Promise.resolve(bytes) };
  }
  if (body.image_url === undefined) return null;
  const url = parseImageUrl(body.image_url);
  return { field: 'image_url', load: (call) => fetchImage(url, call) };
}

/** A fault that the embedding service found in the image, placed where the caller sent it. */
function locateImageIssues(error: unknown, field: ReferenceImage['field']): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_request') return error;
  const [issue] = error.issues;
  return issue?.loc[0] === 'image' ? invalid({ ...issue, loc: ['body', field] }) : error;
}
