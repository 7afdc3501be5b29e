import { createHash } from 'node:crypto';
import type { IngestClients } from '@imagesearch/contracts/clients';
import type { VersionedAsset } from '../executors/executor.js';
import type { IngestFailure } from '../runs/report.js';
import type { SkippedEntry, SourceEntry } from '../sources/source.js';
import { INGEST_VERSION } from './build-point.js';
import { staleAssets } from './stored-versions.js';

export interface ComparedBatch {
  stale: VersionedAsset[];
  unchanged: number;
  withdrawn: number;
  broken: IngestFailure[];
  skipped: SkippedEntry[];
  /** Undefined when the source cannot continue in its middle. */
  cursor: string | undefined;
}

/** Splits a batch into what has to be ingested and what not. */
export async function compare(
  batch: readonly SourceEntry[],
  run: { clients: IngestClients; signal: AbortSignal; withdrawn: ReadonlySet<string> },
): Promise<ComparedBatch> {
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
      assets.set(entry.assetId, { asset: entry, contentVersion: versionOf(entry.sourceVersion) });
    }
  }
  const stale = await staleAssets([...assets.values()], run.clients, run.signal);
  const unchanged = assets.size + repeated - stale.length;
  return { stale, unchanged, withdrawn, broken, skipped, cursor: batch.at(-1)?.cursor };
}

/** Everything that a stored asset depends on except the model, which the index records and `reindex` changes. */
function versionOf(sourceVersion: string): string {
  return createHash('sha256').update(`${INGEST_VERSION}\n${sourceVersion}`).digest('hex');
}
