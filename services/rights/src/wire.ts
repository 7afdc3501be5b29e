import type {
  AssetInput,
  ListAssetEventsResponseInput,
  ListAssetsResponseInput,
  RightsInput,
  AssetState as WireState,
  ClaimSourceRequest,
  CreateDownloadRequest,
  ListAssetsRequest,
  WithdrawAssetRequest,
} from '@imagesearch/contracts/messages';
import { known } from '@imagesearch/contracts/clients';
import { isAssetId, sourceOf } from '@imagesearch/facets/asset-id';
import { NAMES_LIMITS } from '@imagesearch/facets/limits';
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
import { type AssetDescription, declarationSchema, metadataSchema, rawText } from './metadata-schema.js';
import type { SourceClaim } from './sources.js';

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

export function summaryToWire({ state, ...summary }: AssetSummary): ListedAssetInput {
  return { ...summary, state: WIRE_STATE[state] };
}

export function eventToWire({ state, at, license, previousLicense, ...event }: AssetEvent): AssetEventInput {
  const licenses = known({ license, previousLicense });
  return { ...event, ...licenses, state: WIRE_STATE[state], atMs: at.getTime() };
}

/** A cursor is the last id of its page, so that a page after it needs no state. */
export function cursorToWire(assetId: string): string {
  return Buffer.from(assetId).toString('base64url');
}

/** Undefined for a text that is not a cursor of this service. */
function cursorFromWire(cursor: string): string | undefined {
  const assetId = Buffer.from(cursor, 'base64url').toString('utf8');
  return isAssetId(assetId) && cursorToWire(assetId) === cursor ? assetId : undefined;
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

/** An empty actor or reason would be a useless record. */
const changeSchema = z.object({
  actor: rawText(ACTOR_CHARS_MAX).trim().min(1),
  reason: rawText(REASON_CHARS_MAX).trim().min(1),
});

/** @throws AppError `invalid_request` that lists every fault. */
export function checkMetadata(value: unknown): AssetDescription {
  return check(metadataSchema, value, ['metadata']);
}

/** @throws AppError `invalid_request` that lists every fault. */
export function checkDeclaration(value: unknown): z.output<typeof declarationSchema> {
  return check(declarationSchema, value, ['metadata']);
}

/** @throws AppError `invalid_request` without an actor or a reason. */
export function checkChange(
  value: Pick<WithdrawAssetRequest, 'actor' | 'reason'>,
): z.output<typeof changeSchema> {
  return check(changeSchema, value, []);
}

const claimSchema = z.object({
  source: z.string().regex(SOURCE, 'expected the part of an asset id before its colon'),
  origin: z.object({
    kind: rawText(NAMES_LIMITS.charsMax).min(1),
    machine: rawText(ORIGIN_CHARS_MAX),
    path: rawText(ORIGIN_CHARS_MAX),
  }),
  stripLocation: z.boolean().exactOptional(),
});

/** @throws AppError `invalid_request` that lists every fault. */
export function checkClaim(
  value: Pick<ClaimSourceRequest, 'source' | 'origin' | 'stripLocation'>,
): SourceClaim {
  return check(claimSchema, value, []);
}

/** The ids without repeats and without texts that are not asset ids, which count as unknown assets. */
export function checkAssetIds(assetIds: readonly string[], field = 'asset_ids'): string[] {
  if (assetIds.length > ASSETS_MAX) {
    throw invalid({
      loc: [field],
      msg: `At most ${ASSETS_MAX} assets can be asked for at once.`,
      type: 'too_long',
      ctx: { max_length: ASSETS_MAX, actual_length: assetIds.length },
    });
  }
  return [...new Set(assetIds.filter(isAssetId))];
}

/** 0, the wire's default, selects the default page size. */
export function checkLimit({ limit }: ListAssetsRequest): number {
  if (limit <= ASSETS_MAX) return limit === 0 ? LIST_LIMIT_DEFAULT : limit;
  throw invalid({
    loc: ['limit'],
    msg: `At most ${ASSETS_MAX} assets can be asked for at once.`,
    type: 'less_than_equal',
    ctx: { le: ASSETS_MAX },
  });
}

const RECORDED_STATES = [...ASSET_STATES, 'deleted'] as const;

/** No states select all assets that there are. */
export function checkStates({ states }: ListAssetsRequest): readonly RecordedState[] {
  if (states.length === 0) return ASSET_STATES;
  return states.map((state, index) => {
    const found = RECORDED_STATES.find((recorded) => WIRE_STATE[recorded] === state);
    if (found) return found;
    throw invalid({ loc: ['states', index], msg: 'There is no such state.', type: 'literal_error' });
  });
}

/** The id after which a page starts; null for the first page. */
export function checkCursor({ cursor }: ListAssetsRequest): string | null {
  if (cursor === '') return null;
  const assetId = cursorFromWire(cursor);
  if (assetId !== undefined) return assetId;
  throw invalid({ loc: ['cursor'], msg: 'Not a cursor of this service.', type: 'cursor' });
}

export function checkVariant({ variant }: CreateDownloadRequest): FileVariant {
  const found = FILE_VARIANTS.find((name) => `VARIANT_${name.toUpperCase()}` === variant);
  if (found) return found;
  throw invalid({ loc: ['variant'], msg: 'A variant is required.', type: 'missing' });
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
