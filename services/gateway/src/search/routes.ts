import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import { conditionsFor } from '@imagesearch/facets/use';
import { AppError, type FieldIssue } from '@imagesearch/service-kit/errors';
import type { Endpoint } from '../billing/ledger.js';
import type { Plan } from '../billing/plans.js';
import { catalogueWithin } from '../assets/asset.js';
import { filtersOf, filtersWithin, type Bounds } from '../keys/bounds.js';
import { IMAGE_BODY_BYTES_MAX, TEXT_BYTES_MAX, type BodyLimit } from '../http/body-limit.js';
import { callOf, parametersOf } from '../http/request.js';
import { note } from '../http/telemetry.js';
import { validateBody } from '../http/validation.js';
import { keyOf } from '../keys/admission.js';
import type { SearchAnswer, SearchParts } from './billed-answer.js';
import { toFilters } from './filters.js';
import { hashOfRequest } from './page.js';
import { referenceImageOf } from './reference-image.js';
import {
  LANGUAGE_TAG,
  readSearchParams,
  searchBodySchema,
  similarBodySchema,
  type SearchBody,
  type SimilarBody,
} from './request.js';
import { search, type SearchRequest } from './search.js';

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
  return answerRoute(parts, read, async (body, bounds, request) => {
    const reference = referenceImageOf(body, parts.fetchImage);
    // Decoding and hashing a long image both block: other requests get a turn in between.
    if (body.image_base64 !== undefined) await nextTurn();
    return {
      ...wantedOf('search', body, bounds),
      query: body.query ?? null,
      reference,
      seed: null,
      parseDesign: body.parse_design,
      sort: body.sort ?? null,
      counted: body.facets ?? [],
      exact: body.exact,
      languages: { stated: body.lang ?? null, read: languagesReadBy(request) },
    };
  });
}

export function similarRoute(parts: SearchParts): RequestHandler {
  const read = ({ body }: Request) => validateBody(similarBodySchema, body);
  return answerRoute(parts, read, (body, bounds) => ({
    ...wantedOf('similar', body, bounds),
    query: null,
    reference: null,
    seed: body.asset_id,
    parseDesign: false,
    sort: null,
    counted: [],
    exact: true,
    languages: { stated: null, read: [] },
  }));
}

/** What both searches ask alike. */
function wantedOf(endpoint: Endpoint, body: SearchBody | SimilarBody, bounds: Bounds | null) {
  const { k, min_score: minScore, cursor, use, usable_only: usableOnly, filters } = body;
  const seen = filtersOf(bounds);
  return {
    ...{ k, minScore, use, usableOnly },
    filters: toFilters(filters),
    within: use && usableOnly ? filtersWithin(seen, { usableAll: conditionsFor(use) }) : seen,
    ...(bounds && { seen }),
    page: { cursor, requestHash: () => hashOfRequest(endpoint, asSeen(body, bounds)) },
  };
}

/** A request as a key sends it: an answer to a key with other bounds is none to this one. */
function asSeen(body: SearchBody | SimilarBody, bounds: Bounds | null): object {
  return bounds === null ? body : { ...body, bounds };
}

function partsWithin(bounds: Bounds | null, parts: SearchParts): SearchParts {
  const { stages } = parts;
  return { ...parts, stages: { ...stages, catalogue: catalogueWithin(bounds, stages.catalogue) } };
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
    issue.loc[0] === 'body'
      ? { ...issue, loc: ['query', ...issue.loc.slice(inFilters(issue) ? 2 : 1)] }
      : issue,
  );
  return new AppError(error.code, error.message, { ctx: error.ctx, issues, cause: error });
}

const inFilters = ({ loc }: FieldIssue): boolean => loc[1] === 'filters';

/** Limit of a body of `POST /v1/search`: only a plan with image search allows a body that holds an image. */
export function searchBodyLimit(plan: Plan): BodyLimit {
  if (plan.image_search) return { bytesMax: IMAGE_BODY_BYTES_MAX };
  return { bytesMax: TEXT_BYTES_MAX, ctx: { feature: 'image_search', plan: plan.id } };
}

/** A route that reads a request, asks for a search that is billed, and writes its answer. */
function answerRoute<Body extends SearchBody | SimilarBody>(
  parts: SearchParts,
  read: (request: Request) => Body,
  asked: (body: Body, bounds: Bounds | null, request: Request) => SearchRequest | Promise<SearchRequest>,
): RequestHandler {
  return async (request, response) => {
    const { id: keyId, account, environment, bounds } = keyOf(response);
    const body = read(request);
    const key = request.get('Idempotency-Key');
    const idempotency = key === undefined ? null : { key, request: asSeen(body, bounds) };
    const call = callOf(request, response, parts.timeoutMs);
    await parts.sources.require(body.filters?.source_any ?? [], bounds, call);
    const caller = { account, keyId, isFree: environment === 'test', idempotency };
    const wanted = await asked(body, bounds, request);
    const answered = await search(wanted, caller, partsWithin(bounds, parts), call);
    note(response, { charged: answered.charged, ...(answered.isReplay && { isReplay: true }) });
    writeAnswer(response, answered);
  };
}

function writeAnswer(response: Response, { json, isReplay, charged, remaining }: SearchAnswer): void {
  if (isReplay) response.set('Idempotent-Replayed', 'true');
  response.set('X-Credits-Charged', String(charged));
  if (remaining !== null) response.set('X-Credits-Remaining', String(remaining));
  response.type('json').send(json);
}
