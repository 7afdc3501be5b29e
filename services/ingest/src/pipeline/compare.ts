import { createHash } from 'node:crypto';
import type { IngestClients } from '@imagesearch/contracts/clients';
import type { SkippedEntry, SourceEntry, SourceItem } from '../sources/source.js';
import { INGEST_VERSION } from './embed-asset.js';
import type { VersionedAsset } from './executor.js';
import type { LocationChoice } from './location-choice.js';
import type { IngestFailure } from './run-folder.js';
import { callWithRetry } from './service-calls.js';

export interface ComparedBatch {
  stale: VersionedAsset[];
  unchanged: number;
  withdrawn: number;
  broken: IngestFailure[];
  skipped: SkippedEntry[];
  /** Undefined when the source cannot continue in its middle. */
  cursor: string | undefined;
}

interface Comparison {
  clients: IngestClients;
  signal: AbortSignal;
  withdrawn: ReadonlySet<string>;
  location: Pick<LocationChoice, 'strips'>;
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
  const stale = await staleAssets([...assets.values()], run.clients, run.signal);
  const unchanged = assets.size + repeated - stale.length;
  return { stale, unchanged, withdrawn, broken, skipped, cursor: batch.at(-1)?.cursor };
}

/** Everything that a stored asset depends on except the model, which the index records and `reindex` changes. */
function versionOf({ sourceVersion, stripsLocation }: SourceItem): string {
  const version = createHash('sha256').update(`${INGEST_VERSION}\n${sourceVersion}`);
  if (stripsLocation === true) version.update('\nwithout location');
  return version.digest('hex');
}

/** The assets whose present version is missing in the catalogue or in the index. */
export async function staleAssets(
  batch: readonly VersionedAsset[],
  { retrieval, rights }: IngestClients,
  signal: AbortSignal,
): Promise<VersionedAsset[]> {
  if (batch.length === 0) return [];
  const assetIds = batch.map(({ asset }) => asset.assetId);
  const [{ contentVersions: indexed }, { assets }] = await Promise.all([
    callWithRetry((call) => retrieval.getPointVersions({ assetIds }, call), signal),
    callWithRetry((call) => rights.getAssets({ assetIds }, call), signal),
  ]);
  const catalogued = new Map(assets.map(({ metadata }) => [metadata?.assetId, metadata?.contentVersion]));
  return batch.filter(
    ({ asset: { assetId }, contentVersion }) =>
      indexed[assetId] !== contentVersion || catalogued.get(assetId) !== contentVersion,
  );
}
