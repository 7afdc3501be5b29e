import { known } from '@imagesearch/contracts/clients';
import type * as wire from '@imagesearch/contracts/messages';
import { isAssetId } from '@imagesearch/facets/asset-id';
import { FILE_BYTES_MAX } from '@imagesearch/facets/limits';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import { clientStreaming, serverStreaming, unary } from '@imagesearch/service-kit/grpc/server';
import { convertedFormatOf } from '@imagesearch/image-files/format';
import type { Logger } from '@imagesearch/service-kit/logging';
import type { Semaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { AssetStore } from './asset-store.js';
import type { Asset, Given, StoredAsset } from './assets.js';
import type { BlobStore } from './blobs/blob-store.js';
import type { ContentRegister } from './contents.js';
import { createDownload, readDownload, type DownloadDeps } from './downloads.js';
import { rightsOf } from './licenses/rights.js';
import { type AssetDescription, declarationSchema, metadataSchema } from './metadata-schema.js';
import type { IngestAsset } from './put-asset.js';
import type { RecentAssets } from './recent-assets.js';
import type { SourceRegister } from './sources.js';
import type { StalePoints } from './stale-points.js';
import { deleteWithFiles, type DeleteDeps } from './unused-files.js';
import {
  assetToWire,
  causeSchema,
  checked,
  checkAssetIds,
  claimSchema,
  digestSchema,
  eventToWire,
  limitSchema,
  marksSchema,
  pageSchema,
  rightsToWire,
  stateChangeSchema,
  summaryToWire,
  versionSchema,
  WIRE_STATE,
} from './wire.js';

/** What the RPCs work with. */
export interface RightsParts extends DownloadDeps, DeleteDeps {
  assets: RecentAssets;
  blobs: BlobStore;
  contents: ContentRegister;
  sources: SourceRegister;
  stalePoints: StalePoints;
  ingestAsset: IngestAsset;
  /** Bounds the files in memory. */
  ingestSemaphore: Semaphore;
}

export function rightsHandlers(parts: RightsParts, logger: Logger): wire.RightsServiceHandlers {
  const { assets, sources } = parts;
  return {
    PutAsset: clientStreaming(logger, (requests, call) => putAsset(requests, parts, call)),
    GetAssets: unary(logger, async (request, call) => ({
      assets: (await activeAssets(request, parts, call)).map(assetToWire),
    })),
    ResolveLicense: unary(logger, resolveLicense),
    CreateDownload: unary(logger, (request, call) => createDownload(request, parts, call)),
    ReadDownload: serverStreaming(logger, (request, call) => readDownload(request, parts, call)),
    CountAssets: unary(logger, (request, call) => countAssets(request, assets, call)),
    ListAssets: unary(logger, (request, call) => listAssets(request, assets, call)),
    ListAssetEvents: unary(logger, (request, call) => listAssetEvents(request, assets, call)),
    ChangeAssetState: unary(logger, (request, call) => changeState(request, assets, call)),
    DeleteAssets: unary(logger, (request, call) => deleteAssets(request, parts, call)),
    ClaimSource: unary(logger, async (request: wire.ClaimSourceRequest) => ({
      origin: await sources.claim(checked(claimSchema, request), request.replace),
    })),
    ListSources: unary(logger, async () => ({
      sources: (await sources.list()).map(({ stated, ...listed }) => ({
        ...known(listed),
        stated: known(stated),
      })),
    })),
    ReleaseSource: unary(logger, async ({ source }: wire.ReleaseSourceRequest) => ({
      released: !source.includes('\0') && (await sources.release(source)),
    })),
    ...stalePointHandlers(parts, logger),
  };
}

type StalePointHandlers = Pick<
  wire.RightsServiceHandlers,
  'GetAssetVersions' | 'ListStalePoints' | 'MarkStalePoints' | 'NoteStalePoints'
>;

function stalePointHandlers({ stalePoints }: RightsParts, logger: Logger): StalePointHandlers {
  return {
    GetAssetVersions: unary(logger, async ({ assetIds }: wire.GetAssetVersionsRequest, call) => ({
      contentVersions: Object.fromEntries(await stalePoints.contentVersions(checkAssetIds(assetIds), call)),
    })),
    ListStalePoints: unary(logger, async (request: wire.ListStalePointsRequest, call) => ({
      points: (await stalePoints.due(checked(limitSchema, request.limit), call)).map(known),
    })),
    MarkStalePoints: unary(logger, async (request: wire.MarkStalePointsRequest, call) => {
      const { points, mark } = checked(marksSchema, request);
      return { assetIds: await stalePoints.mark(points, mark, call) };
    }),
    NoteStalePoints: unary(logger, async ({ assetIds, rewrite }: wire.NoteStalePointsRequest, call) => {
      await stalePoints.note(checkAssetIds(assetIds), rewrite, call);
      return {};
    }),
  };
}

function putAsset(
  requests: AsyncIterable<wire.PutAssetRequest>,
  { ingestAsset, ingestSemaphore }: RightsParts,
  call: CallContext,
): Promise<wire.PutAssetResponseInput> {
  return ingestSemaphore.run(async () => {
    const { description, given, ...how } = await receive(requests);
    assertLive(call);
    const { rights, changed, state, withheldBy, asset, isNew } = await ingestAsset(
      description,
      given,
      call,
      how,
    );
    return {
      rights: rightsToWire(rights),
      changed,
      state: WIRE_STATE[state],
      ...(withheldBy !== null && { withheldBy }),
      ...(asset !== null && { asset: assetToWire(asset) }),
      isNew,
    };
  }, call);
}

async function receive(
  requests: AsyncIterable<wire.PutAssetRequest>,
): Promise<{ description: AssetDescription; given: Given } & Pick<StoredAsset, 'cause' | 'replaces'>> {
  const how: Pick<StoredAsset, 'cause' | 'replaces'> = { cause: null, replaces: null };
  let description: AssetDescription | undefined;
  let areKept = false;
  let givenSha256: string | null = null;
  let thumbnails: Buffer[] = [];
  const file = new ReceivedFile();
  const ingested = new ReceivedFile();
  for await (const { part, metadata, chunk, originalChunk, ...first } of requests) {
    if (description === undefined) {
      if (part !== 'metadata') throw sequenceFault('The first message must carry the metadata.');
      areKept = first.keepsFiles;
      givenSha256 = first.givenSha256 === undefined ? null : checked(digestSchema, first.givenSha256);
      thumbnails = [first.thumbnail, first.largeThumbnail].filter(({ byteLength }) => byteLength > 0);
      const { actor, reason = '' } = first;
      if (actor !== undefined) how.cause = checked(causeSchema, { actor, reason });
      if (first.replacesVersion !== undefined) how.replaces = checked(versionSchema, first.replacesVersion);
      description = checked(metadataSchema, metadata, ['metadata']);
      continue;
    }
    if (part === 'chunk' && chunk !== undefined && ingested.bytes === 0) file.add(chunk);
    else if (part === 'originalChunk' && originalChunk !== undefined) ingested.add(originalChunk);
    else throw sequenceFault('Messages after the first must carry bytes.');
  }
  if (description === undefined) throw sequenceFault('The first message must carry the metadata.');
  if (areKept) {
    if (file.bytes + ingested.bytes > 0)
      throw sequenceFault('No bytes follow metadata that keeps the files.');
    return { description, given: 'kept', ...how };
  }
  if (file.bytes === 0 && description.delivery === 'host')
    throw sequenceFault('Delivery "host" needs the bytes of the file.');
  const original = ingested.whole();
  if ((original && convertedFormatOf(original)) !== description.originalFormat)
    throw sequenceFault('The ingested file is not of the format that original_format says.');
  const whole = file.whole();
  return {
    description,
    given: whole && { file: whole, ingested: original, givenSha256, thumbnails },
    ...how,
  };
}

class ReceivedFile {
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  add(chunk: Buffer): void {
    this.#bytes += chunk.byteLength;
    if (this.#bytes > FILE_BYTES_MAX)
      throw new AppError('body_too_large', `The file is larger than ${FILE_BYTES_MAX} bytes.`, {
        ctx: { bytes_max: FILE_BYTES_MAX },
      });
    this.#chunks.push(chunk);
  }

  /** Null when nothing came. */
  whole(): Buffer | null {
    return this.#bytes === 0 ? null : Buffer.concat(this.#chunks, this.#bytes);
  }
}

function sequenceFault(msg: string): AppError {
  return invalid({ loc: ['part'], msg, type: 'stream_sequence' });
}

/** In the order of the request. */
async function activeAssets(
  request: wire.GetAssetsRequest,
  { assets }: RightsParts,
  call: CallContext,
): Promise<Asset[]> {
  const assetIds = checkAssetIds(request.assetIds);
  if (assetIds.length === 0) return [];
  const stored = await assets[request.mayBeRecent ? 'findRecent' : 'findMany'](assetIds, call);
  const byId = new Map(stored.map((asset) => [asset.description.assetId, asset]));
  return assetIds.flatMap((assetId) => byId.get(assetId) ?? []);
}

// Inside `then`, a failed check rejects, as in every other RPC.
function resolveLicense(request: wire.ResolveLicenseRequest): Promise<wire.ResolveLicenseResponseInput> {
  return Promise.resolve(request).then(({ metadata }) => {
    return { rights: rightsToWire(rightsOf(checked(declarationSchema, metadata, ['metadata']))) };
  });
}

async function countAssets(
  { approximate }: wire.CountAssetsRequest,
  assets: AssetStore,
  call: CallContext,
): Promise<wire.CountAssetsResponseInput> {
  if (approximate) return { assets: await assets.approximateCount(call), sources: [] };
  const sources = await assets.counts(call);
  return { assets: sources.reduce((sum, { active }) => sum + active, 0), sources };
}

async function listAssets(
  request: wire.ListAssetsRequest,
  assets: AssetStore,
  call: CallContext,
): Promise<wire.ListAssetsResponseInput> {
  const { cursor: after, limit, ...query } = checked(pageSchema, request);
  // One more than asked for tells whether another page follows.
  const found = await assets.list({ ...query, after, limit: limit + 1 }, call);
  const listed = found.slice(0, limit);
  const last = found.length > limit ? listed.at(-1) : undefined;
  return { assets: listed.map(summaryToWire), nextCursor: last?.assetId ?? '' };
}

async function listAssetEvents(
  { assetId, after }: wire.ListAssetEventsRequest,
  assets: AssetStore,
  call: CallContext,
): Promise<wire.ListAssetEventsResponseInput> {
  if (assetId === '') return { events: (await assets.eventsAfter(after, call)).map(eventToWire) };
  return { events: isAssetId(assetId) ? (await assets.events(assetId, call)).map(eventToWire) : [] };
}

async function changeState(
  request: wire.ChangeAssetStateRequest,
  assets: AssetStore,
  call: CallContext,
): Promise<wire.ChangeAssetStateResponseInput> {
  const change = checked(stateChangeSchema, request);
  const [named, ...others] = isAssetId(change.assetId) ? await assets.changeState(change, call) : [];
  if (!named) throw new AppError('asset_not_found', 'There is no such asset.');
  const ofSameContent = others.map(({ state, ...other }) => ({ ...other, state: WIRE_STATE[state] }));
  return { changed: named.changed, ofSameContent };
}

async function deleteAssets(
  request: wire.DeleteAssetsRequest,
  parts: DeleteDeps,
  call: CallContext,
): Promise<wire.DeleteAssetsResponseInput> {
  const deletion = { ...checked(causeSchema, request), assetIds: checkAssetIds(request.assetIds) };
  const removed = await deleteWithFiles({ ...deletion, remember: request.remember ?? null }, parts, call);
  const idsOf = (wanted: 'deleted' | 'withdrawn'): string[] =>
    removed.flatMap(({ assetId, state }) => (state === wanted ? assetId : []));
  return { assetIds: idsOf('deleted'), withdrawnIds: idsOf('withdrawn') };
}
