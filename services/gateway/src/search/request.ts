import { LANGUAGES } from '@imagesearch/lexicon/languages';
import { AppError } from '@imagesearch/service-kit/errors';
import { z } from 'zod';
import { assetIdSchema } from '../assets/asset.js';
import { readUse, useSchema } from '../keys/use.js';
import { valueOf, type FieldSchema } from '../http/request.js';
import { validateBody, type SentIn } from '../http/validation.js';
import { COUNTED, SORTS } from './candidate.js';
import { filtersSchema } from './filters.js';
import { CURSOR_CHARS_MAX } from './page.js';

const QUERY_CHARS_MAX = 1000;
const K_DEFAULT = 10;

/** A BCP 47 tag: a language, and subtags such as a script or a region. */
export const LANGUAGE_TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4}$/;

const k = z
  .number()
  .int()
  .min(1)
  .default(K_DEFAULT)
  .describe(
    "Number of results wanted. If it is above the plan's `max_results`, that applies instead, and `k_capped` is set.",
  );

const minScore = z
  .union([z.number().min(0).max(1), z.literal('auto')], {
    error: 'This must be a number from 0 to 1, or "auto".',
  })
  .default(0)
  .describe(
    'Leaves out results whose `score` is lower; `auto` leaves out those below the `strong_score` of the answer. An answer may then have fewer than `k` results, or none.',
  );

const cursor = z
  .string()
  .min(1)
  .max(CURSOR_CHARS_MAX)
  .optional()
  .describe(
    'The `cursor` of an answer, to get its next page. The other fields must be the same as in the request for that answer; ' +
      'only `k` may differ. A page is billed like a search of that many results.',
  );

const usableOnly = z
  .boolean()
  .default(false)
  .describe(
    'Leaves out images that are not known to be usable for all purposes of `use`. The next results take their places.',
  );

/** Without a purpose nothing is known to be usable for it. */
function requireUse(
  { use, usable_only: isOnly }: { use?: object | undefined; usable_only: boolean },
  context: z.RefinementCtx,
): void {
  if (!isOnly || use !== undefined) return;
  context.addIssue({
    code: 'custom',
    path: ['use'],
    message: 'With `usable_only`, say in `use` what the images are for.',
    params: { type: 'missing' },
  });
}

/** Body of `POST /v1/search`. */
export const searchBodySchema = z
  .strictObject({
    query: z
      .string()
      .trim()
      .min(1)
      .max(QUERY_CHARS_MAX)
      .optional()
      .describe(
        'What to search for, in words. Without words and without an image, the search finds every image that satisfies the ' +
          'filters, newest first unless `sort` or a colour orders them. White space around the words is removed.',
      ),
    image_base64: z
      .string()
      .min(1)
      .optional()
      .describe(
        'A JPEG, PNG or WebP image in base64: at most 5 MiB decoded, 20 megapixels, and 65,535 pixels per edge. A data-URL ' +
          'prefix, the URL-safe alphabet, missing padding and white space are accepted.',
      ),
    image_url: z
      .string()
      .optional()
      .describe('Public https address of such an image. Send either this or `image_base64`.'),
    k,
    min_score: minScore,
    cursor,
    filters: filtersSchema.optional(),
    sort: z
      .enum(SORTS)
      .optional()
      .describe(
        'Orders the results by date instead of by how well they answer. With words or an image, only the most relevant images are ' +
          'ordered (`min_score` leaves fewer). Without, all images that satisfy the filters are ordered. Images whose ' +
          'date is unknown come last, and a year or a month counts as its first day.',
      ),
    facets: z
      .array(z.enum(COUNTED))
      .min(1)
      .max(COUNTED.length)
      .refine((names) => new Set(names).size === names.length, {
        error: 'Name each facet once.',
        params: { type: 'not_unique' },
      })
      .meta({ uniqueItems: true })
      .optional()
      .describe('Properties whose values `facets` in the answer counts.'),
    use: useSchema.optional(),
    usable_only: usableOnly,
    parse_design: z
      .boolean()
      .default(false)
      .describe(
        'Turns what the query says about the look and the permitted use of an image into filters, and searches for the ' +
          'remaining words. `applied_design` reports both. A filter in `filters` takes precedence over one from the words.',
      ),
    exact: z
      .boolean()
      .default(false)
      .describe(
        'Searches for the words exactly as written. By default, misspelt words are corrected, joined or split, ' +
          'and `corrections` lists them; words of other languages and emoji are translated, and `translations` lists them.',
      ),
    lang: z
      .string()
      .regex(LANGUAGE_TAG)
      .optional()
      .describe(
        'The language of `query` as a BCP 47 tag, such as `de` or `pt-BR`. Its words are then translated even if they are also ' +
          'English words: "chat" in French is a cat. Without `lang`, only words that the collection and English hardly have are ' +
          'translated, unless `Accept-Language` prefers another language to English, and it decides between languages that share a ' +
          'word. Known languages are ' +
          `${LANGUAGES.map((language) => `\`${language}\``).join(', ')}; any other language changes nothing.`,
      ),
  })
  .superRefine(({ image_base64, image_url }, context) => {
    if (image_base64 !== undefined && image_url !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['image_url'],
        message: 'Send image_base64 or image_url, not both.',
        params: { type: 'mutually_exclusive' },
      });
    }
  })
  .superRefine(requireUse);

/** Body of `POST /v1/similar`. */
export const similarBodySchema = z
  .strictObject({
    asset_id: assetIdSchema.describe(
      'The asset to compare with, `<source>:<id>`. The answer never contains it.',
    ),
    k,
    min_score: minScore,
    cursor,
    filters: filtersSchema.optional(),
    use: useSchema.optional(),
    usable_only: usableOnly,
  })
  .superRefine(requireUse)
  .describe('An indexed image, and filters for the images similar to it.');

export type SearchBody = z.output<typeof searchBodySchema>;
export type SimilarBody = z.output<typeof similarBodySchema>;

const { filters, use, image_base64, ...PLAIN_FIELDS } = fieldsOf(
  z.toJSONSchema(searchBodySchema, { io: 'input' }),
);

/** The filters, each a parameter under its own name. */
const FILTER_FIELDS = fieldsOf(filters);

/** The purposes, each a parameter too: apart from the filters, which have some of their names. */
const USE_FIELDS = Object.fromEntries(
  Object.entries(fieldsOf(use)).map(([name, field]) => [`use_${name}`, field]),
);

/** The parameters of `GET /v1/search`: the fields of the body that fit an address. */
export const SEARCH_PARAMS: Readonly<Record<string, FieldSchema>> = {
  ...PLAIN_FIELDS,
  ...FILTER_FIELDS,
  ...USE_FIELDS,
};

/** Fields of a body that are no parameters. */
const BODY_ONLY = Object.keys({ filters, use, image_base64 });

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
  const sentUse = readUse(parameters);
  const valued = [...parameters]
    .filter(([name]) => !Object.hasOwn(USE_FIELDS, name))
    .map(([name, sent]) => [name, valueOf(sent, SEARCH_PARAMS[name])] as const);
  const isFilter = ([name]: readonly [string, unknown]) => Object.hasOwn(FILTER_FIELDS, name);
  const filtersSent = valued.filter(isFilter);
  const body = {
    ...Object.fromEntries(valued.filter((entry) => !isFilter(entry))),
    ...(filtersSent.length > 0 && { filters: Object.fromEntries(filtersSent) }),
    ...(sentUse && { use: sentUse }),
  };
  return validateBody(searchBodySchema, body, IN_QUERY);
}

function onlyInBody(names: readonly string[]): AppError {
  return new AppError('invalid_request', 'The request is not valid.', {
    issues: names.map((name) => ({
      loc: ['query', name],
      msg: 'This field does not fit an address. Send it in the body of a POST; a filter is a parameter of its own name, and a purpose one that begins with `use_`.',
      type: 'extra_forbidden',
      input: null,
      ctx: {},
    })),
  });
}

function fieldsOf(schema: unknown): Record<string, FieldSchema> {
  return (schema as { properties: Record<string, FieldSchema> }).properties;
}
