import type { Request, Response, RequestHandler } from 'express';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import { z } from 'zod';
import { note, requestIdOf } from './telemetry.js';
import { validateBody } from './validation.js';

/** Context of a request's calls to other services: deadline, request id, and a signal that a disconnected client aborts. */
export function callOf(request: Request, response: Response, timeoutMs: number): CallContext {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  if (response.destroyed || (request.destroyed && !request.complete)) controller.abort();
  return {
    deadlineAt: Date.now() + timeoutMs,
    signal: controller.signal,
    requestId: requestIdOf(response),
    note: (facts) => note(response, facts),
  };
}

/** A search has 40 parameters, and a list is one that is sent several times. */
const PARAMETERS_MAX = 100;

/**
 * The values of each parameter of an address, in the order sent.
 * @throws AppError `invalid_request` above 100 parameters, `request_malformed` for bytes that are no UTF-8.
 */
export function parametersOf({ originalUrl }: Pick<Request, 'originalUrl'>): Map<string, string[]> {
  const [, query = ''] = /\?(.*)$/s.exec(originalUrl) ?? [];
  requireUtf8(query);
  const parameters = new Map<string, string[]>();
  let count = 0;
  for (const [name, value] of new URLSearchParams(query)) {
    count += 1;
    if (count > PARAMETERS_MAX) throw tooManyParameters();
    const values = parameters.get(name);
    if (values) values.push(value);
    else parameters.set(name, [value]);
  }
  return parameters;
}

/** Such bytes would become other characters without a word: `caf%E9` is Latin-1. A percent sign alone stands for itself. */
function requireUtf8(query: string): void {
  try {
    decodeURIComponent(query.replace(/%(?![0-9A-Fa-f]{2})/g, '%25'));
  } catch {
    throw new AppError('request_malformed', 'The address is not encoded in UTF-8: an é is %C3%A9.');
  }
}

function tooManyParameters(): Error {
  return invalid({
    loc: ['query'],
    msg: `An address may have at most ${PARAMETERS_MAX} parameters.`,
    type: 'array_too_long',
    input: null,
    ctx: { maximum: PARAMETERS_MAX },
  });
}

/** The JSON schema of one field. */
export type FieldSchema = Readonly<Record<string, unknown>>;

/** A number as JSON writes it. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The values of a parameter in the type of its field. A text of another type stays, for the schema to refuse. */
export function valueOf(values: readonly string[], field: FieldSchema | undefined): unknown {
  if (field?.['type'] === 'array') return values;
  const [value = ''] = values;
  if (values.length > 1) return values;
  // A number, or a word for one.
  switch (field?.['anyOf'] === undefined ? field?.['type'] : 'number') {
    case 'integer':
    case 'number':
      return NUMBER.test(value) ? Number(value) : value;
    case 'boolean':
      return value === 'true' || value === 'false' ? value === 'true' : value;
    default:
      return value;
  }
}

/** Refuses every parameter but these, as a body refuses an unknown field: a misspelt one must not be taken for an absent one. */
export function takes(...known: string[]): RequestHandler {
  const schema = z.strictObject(Object.fromEntries(known.map((name) => [name, z.unknown().optional()])));
  const sentIn = {
    locOf: (path: readonly (string | number)[]) => ['query', ...path],
    namesAt: () => ({ known, elsewhere: {} }),
  };
  return (request, _response, next) => {
    validateBody(schema, Object.fromEntries(parametersOf(request)), sentIn);
    next();
  };
}
