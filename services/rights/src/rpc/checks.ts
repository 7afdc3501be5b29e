import { isAssetId } from '@imagesearch/facets/asset-id';
import { facetRow, isWithin, SIDES } from '@imagesearch/facets/facets';
import { METADATA_LIMITS } from '@imagesearch/facets/limits';
import { PLAIN_SIGNALS, type PlainSignal, type PlainSignals } from '@imagesearch/facets/signals';
import { AppError } from '@imagesearch/service-kit/errors';
import { IMAGE_FORMATS } from '@imagesearch/service-kit/image/image-format';
import { plainText } from '@imagesearch/service-kit/text/plain-text';
import { isPublicWebAddress } from '@imagesearch/service-kit/guarded-fetch/public-host';
import { parseAddress } from '@imagesearch/service-kit/text/web-address';
import { z } from 'zod';

const VERSION_CHARS_MAX = 200;
const ACTOR_CHARS_MAX = 200;
const REASON_CHARS_MAX = 2_000;
/** A side of an image; the wire's uint32 reaches further than Postgres' integer. */
const EDGE_PX_MAX = 1_000_000;

/** Postgres text holds every character but this one. */
const rawText = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    .refine((value) => !value.includes('\0'), 'must not contain NUL');

/** A source's words, which pages and credit lines show. */
const text = (charsMax: number) => rawText(charsMax).transform(plainText);

const webAddress = z
  .string()
  .max(METADATA_LIMITS.urlCharsMax)
  .refine(isWebAddress, 'expected an http or https address')
  .transform(withoutGaps);

/** Readers are redirected there, so it must not lead into anybody's own network. */
const linkAddress = webAddress.refine(
  isPublicWebAddress,
  'expected an address with a public host name: no IP address, no name of a local network',
);

const fraction = z.number().min(0).max(1);
const edge = z.number().int().min(1).max(EDGE_PX_MAX);

/** Numbers and flags as the table of facets bounds them. */
const plainSignals = Object.fromEntries(
  PLAIN_SIGNALS.map((name) => {
    const { kind, range = {} } = facetRow(name);
    const value =
      kind === 'flag' ? z.boolean() : z.number().refine((given) => isWithin(given, range), 'out of range');
    return [name, value.optional()];
  }),
  // The entries of a table lose which name has which type.
) as unknown as { [Name in PlainSignal]: z.ZodOptional<z.ZodType<NonNullable<PlainSignals[Name]>>> };

const signals = z
  .object({
    ...plainSignals,
    palette: z
      .array(z.string().regex(/^#[0-9a-f]{6}$/, 'expected #rrggbb'))
      .max(METADATA_LIMITS.paletteColoursMax),
    paletteShares: z.array(fraction),
    negSpace: z.array(z.enum(SIDES)).max(SIDES.length),
  })
  .refine(
    ({ palette, paletteShares }) => paletteShares.length === 0 || paletteShares.length === palette.length,
    {
      path: ['paletteShares'],
      message: 'expected one share for each colour, or none',
    },
  );

const declaration = z.object({
  assetId: z.string().refine(isAssetId, 'expected <source>:<id>'),
  title: text(METADATA_LIMITS.titleCharsMax),
  creator: text(METADATA_LIMITS.creatorCharsMax).optional(),
  licenseVerbatim: text(METADATA_LIMITS.licenseCharsMax),
  /** Empty when the source has no page of the image. */
  provenanceUrl: z.literal('').or(webAddress),
  delivery: z.enum(['host', 'link']),
});

const metadata = declaration
  .extend({
    tags: z.array(text(METADATA_LIMITS.tagCharsMax)).max(METADATA_LIMITS.tagsMax),
    description: text(METADATA_LIMITS.descriptionCharsMax),
    creatorUrl: webAddress.optional(),
    aiGenerated: z.boolean(),
    linkUrl: linkAddress.optional(),
    width: edge,
    height: edge,
    format: z.enum(IMAGE_FORMATS),
    signals: signals.nullable(),
    contentVersion: rawText(VERSION_CHARS_MAX).min(1),
  })
  .refine(({ delivery, linkUrl }) => delivery !== 'link' || linkUrl !== undefined, {
    path: ['linkUrl'],
    message: 'required when delivery is "link"',
  });

/** Who and why: an empty one would be no record at all. */
const change = z.object({
  actor: rawText(ACTOR_CHARS_MAX).trim().min(1),
  reason: rawText(REASON_CHARS_MAX).trim().min(1),
});

export type CheckedMetadata = z.output<typeof metadata>;
export type CheckedDeclaration = z.output<typeof declaration>;

/** @throws AppError `invalid_request` that lists every fault. */
export function checkMetadata(value: unknown): CheckedMetadata {
  return check(metadata, value, ['metadata']);
}

/** What resolving a licence needs of the metadata. */
export function checkDeclaration(value: unknown): CheckedDeclaration {
  return check(declaration, value, ['metadata']);
}

/** @throws AppError `invalid_request` when it does not say who or why. */
export function checkChange(value: unknown): z.output<typeof change> {
  return check(change, value, []);
}

function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  at: readonly string[],
): z.output<Schema> {
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message, code }) => ({
    loc: [...at, ...path.map((part) => (typeof part === 'symbol' ? part.toString() : part))],
    msg: message,
    type: code,
  }));
  throw new AppError('invalid_request', 'The request is invalid.', { issues });
}

function isWebAddress(value: string): boolean {
  const url = parseAddress(value);
  if (url === undefined) return false;
  const { protocol, username, password } = url;
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '';
}

/** An address with a space or a line end in it could carry on as a sentence; in its normal form those are encoded. */
function withoutGaps(address: string): string {
  return /[\s\p{Cc}\p{Cf}"<>]/u.test(address) ? (parseAddress(address)?.href ?? '') : address;
}
