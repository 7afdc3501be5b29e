import { PURPOSES, type Use } from '@imagesearch/facets/use';
import { z } from 'zod';
import { valueOf } from '../http/request.js';
import { validateBody } from '../http/validation.js';

const purpose = (says: string) => z.boolean().optional().describe(says);

/** What somebody wants to do with an image; what is left out is not asked. */
const PURPOSE_SCHEMAS = {
  commercial: purpose(
    '`true`: the use is mainly meant for profit or payment, such as in something that is sold or that advertises.',
  ),
  modify: purpose(
    '`true`: a changed version is published: cropped, recoloured, merged with others. Another size or format is no change.',
  ),
  attribute: purpose('`false`: it is shown without a credit.'),
  share_alike: purpose(
    '`false`: a changed version cannot be published under the licence of the image, or one that it accepts instead. Matters only with `modify`.',
  ),
  train_ai: purpose('`true`: models are trained with it.'),
  people_identifiable: purpose(
    '`true`: people can be identified in it, and it advertises or endorses something.',
  ),
  property_identifiable: purpose(
    '`true`: the same for private property: a building, a work of art, a brand.',
  ),
} satisfies Record<(typeof PURPOSES)[number], z.ZodType>;

export const useSchema = z
  .strictObject(PURPOSE_SCHEMAS)
  .refine((use) => Object.values(use).some((asked) => asked !== undefined), {
    error: 'Name at least one purpose.',
    params: { type: 'missing' },
  })
  .describe(
    'What the images are for. Each image in the answer then has `usable`. A purpose that you leave out is not checked.',
  );

/** The parameters of an address that stand for the purposes: `use_commercial`, and so on. */
export const USE_PARAMS: readonly string[] = PURPOSES.map((name) => `use_${name}`);

/**
 * The purposes in an address; undefined where it names none.
 * @throws AppError `invalid_request` for a value other than `true` and `false`.
 */
export function readUse(parameters: ReadonlyMap<string, readonly string[]>): Use | undefined {
  const sent = [...parameters].flatMap(([name, values]) =>
    USE_PARAMS.includes(name)
      ? [[name.slice('use_'.length), valueOf(values, { type: 'boolean' })] as const]
      : [],
  );
  if (sent.length === 0) return undefined;
  return validateBody(useSchema, Object.fromEntries(sent), {
    locOf: ([name]) => ['query', `use_${String(name)}`],
    namesAt: () => ({ known: USE_PARAMS, elsewhere: {} }),
  });
}
