import { z } from 'zod';
import { imageFields, type Asset, type Image } from './asset.js';
import { detailFields } from './declared.js';
import { ANSWERS, usableFor, type Usable, type Use } from '@imagesearch/facets/use';

export const usableSchema = z
  .strictObject({
    answer: z
      .enum(ANSWERS)
      .describe(
        'For all purposes together: "no" if any purpose is a "no", else "unknown" if any is unknown. A missing fact is unknown.',
      ),
    because: z
      .array(
        z.strictObject({
          code: z.string().describe('Such as `license.non_commercial`; more codes may be added.'),
          says: z.string().describe('The reason as a sentence.'),
          source: z
            .enum(['license', 'declared', 'detected'])
            .describe(
              'The licence; what else the source or the file declares; what is detected in the pixels.',
            ),
        }),
      )
      .describe('What decides. For a "yes": what permits the use, and under which conditions.'),
  })
  .describe(
    'Present if the request has `use`: whether the image may be used for that, according to its licence and its declared facts. ' +
      'This is not legal advice.',
  ) satisfies z.ZodType<Usable>;

export const assetSchema = z
  .strictObject({
    ...imageFields,
    description: z.string().describe('A description from the source or the file; empty if neither has one.'),
    usable: usableSchema.optional(),
    score: z.number().nullable().describe('Always null, because a look-up ranks nothing.'),
    format: z.string().describe('Format of the file, such as `png`.'),
    has_location: z
      .boolean()
      .nullable()
      .describe(
        'Whether the metadata of the file says where the image was taken or what place it shows (Exif GPS, XMP, IPTC). ' +
          "Null is unknown, for example for a rights holder's own copy.",
      ),
    ...detailFields,
    indexed: z
      .boolean()
      .nullable()
      .describe(
        'Whether searches can find it and `/v1/similar` can start from it; null while this is unknown.',
      ),
  })
  .describe('The full metadata of one asset.');

export type AssetAnswer = z.output<typeof assetSchema>;

/** Where the addresses in an answer point. */
export interface Addresses {
  /** Configured, never taken from a request. */
  baseUrl: string;
}

/** The full metadata of one asset (specification, section 2.4). @param use What it is wanted for, where the caller says so. */
export function presentAsset(
  asset: Asset,
  indexed: boolean | null,
  use: Use | undefined,
  { baseUrl }: Addresses,
): AssetAnswer {
  return {
    ...withFiles(asset.image, `${baseUrl}/v1/asset/direct`),
    ...asset.details,
    ...(use && { usable: usableFor(use, asset.used) }),
    score: null,
    indexed,
  };
}

/** What a result and a look-up both say of an image. @param files Where the addresses of its files begin. */
export function withFiles(image: Image, files: string) {
  // An id in a path: its colon stays readable, everything else that a path may not hold is escaped.
  const file = `${files}/${encodeURIComponent(image.asset_id).replaceAll('%3A', ':')}`;
  return { ...image, file, thumb: `${file}?v=thumb` };
}
