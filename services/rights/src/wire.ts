import type {
  AssetInput,
  ListAssetEventsResponseInput,
  ListAssetsResponseInput,
  RightsInput,
  AssetState as WireState,
  CreateDownloadRequest,
  MarkStalePointsRequest,
} from '@imagesearch/contracts/messages';
import { known } from '@imagesearch/contracts/clients';
import { ASSET_ID_CHARS_MAX, isAssetId, sourceOf } from '@imagesearch/facets/asset-id';
import { METADATA_LIMITS, NAMES_LIMITS } from '@imagesearch/facets/limits';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import { z } from 'zod';
import {
  type AssetEvent,
  type AssetSummary,
  type RecordedState,
  type Asset,
  type Rights,
  ASSET_STATES,
} from './assets.js';
import { FILE_VARIANTS, type FileVariant } from './files.js';
import { metadataSchema, rawText } from './metadata-schema.js';
import { MARKS, type Mark } from './stale-points.js';

type ListedAssetInput = NonNullable<ListAssetsResponseInput['assets']>[number];
type AssetEventInput = NonNullable<ListAssetEventsResponseInput['events']>[number];

export function assetToWire({ description, rights }: Asset): AssetInput {
  const { signals, provenance, facts, ...metadata } = description;
  return {
    metadata: {
      ...known(metadata),
      signals: known(signals),
      provenance: { ...known(provenance), statements: provenance.statements.map(known) },
      facts: known(facts),
    },
    rights: rightsToWire(rights),
    source: sourceOf(description.assetId),
  };
}

export const summaryToWire = ({ state, ...summary }: AssetSummary): ListedAssetInput => ({
  ...summary,
  state: WIRE_STATE[state],
});

export function eventToWire({ state, at, license, previousLicense, ...event }: AssetEvent): AssetEventInput {
  const licenses = known({ license, previousLicense });
  return { ...event, ...licenses, state: WIRE_STATE[state], atMs: at.getTime() };
}

export const rightsToWire = (rights: Rights): RightsInput => known(rights);

export const WIRE_STATE = {
  active: 'ASSET_STATE_ACTIVE',
  withdrawn: 'ASSET_STATE_WITHDRAWN',
  deleted: 'ASSET_STATE_DELETED',
} as const satisfies Record<RecordedState, WireState>;

const ASSETS_MAX = 1_000;
const LIST_LIMIT_DEFAULT = 500;
const ACTOR_CHARS_MAX = 200;
const REASON_CHARS_MAX = 2_000;
/** The longest path of common file systems. */
const ORIGIN_CHARS_MAX = 4_096;
const SOURCE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

const STATES = Object.keys(WIRE_STATE) as RecordedState[];

const stateSchema = z
  .enum(WIRE_STATE)
  .transform((wire) => STATES.find((state) => WIRE_STATE[state] === wire));

/** An empty actor or reason would be a useless record. */
export const causeSchema = z.object({
  actor: rawText(ACTOR_CHARS_MAX).trim().min(1),
  reason: rawText(REASON_CHARS_MAX).trim().min(1),
});

export const digestSchema = z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in hex');

/** Of a stored asset. */
export const versionSchema = metadataSchema.shape.contentVersion;

export const stateChangeSchema = causeSchema.extend({
  assetId: z.string(),
  state: stateSchema.pipe(z.enum(ASSET_STATES)),
});

export const claimSchema = z.object({
  source: z.string().regex(SOURCE, 'expected the part of an asset id before its colon'),
  origin: z.object({
    kind: rawText(NAMES_LIMITS.charsMax).min(1),
    machine: rawText(ORIGIN_CHARS_MAX),
    path: rawText(ORIGIN_CHARS_MAX),
  }),
  stripLocation: z.boolean().exactOptional(),
  stated: z
    .object({
      license: rawText(METADATA_LIMITS.licenseCharsMax).exactOptional(),
      overridesLicense: z.boolean().exactOptional(),
      creator: rawText(METADATA_LIMITS.creatorCharsMax).exactOptional(),
    })
    .nullish()
    .transform((stated) => stated ?? {}),
});

/** A page of assets. A cursor is the last id of the page before, so that it needs no state. */
export const pageSchema = z.object({
  source: rawText(ASSET_ID_CHARS_MAX)
    .optional()
    .transform((source) => source ?? null),
  /** No states select all assets that there are. */
  states: z
    .array(stateSchema.pipe(z.enum(STATES)))
    .transform((states) => (states.length === 0 ? ASSET_STATES : states)),
  cursor: z
    .literal('')
    .transform(() => null)
    .or(z.string().refine(isAssetId, 'Not a cursor of this service.')),
  /** 0, the wire's default, selects the default page size. */
  limit: z
    .number()
    .max(ASSETS_MAX)
    .transform((limit) => limit || LIST_LIMIT_DEFAULT),
});

export const limitSchema = z.number().min(1).max(ASSETS_MAX);

const WIRE_MARKS = {
  agrees: 'MARK_AGREES',
  claimed: 'MARK_CLAIMED',
  written: 'MARK_WRITTEN',
  failed: 'MARK_FAILED',
} as const satisfies Record<Mark, MarkStalePointsRequest['mark']>;

export const marksSchema = z.object({
  points: z.array(z.object({ assetId: z.string().refine(isAssetId), note: z.guid() })).max(ASSETS_MAX),
  mark: z
    .enum(WIRE_MARKS)
    .transform((wire) => MARKS.find((mark) => WIRE_MARKS[mark] === wire))
    .pipe(z.enum(MARKS)),
});

/** The ids without repeats and without texts that are not asset ids, which count as unknown assets. */
export function checkAssetIds(assetIds: readonly string[]): string[] {
  if (assetIds.length > ASSETS_MAX) {
    throw invalid({
      loc: ['asset_ids'],
      msg: `At most ${ASSETS_MAX} assets can be asked for at once.`,
      type: 'too_long',
      ctx: { max_length: ASSETS_MAX, actual_length: assetIds.length },
    });
  }
  return [...new Set(assetIds.filter(isAssetId))];
}

export function checkVariant({ variant }: CreateDownloadRequest): FileVariant {
  const found = FILE_VARIANTS.find((name) => `VARIANT_${name.toUpperCase()}` === variant);
  if (found) return found;
  throw invalid({ loc: ['variant'], msg: 'A variant is required.', type: 'missing' });
}

/** @throws AppError `invalid_request` that lists every fault. */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  at: readonly string[] = [],
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
