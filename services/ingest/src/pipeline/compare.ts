import { createHash } from 'node:crypto';
import type { AssetMetadata } from '@imagesearch/contracts/messages';
import type { SkippedEntry, SourceEntry, SourceItem } from '../sources/source.js';
import { INGEST_VERSION, needsNoPixels } from './embed-asset.js';
import type { IngestFailure } from './run-folder.js';
import type { Services } from './service-calls.js';

export interface VersionedAsset {
  asset: SourceItem;
  contentVersion: string;
  /** Set when catalogue and index hold its pixels, and only what is said of it has changed. */
  stored?: AssetMetadata;
  /** What was declared for it before and is not any more. */
  loses?: readonly Declaration[];
}

/** What is declared for an image, by a row or by an operator. */
export type Declaration = 'license' | 'creator';

export interface ComparedBatch {
  stale: VersionedAsset[];
  unchanged: number;
  withdrawn: number;
  broken: IngestFailure[];
  skipped: SkippedEntry[];
  /** Undefined when the source cannot continue in its middle. */
  cursor: string | undefined;
}

export interface Comparison {
  services: Services;
  withdrawn: ReadonlySet<string>;
  location: { strips: boolean };
}

/** Splits a batch into what has to be ingested and what not. */
export async function compare(batch: readonly SourceEntry[], run: Comparison): Promise<ComparedBatch> {
  const broken: IngestFailure[] = [];
  const skipped: SkippedEntry[] = [];
  // When an id comes twice, the later entry counts, as it would in two batches.
  const assets = new Map<string, VersionedAsset>();
  let withdrawn = 0;
  let repeated = 0;
  for (const entry of batch) {
    if ('skipped' in entry) skipped.push(entry);
    else if ('broken' in entry) broken.push({ entry: entry.name, reason: entry.broken });
    else if (run.withdrawn.has(entry.assetId)) withdrawn += 1;
    else {
      repeated += Number(assets.has(entry.assetId));
      const asset = { ...entry, ...(run.location.strips && { stripsLocation: true as const }) };
      assets.set(entry.assetId, { asset, contentVersion: versionOf(asset) });
    }
  }
  const stale = await staleAssets([...assets.values()], run.services);
  const unchanged = assets.size + repeated - stale.length;
  return { stale, unchanged, withdrawn, broken, skipped, cursor: batch.at(-1)?.cursor };
}

/**
 * Everything that a stored asset depends on except the model, which the index records and `reindex` changes. First comes the
 * digest of what its pixels depend on, then the one of what is said of it.
 */
function versionOf({ sourceVersion, bytesVersion, stripsLocation, linkUrl }: SourceItem): string {
  const pixels = [INGEST_VERSION, bytesVersion ?? sourceVersion, stripsLocation === true, linkUrl !== null];
  return `${digestOf(JSON.stringify(pixels))}.${digestOf(sourceVersion)}`;
}

/** The version of an asset whose pixels stay while something else is said of it. */
export const versionOfEdit = (
  contentVersion: string,
  { sourceVersion }: Pick<SourceItem, 'sourceVersion'>,
): string => `${pixelsOf(contentVersion)}.${digestOf(sourceVersion)}`;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Two versions with the same one are of the same pixels. */
export const pixelsOf = (contentVersion: string): string => contentVersion.split('.')[0] ?? '';

/** The assets whose present version is missing in the catalogue or in the index, with what is stored of their pixels. */
export async function staleAssets(
  batch: readonly VersionedAsset[],
  { retrieval, rights }: Services,
): Promise<VersionedAsset[]> {
  if (batch.length === 0) return [];
  const assetIds = batch.map(({ asset }) => asset.assetId);
  const [{ contentVersions: indexed }, { assets }] = await Promise.all([
    retrieval.getPointVersions({ assetIds }),
    rights.getAssets({ assetIds }),
  ]);
  const catalogued = new Map(assets.map(({ metadata }) => [metadata?.assetId, metadata]));
  return batch.flatMap(({ asset, contentVersion }) => {
    const stored = catalogued.get(asset.assetId);
    const isIndexed = stored != null && indexed[asset.assetId] === stored.contentVersion;
    if (isIndexed && stored.contentVersion === contentVersion) return [];
    const hasPixels = isIndexed && isOfSamePixels(stored, { asset, contentVersion });
    return [{ asset, contentVersion, loses: lossesOf(stored, asset), ...(hasPixels && { stored }) }];
  });
}

/** A licence that only the file states is nobody's declaration. */
function lossesOf(stored: AssetMetadata | null | undefined, asset: SourceItem): Declaration[] {
  if (stored == null) return [];
  const wasDeclared = stored.licenseVerbatim !== '' && stored.declaredBy !== 'file';
  const isDeclared = asset.licenseVerbatim !== '' && asset.declaredBy !== 'file';
  return [
    ...(wasDeclared && !isDeclared ? (['license'] as const) : []),
    ...(stored.creator && asset.creator === null ? (['creator'] as const) : []),
  ];
}

function isOfSamePixels(stored: AssetMetadata, { asset, contentVersion }: VersionedAsset): boolean {
  return pixelsOf(stored.contentVersion) === pixelsOf(contentVersion) && needsNoPixels(stored, asset);
}
