import type {
  AssetInput,
  ListAssetsResponseInput,
  RightsInput,
  SignalsInput,
  AssetState as WireState,
} from '@imagesearch/contracts/messages';
import { isAssetId, sourceOf } from '@imagesearch/facets/asset-id';
import { PLAIN_SIGNALS, type PlainSignals } from '@imagesearch/facets/signals';
import type { AssetSummary, RecordedState } from '../domain/asset-store.js';
import type { Asset, AssetDescription, AssetState, Rights, Signals } from '../domain/asset.js';
import type { CheckedMetadata } from './metadata-schema.js';

type ListedAssetInput = NonNullable<ListAssetsResponseInput['assets']>[number];

export function descriptionFromWire(metadata: CheckedMetadata): AssetDescription {
  return {
    ...metadata,
    creator: metadata.creator ?? null,
    creatorUrl: metadata.creatorUrl ?? null,
    linkUrl: metadata.linkUrl ?? null,
    originalFormat: metadata.originalFormat ?? null,
    created: metadata.created ?? null,
    signals: signalsFromWire(metadata.signals),
  };
}

export function assetToWire({ description, rights }: Asset): AssetInput {
  const { creator, creatorUrl, linkUrl, originalFormat, created, signals, ...metadata } = description;
  return {
    metadata: {
      ...metadata,
      ...known({ creator, creatorUrl, linkUrl, originalFormat, created }),
      signals: signalsToWire(signals),
    },
    rights: rightsToWire(rights),
    source: sourceOf(description.assetId),
  };
}

export function summaryToWire({ state, updatedAt, ...summary }: AssetSummary): ListedAssetInput {
  return { ...summary, state: stateToWire(state), updatedAtMs: updatedAt.getTime() };
}

/** A cursor is the last id of its page, so that a page after it needs no state. */
export function cursorToWire(assetId: string): string {
  return Buffer.from(assetId).toString('base64url');
}

/** Undefined for a text that is not a cursor of this service. */
export function cursorFromWire(cursor: string): string | undefined {
  const assetId = Buffer.from(cursor, 'base64url').toString('utf8');
  return isAssetId(assetId) && cursorToWire(assetId) === cursor ? assetId : undefined;
}

export function rightsToWire(rights: Rights): RightsInput {
  const { commercial, derivatives, shareAlike, attributionRequired, attribution, ...settled } = rights;
  return { ...settled, ...known({ commercial, derivatives, shareAlike, attributionRequired, attribution }) };
}

export function stateToWire(state: AssetState): WireState {
  return state === 'active' ? 'ASSET_STATE_ACTIVE' : 'ASSET_STATE_WITHDRAWN';
}

export function recordedStateToWire(state: RecordedState): WireState {
  return state === 'deleted' ? 'ASSET_STATE_DELETED' : stateToWire(state);
}

/** Undefined for a state that this service does not know. */
export function stateFromWire(state: WireState): AssetState | undefined {
  if (state === 'ASSET_STATE_ACTIVE') return 'active';
  return state === 'ASSET_STATE_WITHDRAWN' ? 'withdrawn' : undefined;
}

function signalsFromWire(signals: CheckedMetadata['signals']): Signals {
  const { palette = [], paletteShares = [], negSpace = [], shows = [] } = signals ?? {};
  const plain = Object.fromEntries(PLAIN_SIGNALS.map((name) => [name, signals?.[name] ?? null]));
  // `Object.fromEntries` loses the type of each name.
  return { ...(plain as unknown as PlainSignals), palette, paletteShares, negSpace, shows };
}

function signalsToWire({ palette, paletteShares, negSpace, shows, ...plain }: Signals): SignalsInput {
  return { palette, paletteShares, negSpace, shows, ...known(plain) };
}

/** The wire has no null: unknown fields are left unset. */
function known<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  const set: { [Name in keyof Fields]?: NonNullable<Fields[Name]> } = {};
  // A plain loop, because this runs several times for each of the hundreds of assets of a search.
  for (const name in fields) {
    const value = fields[name];
    if (value !== null && value !== undefined) set[name] = value;
  }
  return set;
}
