import type { Asset as WireAsset } from '@imagesearch/contracts/messages';
import type { RightsClient } from '@imagesearch/contracts/clients';
import { ASSET_ID, ASSET_ID_CHARS_MAX, sourceOf } from '@imagesearch/facets/asset-id';
import { cataloguedFacets, usedImage } from '@imagesearch/facets/catalogued';
import type { FacetValue } from '@imagesearch/facets/conditions';
import { SIDES, type FacetName } from '@imagesearch/facets/facets';
import { EVIDENCE, SIGNATURES } from '@imagesearch/facets/provenance';
import { COLOUR } from '@imagesearch/facets/signals';
import { usableFor } from '@imagesearch/facets/use';
import type { UsedImage } from '@imagesearch/facets/use-facts';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { z } from 'zod';
import type { Bounds } from '../keys/bounds.js';
import { declaredFields, detailsDeclared, presentDeclared, type DeclaredDetails } from './declared.js';

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
      .array(z.string().regex(COLOUR))
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
  created_at: z
    .string()
    .nullable()
    .describe('When the image was made: a year, a month, a day or a moment (ISO 8601); null is unknown.'),
  ...declaredFields,
  rights: rightsSchema,
  cv: signalsSchema,
};

/** What every answer shows of an image, without the addresses of its files. */
export type Image = Omit<z.output<z.ZodObject<typeof imageFields>>, 'file' | 'thumb'>;

export interface Asset {
  image: Image;
  /** Changes with everything that is said of it. */
  contentVersion: string;
  /** Its values that filters test, in the form of the index. */
  facetOf: (facet: FacetName) => FacetValue;
  /** What the rules of use ask about. */
  used: UsedImage;
  /** What only a look-up shows. */
  details: { description: string; format: string; has_location: boolean | null } & DeclaredDetails;
}

export interface Catalogue {
  /** In the order asked for, without unknown and withdrawn ones. */
  assets(assetIds: readonly string[], call: CallContext): Promise<Asset[]>;
  /** The same, without the changes of at most the last 2 seconds. */
  recentAssets(assetIds: readonly string[], call: CallContext): Promise<Asset[]>;
}

/** The rights service as the gateway sees it. */
export function createCatalogue(client: Pick<RightsClient, 'getAssets'>): Catalogue {
  const find = async (assetIds: readonly string[], mayBeRecent: boolean, call: CallContext) => {
    const { assets } = await client.getAssets({ assetIds: [...assetIds], mayBeRecent }, call);
    return assets.map(assetFromWire);
  };
  return {
    assets: (assetIds, call) => find(assetIds, false, call),
    recentAssets: (assetIds, call) => find(assetIds, true, call),
  };
}

/** @throws AppError `internal` when a required part is missing on the wire. */
export function assetFromWire({ metadata, rights, source }: WireAsset): Asset {
  if (!metadata || !rights)
    throw new AppError('internal', 'The rights service answered with half of an asset.');
  const { description, format, facts, hasLocation = null } = metadata;
  const image: Image = {
    asset_id: metadata.assetId,
    title: metadata.title,
    tags: metadata.tags,
    creator: metadata.creator ?? null,
    source,
    ai_generated: metadata.aiGenerated,
    provenance: provenanceFromWire(metadata.provenance),
    width: metadata.width,
    height: metadata.height,
    license: rights.license,
    created_at: metadata.created ?? null,
    ...presentDeclared(facts ?? {}),
    rights: rightsFromWire(rights),
    cv: signalsFromWire(metadata.signals),
  };
  return {
    image,
    contentVersion: metadata.contentVersion,
    facetOf: cataloguedFacets({ metadata, rights }),
    used: usedImage(metadata, rights),
    details: { description, format, has_location: hasLocation, ...detailsDeclared(facts ?? {}) },
  };
}

type WireMetadata = NonNullable<WireAsset['metadata']>;

function provenanceFromWire(wire: WireMetadata['provenance']): Image['provenance'] {
  const statements = (wire?.statements ?? []).flatMap(({ evidence, ai = null, kind = null }) => {
    const known = EVIDENCE.find((name) => name === evidence);
    return known === undefined ? [] : [{ evidence: known, ai, kind }];
  });
  return {
    ...(statements[0] ?? { ai: null, kind: null, evidence: null }),
    statements,
    signature: SIGNATURES.find((name) => name === wire?.signature) ?? null,
    claim_generator: wire?.claimGenerator ?? null,
    created_at: wire?.createdAt ?? null,
  };
}

/** Finer than anyone can see. */
const LUMINANCE_DECIMALS = 4;

function signalsFromWire(wire: WireMetadata['signals']): Image['cv'] {
  const { luminance, shows = [] } = wire ?? {};
  return {
    palette: wire?.palette ?? [],
    luminance: luminance === undefined ? null : Number(luminance.toFixed(LUMINANCE_DECIMALS)),
    neg_space: SIDES.filter((side) => wire?.negSpace.includes(side)),
    faces: wire?.faces ?? null,
    aspect: wire?.aspect ?? null,
    ...(shows.length > 0 && { shows }),
  };
}

function rightsFromWire(wire: NonNullable<WireAsset['rights']>): Image['rights'] {
  return {
    license: wire.license,
    license_verbatim: wire.licenseVerbatim,
    commercial: wire.commercial ?? null,
    attribution_required: wire.attributionRequired ?? null,
    derivatives: wire.derivatives ?? null,
    share_alike: wire.shareAlike ?? null,
    attribution: wire.attribution ?? null,
    provenance_url: wire.provenanceUrl,
    basis: wire.basis,
    delivery: wire.delivery === 'link' ? 'link' : 'host',
  };
}

/** The catalogue as a key sees it; null is a key without bounds. Every answer with an image reads it. */
export function catalogueWithin(bounds: Bounds | null, catalogue: Catalogue): Catalogue {
  if (bounds === null) return catalogue;
  const { sources } = bounds;
  // An image of another source is not even read: that would take longer than to find that there is none.
  const within =
    (find: Catalogue['assets']): Catalogue['assets'] =>
    async (assetIds, call) => {
      const ids = assetIds.filter((assetId) => sources?.includes(sourceOf(assetId)) ?? true);
      if (ids.length === 0) return [];
      return (await find(ids, call)).filter((asset) => isWithin(bounds, asset));
    };
  return {
    assets: within((...wanted) => catalogue.assets(...wanted)),
    recentAssets: within((...wanted) => catalogue.recentAssets(...wanted)),
  };
}

function isWithin({ licenses, usable_for: use }: Bounds, asset: Asset): boolean {
  return (
    (licenses === undefined || licenses.includes(asset.image.rights.license)) &&
    (use === undefined || usableFor(use, asset.used).answer === 'yes')
  );
}
