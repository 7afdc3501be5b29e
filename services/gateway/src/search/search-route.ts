import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request, RequestHandler } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';
import { parametersOf } from '../http/request.js';
import { validateBody } from '../http/validation.js';
import { answerRoute } from './answer-route.js';
import type { SearchParts } from './billed-answer.js';
import { hashOfRequest } from './paging/pages.js';
import { referenceImageOf } from './reference-image/reference-image.js';
import { LANGUAGE_TAG, searchBodySchema } from './schemas/bodies.js';
import { toFilters } from './schemas/filters.js';
import { readSearchParams, type SearchBody } from './schemas/search-params.js';
import { search } from './search.js';

/** `POST /v1/search`: by words, by example, or both (specification, section 4.1). */
export function searchRoute(parts: SearchParts): RequestHandler {
  return routeOf(parts, ({ body }) => validateBody(searchBodySchema, body));
}

/** `GET /v1/search`: the same for what fits an address, with the same answer and the same costs. */
export function searchByAddressRoute(parts: SearchParts): RequestHandler {
  const route = routeOf(parts, (request) => readSearchParams(parametersOf(request)));
  return async (request, response, next) => {
    try {
      await route(request, response, next);
    } catch (error) {
      throw locatedInQuery(error);
    }
  };
}

function routeOf(parts: SearchParts, read: (request: Request) => SearchBody): RequestHandler {
  return answerRoute(parts, read, async (body, caller, call, request) => {
    const reference = referenceImageOf(body, parts.fetchImage);
    // Decoding and hashing a long image both block: other requests get a turn in between.
    if (body.image_base64 !== undefined) await nextTurn();
    const asked = {
      query: body.query ?? null,
      reference,
      k: body.k,
      filters: toFilters(body.filters),
      parseDesign: body.parse_design,
      minScore: body.min_score,
      page: { cursor: body.cursor, requestHash: hashOfRequest('search', body) },
      exact: body.exact,
      languages: { stated: body.lang ?? null, read: languagesReadBy(request) },
    };
    return search(asked, caller, parts, call);
  });
}

/** Of the header Accept-Language, the preferred one first. */
function languagesReadBy(request: Request): string[] {
  return request
    .acceptsLanguages()
    .filter((tag) => LANGUAGE_TAG.test(tag))
    .slice(0, LANGUAGES_READ_MAX);
}

const LANGUAGES_READ_MAX = 4;

/** Later stages name a fault by its place in a body. */
function locatedInQuery(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_request') return error;
  const issues = error.issues.map((issue) =>
    issue.loc[0] === 'body' ? { ...issue, loc: ['query', ...issue.loc.slice(1)] } : issue,
  );
  return new AppError(error.code, error.message, { ctx: error.ctx, issues, cause: error });
}
