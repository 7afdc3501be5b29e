import { ASSET_ID, ASSET_ID_CHARS_MAX } from '@imagesearch/facets/asset-id';
import { SIDES } from '@imagesearch/facets/facets';
import { EVIDENCE, SIGNATURES, type Provenance } from '@imagesearch/facets/provenance';
import { z } from 'zod';
import type { Asset, Rights, Signals } from './asset.js';
import { usableFor, usableSchema, type Use } from './usable.js';

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
      .describe('Whether a changed version may be published; null is unknown, never a permission.'),
    share_alike: z
      .boolean()
      .nullable()
      .describe(
        'Whether a changed version must have the same licence, or one that it accepts instead; null is unknown, never "no".',
      ),
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

const statement = {
  ai: z
    .boolean()
    .nullable()
    .describe('Whether a model or an algorithm made the image or a part of it; null is unknown, never "no".'),
  kind: z
    .string()
    .nullable()
    .describe(
      "Term of [IPTC's digital source types](http://cv.iptc.org/newscodes/digitalsourcetype/), such as `trainedAlgorithmicMedia`.",
    ),
};

const evidence = z
  .enum(EVIDENCE)
  .describe(
    '`c2pa`: Content Credentials in the file. `xmp`: an IPTC field in its XMP. `source`: its collection. `declared`: the table that it was ingested with.',
  );

/** How an image was made. */
const provenanceSchema = z
  .strictObject({
    ...statement,
    evidence: evidence.nullable().describe('Who says so; null if nobody says anything.'),
    statements: z
      .array(z.strictObject({ evidence, ...statement }))
      .describe(
        'All statements, even if they disagree. The first one decides: any "generated" comes before every "not generated".',
      ),
    signature: z
      .enum(SIGNATURES)
      .nullable()
      .describe(
        'State of the Content Credentials (C2PA): `valid`, `untrusted` (unchanged, but the operator does not trust the signer), or ' +
          '`invalid` (the file or its credentials were changed). Null if there are none, or they cannot be checked.',
      ),
    claim_generator: z.string().nullable().describe('The program that wrote the Content Credentials.'),
    created_at: z.string().nullable().describe('When the Content Credentials say that the image was made.'),
  })
  .describe('How the image was made, according to its source and its file.');

const known = (says: string) => z.boolean().nullable().describe(`${says}; null is unknown.`);

/** What is said of an image's use beside its licence. */
const useSchemas = {
  created_at: z
    .string()
    .nullable()
    .describe('When the image was made: a year, a month, a day or a moment (ISO 8601); null is unknown.'),
  training: known(
    'Whether models may be trained with it, according to PLUS Data Mining, a TDM reservation or its source',
  ),
  releases: z
    .strictObject({
      model: known('Whether the people in it have agreed'),
      property: known('Whether the owners of what it shows have agreed'),
    })
    .describe('Releases, according to PLUS fields or the source.'),
  editorial_only: known('Whether it is for editorial use only'),
  sensitive: known('Whether its source marks it as unfit for everyone'),
  licensor_url: z
    .string()
    .nullable()
    .describe('Where to get a licence (PLUS Licensor URL, or Web Statement of Rights); null is unknown.'),
};

const pixels = z.number().int().min(1).describe('Pixels.');

export const imageFields = {
  asset_id: assetIdSchema,
  title: z.string(),
  tags: z.array(z.string()).describe('Tags from the source; empty if it gives none.'),
  creator: z.string().nullable().describe('Who made the image, as the source names them; null is unknown.'),
  source: z.string().describe('The collection that the image comes from.'),
  ai_generated: z
    .boolean()
    .describe(
      'Whether it is known to be generated, in whole or in part. Also `false` if nobody says how it was made: `provenance.ai` tells the two apart.',
    ),
  provenance: provenanceSchema,
  width: pixels,
  height: pixels,
  file: z
    .url()
    .describe(
      'Redirects to the file. Follow the redirect; do not store its target. With `?v=credited`, the file carries its credit.',
    ),
  thumb: z.url().describe('The same image, at most 400 pixels on the longest edge.'),
  license: z.string().min(1).describe('As in `rights`.'),
  ...useSchemas,
  rights: rightsSchema,
  cv: signalsSchema,
};

export const assetSchema = z
  .strictObject({
    ...imageFields,
    description: z.string().describe('A description from the source or the file; empty if neither has one.'),
    usable: usableSchema.optional(),
    score: z.null().describe('Always null, because a look-up ranks nothing.'),
    format: z.string().describe('Format of the file, such as `png`.'),
    has_location: z
      .boolean()
      .nullable()
      .describe(
        'Whether the metadata of the file says where the image was taken or what place it shows (Exif GPS, XMP, IPTC). ' +
          "Null is unknown, for example for a rights holder's own copy.",
      ),
    indexed: z
      .boolean()
      .nullable()
      .describe(
        'Whether searches can find it and `/v1/similar` can start from it; null while this is unknown.',
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

/** The full metadata of one asset (specification, section 2.4). @param use What it is wanted for, where the caller says so. */
export function presentAsset(
  asset: Asset,
  indexed: boolean | null,
  use: Use | undefined,
  { baseUrl }: Addresses,
): AssetAnswer {
  return {
    ...presentImage(asset, `${baseUrl}/v1/asset/direct`),
    description: asset.description,
    ...(use && { usable: usableFor(use, asset) }),
    score: null,
    format: asset.format,
    has_location: asset.hasLocation,
    indexed,
  };
}

/** What a result and a look-up both say of an image. @param files Where the addresses of its files begin. */
export function presentImage(asset: Asset, files: string) {
  const file = `${files}/${encodeAssetId(asset.assetId)}`;
  return {
    asset_id: asset.assetId,
    title: asset.title,
    tags: asset.tags,
    creator: asset.creator,
    source: asset.source,
    ai_generated: asset.aiGenerated,
    provenance: presentProvenance(asset.provenance),
    width: asset.width,
    height: asset.height,
    file,
    thumb: `${file}?v=thumb`,
    license: asset.rights.license,
    ...presentUse(asset),
    rights: presentRights(asset.rights),
    cv: presentSignals(asset.signals),
  };
}

function presentProvenance({ statements, signature, claimGenerator, createdAt }: Provenance) {
  const { ai = null, kind = null, evidence = null } = statements[0] ?? {};
  return {
    ai,
    kind,
    evidence,
    statements: statements.map((said) => ({ evidence: said.evidence, ai: said.ai, kind: said.kind })),
    signature,
    claim_generator: claimGenerator,
    created_at: createdAt,
  };
}

function presentUse({ created, facts }: Asset) {
  return {
    created_at: created,
    training: facts.training,
    releases: { model: facts.modelRelease, property: facts.propertyRelease },
    editorial_only: facts.editorialOnly,
    sensitive: facts.sensitive,
    licensor_url: facts.licensorUrl,
  };
}

/** An id in a path: its colon stays readable, everything else that a path may not hold is escaped. */
function encodeAssetId(assetId: string): string {
  return encodeURIComponent(assetId).replaceAll('%3A', ':');
}

function presentRights(rights: Rights): RightsAnswer {
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

function presentSignals({ palette, luminance, negSpace, faces, aspect, shows }: Signals): SignalsAnswer {
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
