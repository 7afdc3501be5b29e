import { z } from 'zod';
import { assetIdSchema } from '../../assets/schemas/asset-id.js';
import { filtersSchema } from './filters.js';

const QUERY_CHARS_MAX = 1000;
const K_DEFAULT = 10;

const k = z
  .number()
  .int()
  .min(1)
  .default(K_DEFAULT)
  .describe("Results wanted. Above the plan's `max_results` it is cut, and `k_capped` says so.");

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
        'What to look for, in words. Required when no picture is sent. White space around it is dropped.',
      ),
    image_base64: z
      .string()
      .min(1)
      .optional()
      .describe(
        'A JPEG, PNG or WebP picture in base64: at most 5 MiB decoded, 20 megapixels and 65,535 pixels an edge. A data-URL prefix, the ' +
          'url-safe alphabet, missing padding and white space are accepted.',
      ),
    image_url: z
      .string()
      .optional()
      .describe('Public https address of such a picture. Send this or `image_base64`, not both.'),
    k,
    filters: filtersSchema.optional(),
    parse_design: z
      .boolean()
      .default(false)
      .describe(
        'Reads what the query says of how a picture looks and what may be done with it, and searches for the words that ' +
          'are left. `applied_design` reports it; a filter in `filters` wins over one read from the words.',
      ),
  })
  .superRefine(({ query, image_base64, image_url }, context) => {
    if (image_base64 !== undefined && image_url !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['image_url'],
        message: 'Send image_base64 or image_url, not both.',
        params: { type: 'mutually_exclusive' },
      });
    } else if (query === undefined && image_base64 === undefined && image_url === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['query'],
        message: 'Send a query, a picture, or both.',
        params: { type: 'missing' },
      });
    }
  });

export type SearchBody = z.output<typeof searchBodySchema>;

/** Body of `POST /v1/similar`. */
export const similarBodySchema = z
  .strictObject({
    asset_id: assetIdSchema.describe('The seed, `<source>:<id>`. It is never in its own answer.'),
    k,
    filters: filtersSchema.optional(),
  })
  .describe('A picture of the index, and what its like must satisfy.');
