import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, type FieldIssue } from '@imagesearch/service-kit/errors';
import type { Plan } from '../billing/plans.js';
import { catalogueWithin, filtersWithin, type Bounds } from '../assets/bounds.js';
import { filtersFor } from '../assets/usable.js';
import { IMAGE_BODY_BYTES_MAX, TEXT_BYTES_MAX, type BodyLimit } from '../http/body-limit.js';
import { callOf, parametersOf } from '../http/request.js';
import { note } from '../http/telemetry.js';
import { validateBody } from '../http/validation.js';
import { keyOf } from '../keys/admission.js';
import type { Caller, SearchAnswer, SearchParts } from './billed-answer.js';
import { toFilters } from './filters.js';
import { hashOfRequest } from './page.js';
import { referenceImageOf } from './reference-image.js';
import {
  LANGUAGE_TAG,
  readSearchParams,
  searchBodySchema,
  similarBodySchema,
  type SearchBody,
} from './request.js';
import type { Sort } from './result.js';
import { search } from './search.js';
import { similar } from './similar.js';
import type { SpellingChecker } from './spell.js';

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
      ...useOf(body, caller.bounds),
      parseDesign: body.parse_design,
      minScore: body.min_score,
      sort: body.sort ?? orderOfAll(body, reference !== null),
      counted: body.facets ?? [],
      page: { cursor: body.cursor, requestHash: () => hashOfRequest('search', body) },
      exact: body.exact,
      languages: { stated: body.lang ?? null, read: languagesReadBy(request) },
    };
    return search(asked, caller, partsWithin(caller.bounds, parts), call);
  });
}

/** Nothing to compare with browses the collection, the newest first; a wanted colour orders it by itself. */
function orderOfAll({ query, filters }: SearchBody, hasImage: boolean): Sort | null {
  return query === undefined && !hasImage && filters?.palette_near === undefined ? 'newest' : null;
}

/** What the images are wanted for, and the filters; the caller's own win over those that usable images need. */
function useOf(
  { use, usable_only: usableOnly, filters }: Pick<SearchBody, 'use' | 'usable_only' | 'filters'>,
  bounds: Bounds | null,
) {
  const needed = use && usableOnly ? filtersFor(use) : {};
  return { use, usableOnly, filters: filtersWithin(bounds, { ...needed, ...toFilters(filters) }) };
}

function partsWithin(bounds: Bounds | null, parts: SearchParts): SearchParts {
  if (bounds === null) return parts;
  const { stages } = parts;
  const seen = filtersWithin(bounds, {});
  const within = {
    catalogue: catalogueWithin(bounds, stages.catalogue),
    spelling: {
      check: (words, wording, call) => stages.spelling.check(words, { ...wording, seen }, call),
    } satisfies SpellingChecker,
  };
  return { ...parts, stages: { ...stages, ...within } };
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

export function similarRoute(parts: SearchParts): RequestHandler {
  const read = ({ body }: Request) => validateBody(similarBodySchema, body);
  return answerRoute(parts, read, (body, caller, call) => {
    const { asset_id: assetId, k, cursor, min_score: minScore } = body;
    const page = { cursor, requestHash: () => hashOfRequest('similar', body) };
    const asked = { assetId, k, ...useOf(body, caller.bounds), minScore, page };
    return similar(asked, caller, partsWithin(caller.bounds, parts), call);
  });
}

/** Limit of a body of `POST /v1/search`: only a plan with image search allows a body that holds an image. */
export function searchBodyLimit(plan: Plan): BodyLimit {
  if (plan.image_search) return { bytesMax: IMAGE_BODY_BYTES_MAX };
  return { bytesMax: TEXT_BYTES_MAX, ctx: { feature: 'image_search', plan: plan.id } };
}

/** A route that reads a request, asks a use case that bills, and writes its answer. */
function answerRoute<Body extends Pick<SearchBody, 'filters'>>(
  { timeoutMs, sources }: Pick<SearchParts, 'timeoutMs' | 'sources'>,
  read: (request: Request) => Body,
  answer: (body: Body, caller: Caller, call: CallContext, request: Request) => Promise<SearchAnswer>,
): RequestHandler {
  return async (request, response) => {
    const { id: keyId, account, environment, bounds } = keyOf(response);
    const body = read(request);
    const key = request.get('Idempotency-Key');
    // A key with other bounds must not replay the answer.
    const idempotency =
      key === undefined ? null : { key, request: bounds === null ? body : { body, bounds } };
    const call = callOf(request, response, timeoutMs);
    await sources.require(body.filters?.source_any ?? [], bounds?.sources, call);
    const answered = await answer(
      body,
      { account, keyId, bounds, isFree: environment === 'test', idempotency },
      call,
      request,
    );
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
