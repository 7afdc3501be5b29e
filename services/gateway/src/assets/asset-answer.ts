import { SIDES } from '@imagesearch/facets/facets';
import { z } from 'zod';
import type { Asset, Rights, Signals } from './asset.js';
import { ASSET_ID, ASSET_ID_CHARS_MAX } from '@imagesearch/facets/asset-id';

export const assetIdSchema = z
  .string()
  .max(ASSET_ID_CHARS_MAX)
  .regex(ASSET_ID, 'Expected <source>:<id>.')
  .describe('`<source>:<id>`');

/** Rights as the source declares them (specification, section 2.3). */
export const rightsSchema = z
  .strictObject({
    license: z
      .string()
      .min(1)
      .describe('Normalised licence code; `unknown` if the declaration cannot be read.'),
    license_verbatim: z.string().describe('The licence as the source names it.'),
    commercial: z
      .boolean()
      .nullable()
      .describe('Whether commercial use is permitted; null is unknown, never a permission.'),
    attribution_required: z
      .boolean()
      .nullable()
      .describe('Whether a credit line is required; null is unknown, never "no".'),
    derivatives: z
      .boolean()
      .nullable()
      .describe('Whether the image may be changed; null is unknown, never a permission.'),
    share_alike: z
      .boolean()
      .nullable()
      .describe('Whether a changed image must have the same licence; null is unknown, never "no".'),
    attribution: z
      .string()
      .nullable()
      .describe(
        'Credit line, ready to use: one line of plain text, to be escaped for HTML or Markdown. Null if none is required, and ' +
          'also if the licence is unknown: `attribution_required` tells the two apart.',
      ),
    provenance_url: z.string().describe('The page of the image at its source; empty if the source has none.'),
    basis: z.string().min(1).describe('The basis of these statements.'),
    delivery: z
      .enum(['host', 'link'])
      .describe("`host`: the service serves the file. `link`: the file is the rights holder's own copy."),
  })
  .describe('Rights as the source declares them. Keep the whole object with an image that you choose.');

/** How an image looks (specification, section 2.2); null is unknown. */
export const signalsSchema = z
  .strictObject({
    palette: z
      .array(z.string().regex(/^#[0-9a-f]{6}$/))
      .describe('Main colours, the most frequent first; empty if unknown.'),
    luminance: z.number().min(0).max(1).nullable(),
    neg_space: z
      .array(z.enum(SIDES))
      .describe('Sides with room for text. Empty if there is none, and also if they are unknown.'),
    faces: z.number().int().min(0).nullable(),
    aspect: z.number().positive().nullable().describe('Width over height.'),
    shows: z
      .array(z.strictObject({ name: z.string(), confidence: z.number().min(0).max(1) }))
      .optional()
      .describe('What a classifier takes the image for, the likeliest first: a guess. Absent without one.'),
  })
  .describe('Design-layer signals.');

const pixels = z.number().int().min(1).describe('Pixels.');

export const imageFields = {
  asset_id: assetIdSchema,
  title: z.string(),
  tags: z.array(z.string()).describe('What the source says that the image shows; empty if it says nothing.'),
  creator: z.string().nullable().describe('Who made the image, as the source names them; null is unknown.'),
  source: z.string().describe('The collection that the image comes from.'),
  ai_generated: z
    .boolean()
    .describe('Whether the source declares that a model made the image; `false` also if it says nothing.'),
  width: pixels,
  height: pixels,
  file: z
    .url()
    .describe(
      'Redirects to the file. Follow the redirect; do not store its target. With `?v=credited`, the file carries its credit.',
    ),
  thumb: z.url().describe('The same, at most 400 pixels on the longest edge.'),
  license: z.string().min(1).describe('As in `rights`.'),
  rights: rightsSchema,
  cv: signalsSchema,
};

export const assetSchema = z
  .strictObject({
    ...imageFields,
    score: z.null().describe('Always null, because a look-up ranks nothing.'),
    format: z.string().describe('Format of the file, such as `png`.'),
    indexed: z
      .boolean()
      .nullable()
      .describe(
        'Whether a search can find it and `/v1/similar` can start from it; null while that is unknown.',
      ),
  })
  .describe('The full metadata of one asset.');

type RightsAnswer = z.output<typeof rightsSchema>;
type SignalsAnswer = z.output<typeof signalsSchema>;
export type AssetAnswer = z.output<typeof assetSchema>;

/** Where the addresses in an answer point. */
export interface Addresses {
  /** Configured, never taken from a request. */
  baseUrl: string;
}

/** The full metadata of one asset (specification, section 2.4). */
export function presentAsset(asset: Asset, indexed: boolean | null, { baseUrl }: Addresses): AssetAnswer {
  return {
    asset_id: asset.assetId,
    title: asset.title,
    tags: asset.tags,
    creator: asset.creator,
    source: asset.source,
    score: null,
    ai_generated: asset.aiGenerated,
    width: asset.width,
    height: asset.height,
    format: asset.format,
    ...fileAddresses(`${baseUrl}/v1/asset/direct/${encodeAssetId(asset.assetId)}`),
    license: asset.rights.license,
    rights: presentRights(asset.rights),
    cv: presentSignals(asset.signals),
    indexed,
  };
}

export function fileAddresses(file: string) {
  return { file, thumb: `${file}?v=thumb` };
}

/** An id in a path: its colon stays readable, everything else that a path may not hold is escaped. */
export function encodeAssetId(assetId: string): string {
  return encodeURIComponent(assetId).replaceAll('%3A', ':');
}

export function presentRights(rights: Rights): RightsAnswer {
  return {
    license: rights.license,
    license_verbatim: rights.licenseVerbatim,
    commercial: rights.commercial,
    attribution_required: rights.attributionRequired,
    derivatives: rights.derivatives,
    share_alike: rights.shareAlike,
    attribution: rights.attribution,
    provenance_url: rights.provenanceUrl,
    basis: rights.basis,
    delivery: rights.delivery,
  };
}

/** Finer than anyone can see. */
const LUMINANCE_DECIMALS = 4;

export function presentSignals({
  palette,
  luminance,
  negSpace,
  faces,
  aspect,
  shows,
}: Signals): SignalsAnswer {
  const rounded = luminance === null ? null : Number(luminance.toFixed(LUMINANCE_DECIMALS));
  return {
    palette,
    luminance: rounded,
    neg_space: negSpace,
    faces,
    aspect,
    ...(shows.length > 0 && { shows }),
  };
}
