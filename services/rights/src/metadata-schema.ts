import { isAssetId } from '@imagesearch/facets/asset-id';
import { DATE } from '@imagesearch/facets/comparable';
import { DECLARED_NAMES, declaredRow, NO_FACTS, type DeclaredFacts } from '@imagesearch/facets/declared';
import { facetRow, isWithin, SIDES } from '@imagesearch/facets/facets';
import { METADATA_LIMITS } from '@imagesearch/facets/limits';
import { EVIDENCE, SIGNATURES, UNSAID } from '@imagesearch/facets/provenance';
import { COLOUR, PLAIN_SIGNALS, type PlainSignal, type PlainSignals } from '@imagesearch/facets/signals';
import { isPublicWebAddress } from '@imagesearch/service-kit/guarded-fetch/public-host';
import { CONVERTED_FORMATS, IMAGE_FORMATS } from '@imagesearch/image-files/format';
import { plainText } from '@imagesearch/service-kit/text/plain-text';
import { isWebAddress, parseAddress } from '@imagesearch/service-kit/text/web-address';
import { z } from 'zod';

const VERSION_CHARS_MAX = 200;

/** Postgres text cannot hold NUL. */
export const rawText = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    .refine((value) => !value.includes('\0'), 'must not contain NUL');

/** A source's words, which pages and credit lines show as one line. */
const text = (charsMax: number) => rawText(charsMax).transform(plainText);

const webAddress = z
  .string()
  .max(METADATA_LIMITS.urlCharsMax)
  .refine(isWebAddress, 'expected an http or https address')
  .transform(withoutGaps);

/** Downloads are redirected there, so the host must be public. */
const linkAddress = webAddress.refine(
  isPublicWebAddress,
  'expected an address with a public host name: no IP address, no name of a local network',
);

/** The wire leaves out what is unknown. */
const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.optional().transform((value) => value ?? null);
const flag = orNull(z.boolean());

/** What a classifier takes the image for, the likeliest first. */
const SHOWN_MAX = 5;
const SHOWN_NAME_CHARS_MAX = 100;

const fraction = z.number().min(0).max(1);
const edge = z.number().int().min(1).max(METADATA_LIMITS.edgePxMax);

/** Numbers and flags within the bounds of the facet table. */
const plainSignals = Object.fromEntries(
  PLAIN_SIGNALS.map((name) => {
    const { kind, range = {} } = facetRow(name);
    const value =
      kind === 'flag' ? z.boolean() : z.number().refine((given) => isWithin(given, range), 'out of range');
    return [name, orNull(value)];
  }),
  // `Object.fromEntries` loses the type of each name.
) as unknown as { [Name in PlainSignal]: z.ZodType<PlainSignals[Name]> };

const measured = z
  .object({
    ...plainSignals,
    palette: z
      .array(z.string().regex(COLOUR, 'expected #rrggbb'))
      .max(METADATA_LIMITS.paletteColoursMax)
      .default([]),
    paletteShares: z.array(fraction).default([]),
    negSpace: z.array(z.enum(SIDES)).max(SIDES.length).default([]),
    shows: z
      .array(z.object({ name: text(SHOWN_NAME_CHARS_MAX), confidence: fraction }))
      .max(SHOWN_MAX)
      .default([]),
  })
  .refine(
    ({ palette, paletteShares }) => paletteShares.length === 0 || paletteShares.length === palette.length,
    {
      path: ['paletteShares'],
      error: 'expected one share for each colour, or none',
    },
  );

const KIND = /^[A-Za-z]{1,64}$/;
const GENERATOR_CHARS_MAX = 200;

const provenance = z.object({
  statements: z
    .array(
      z.object({
        evidence: z.enum(EVIDENCE),
        ai: flag,
        kind: orNull(z.string().regex(KIND, 'expected a term of IPTC')),
      }),
    )
    .max(EVIDENCE.length),
  signature: orNull(z.enum(SIGNATURES)),
  claimGenerator: orNull(text(GENERATOR_CHARS_MAX)),
  createdAt: orNull(z.iso.datetime({ offset: true })),
});

/** By the table of what is declared. */
const declared = z.object(
  Object.fromEntries(
    DECLARED_NAMES.map((name) => {
      const { kind, charsMax = 0 } = declaredRow(name);
      return [name, { flag, address: orNull(webAddress), line: orNull(text(charsMax)) }[kind]];
    }),
    // `Object.fromEntries` loses the type of each name.
  ) as unknown as { [Name in keyof DeclaredFacts]: z.ZodType<DeclaredFacts[Name]> },
);

/** Whose word a licence is: that of the source, or that of the metadata in the file, which perhaps cannot be read. */
const DECLARERS = ['source', 'file', 'unread'] as const;

/** What resolving a licence needs of the metadata. */
export const declarationSchema = z.object({
  assetId: z.string().refine(isAssetId, 'expected <source>:<id>'),
  title: text(METADATA_LIMITS.titleCharsMax),
  creator: orNull(text(METADATA_LIMITS.creatorCharsMax)),
  licenseVerbatim: text(METADATA_LIMITS.licenseCharsMax),
  /** Empty when the source has no page of the image. */
  provenanceUrl: z.literal('').or(webAddress),
  /** `host`: served from our storage. `link`: the rights holder's own copy. */
  delivery: z.enum(['host', 'link']),
  /** The wire's default is empty. */
  declaredBy: z
    .literal('')
    .transform(() => 'source' as const)
    .or(z.enum(DECLARERS))
    .default('source'),
});

export const metadataSchema = declarationSchema
  .extend({
    tags: z.array(text(METADATA_LIMITS.tagCharsMax)).max(METADATA_LIMITS.tagsMax),
    description: text(METADATA_LIMITS.descriptionCharsMax),
    creatorUrl: orNull(webAddress),
    /** Known to be generated. */
    aiGenerated: z.boolean(),
    provenance: provenance.nullable().transform((said) => said ?? UNSAID),
    facts: declared.nullable().transform((facts) => facts ?? NO_FACTS),
    linkUrl: orNull(linkAddress),
    width: edge,
    height: edge,
    format: z.enum(IMAGE_FORMATS),
    /** Measured from the pixels. */
    signals: z.preprocess((signals) => signals ?? {}, measured),
    contentVersion: rawText(VERSION_CHARS_MAX).min(1),
    /** Of the file that was ingested, where the stored one was converted from it. */
    originalFormat: orNull(z.enum(CONVERTED_FORMATS)),
    /** Whether the file says where it was taken; null where its bytes were not read for it. */
    hasLocation: flag,
    /** When the image was made, as precise as it is known. */
    created: orNull(z.string().regex(DATE, 'expected a date or a moment (ISO 8601)')),
  })
  .refine(({ delivery, linkUrl }) => delivery !== 'link' || linkUrl !== null, {
    path: ['linkUrl'],
    error: 'required when delivery is "link"',
  });

/** One asset as its source describes it; null is unknown. */
export type AssetDescription = z.output<typeof metadataSchema>;

/** Encodes spaces, line ends and quotes, so that an address cannot read as further text of a credit line. */
function withoutGaps(address: string): string {
  return /[\s\p{Cc}\p{Cf}"<>]/u.test(address) ? (parseAddress(address)?.href ?? '') : address;
}
