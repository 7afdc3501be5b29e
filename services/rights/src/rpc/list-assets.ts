import type { ListAssetsRequest, ListAssetsResponseInput } from '@imagesearch/contracts/messages';
import { invalid } from '@imagesearch/service-kit/errors';
import type { AssetStore } from '../domain/asset-store.js';
import { isAssetId } from '@imagesearch/facets/asset-id';
import { ASSET_STATES, type AssetState } from '../domain/asset.js';
import { stateFromWire, stateToWire } from './converters.js';

const ASSETS_MAX = 1_000;
const ASSETS_DEFAULT = 500;

export async function listAssets(
  { assets }: { assets: AssetStore },
  request: ListAssetsRequest,
): Promise<ListAssetsResponseInput> {
  const limit = limitOf(request);
  const page = {
    source: request.source ?? null,
    states: statesOf(request),
    after: positionOf(request.cursor),
  };
  // One more than asked for tells whether another page follows.
  const found = await assets.list({ ...page, limit: limit + 1 });
  const shown = found.slice(0, limit);
  return {
    assets: shown.map(({ state, updatedAt, ...summary }) => ({
      ...summary,
      state: stateToWire(state),
      updatedAtMs: updatedAt.getTime(),
    })),
    nextCursor: found.length > limit ? cursorAt(shown.at(-1)?.assetId ?? '') : '',
  };
}

function limitOf({ limit }: ListAssetsRequest): number {
  if (limit <= ASSETS_MAX) return limit === 0 ? ASSETS_DEFAULT : limit;
  throw invalid({
    loc: ['limit'],
    msg: `At most ${ASSETS_MAX} assets can be asked for at once.`,
    type: 'less_than_equal',
    ctx: { le: ASSETS_MAX },
  });
}

function statesOf({ states }: ListAssetsRequest): readonly AssetState[] {
  if (states.length === 0) return ASSET_STATES;
  return states.map((state, index) => {
    const known = stateFromWire(state);
    if (known) return known;
    throw invalid({ loc: ['states', index], msg: 'There is no such state.', type: 'literal_error' });
  });
}

function cursorAt(assetId: string): string {
  return Buffer.from(assetId).toString('base64url');
}

/** The id that a page starts after; null for the first page. */
function positionOf(cursor: string): string | null {
  if (cursor === '') return null;
  const assetId = Buffer.from(cursor, 'base64url').toString('utf8');
  if (isAssetId(assetId) && cursorAt(assetId) === cursor) return assetId;
  throw invalid({ loc: ['cursor'], msg: 'Not a cursor of this service.', type: 'cursor' });
}
