import { AppError } from '@imagesearch/service-kit/errors';
import { z } from 'zod';
import { validateBody, type SentIn } from '../../http/validation.js';
import { searchBodySchema } from './bodies.js';

export type SearchBody = z.output<typeof searchBodySchema>;

/** The JSON schema of one field. */
export type FieldSchema = Readonly<Record<string, unknown>>;

const { filters, image_base64, ...PLAIN_FIELDS } = fieldsOf(
  z.toJSONSchema(searchBodySchema, { io: 'input' }),
);

/** The filters, each a parameter under its own name. */
const FILTER_FIELDS = fieldsOf(filters);

/** The parameters of `GET /v1/search`: the fields of the body that fit an address. */
export const SEARCH_PARAMS: Readonly<Record<string, FieldSchema>> = { ...PLAIN_FIELDS, ...FILTER_FIELDS };

/** Fields of a body that are no parameters. */
const BODY_ONLY = Object.keys({ filters, image_base64 });

const IN_QUERY: SentIn = {
  locOf: (path) => ['query', ...(path[0] === 'filters' ? path.slice(1) : path)],
  namesAt: () => ({ known: Object.keys(SEARCH_PARAMS), elsewhere: { 'in the body of a POST': BODY_ONLY } }),
};

/**
 * The query string of `GET /v1/search` as the body of `POST /v1/search`, by the same schema.
 * @throws AppError `invalid_request` with the first faults found.
 */
export function readSearchParams(parameters: ReadonlyMap<string, readonly string[]>): SearchBody {
  const misplaced = BODY_ONLY.filter((name) => parameters.has(name));
  if (misplaced.length > 0) throw onlyInBody(misplaced);
  const valued = [...parameters].map(([name, sent]) => [name, valueOf(sent, SEARCH_PARAMS[name])] as const);
  const isFilter = ([name]: readonly [string, unknown]) => Object.hasOwn(FILTER_FIELDS, name);
  const filtersSent = valued.filter(isFilter);
  const body = {
    ...Object.fromEntries(valued.filter((entry) => !isFilter(entry))),
    ...(filtersSent.length > 0 && { filters: Object.fromEntries(filtersSent) }),
  };
  return validateBody(searchBodySchema, body, IN_QUERY);
}

function onlyInBody(names: readonly string[]): AppError {
  return new AppError('invalid_request', 'The request is not valid.', {
    issues: names.map((name) => ({
      loc: ['query', name],
      msg: 'This field does not fit an address. Send it in the body of a POST; a filter is a parameter of its own name.',
      type: 'extra_forbidden',
      input: null,
      ctx: {},
    })),
  });
}

/** A number as JSON writes it. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The values of a parameter in the type of its field. A text of another type stays, for the schema to refuse. */
function valueOf(values: readonly string[], field: FieldSchema | undefined): unknown {
  if (field?.['type'] === 'array') return values;
  const [value = ''] = values;
  if (values.length > 1) return values;
  switch (field?.['type']) {
    case 'integer':
    case 'number':
      return NUMBER.test(value) ? Number(value) : value;
    case 'boolean':
      return value === 'true' || value === 'false' ? value === 'true' : value;
    default:
      return value;
  }
}

function fieldsOf(schema: unknown): Record<string, FieldSchema> {
  return (schema as { properties: Record<string, FieldSchema> }).properties;
}
