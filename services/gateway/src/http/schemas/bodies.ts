import { z } from 'zod';
import { filtersSchema } from './filters.js';

const QUERY_CHARS_MAX = 1000;
const K_DEFAULT = 10;

const k = z.number().int().min(1).default(K_DEFAULT);

/** `<source>:<id>` */
export const assetIdSchema = z
  .string()
  .max(256)
  .regex(/^[a-z0-9][a-z0-9._-]*:[^\s/\\?#]+$/i, 'Expected <source>:<id>.');

const notYet = (what: string) =>
  z.unknown().refine((value) => value === undefined || value === false, {
    message: `${what} is not available on this server yet.`,
    params: { type: 'not_available' },
  });

/** Body of `POST /v1/search`. */
export const searchBodySchema = z
  .strictObject({
    query: z.string().trim().min(1).max(QUERY_CHARS_MAX).optional(),
    image_base64: z.string().min(1).optional(),
    image_url: z.string().optional(),
    k,
    filters: filtersSchema.optional(),
    parse_design: notYet('parse_design').optional(),
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
export const similarBodySchema = z.strictObject({
  asset_id: assetIdSchema,
  k,
  filters: filtersSchema.optional(),
});
