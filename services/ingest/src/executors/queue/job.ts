import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { VersionedAsset } from '../executor.js';
import { AssetFault } from '../../pipeline/asset-fault.js';

const imageSchema = z.union([
  z.strictObject({ path: z.string() }),
  z.strictObject({ url: z.string() }),
  z.strictObject({ svgPath: z.string(), edgePx: z.number().int().min(1).max(4_096) }),
]);

const jobSchema = z.object({
  /** The model that the version was computed for. */
  modelFingerprint: z.string(),
  contentVersion: z.string(),
  asset: z.object({
    assetId: z.string(),
    title: z.string(),
    tags: z.array(z.string()),
    description: z.string(),
    creator: z.string().nullable(),
    creatorUrl: z.string().nullable(),
    licenseVerbatim: z.string(),
    provenanceUrl: z.string(),
    aiGenerated: z.boolean(),
    linkUrl: z.string().nullable(),
    sourceVersion: z.string(),
    image: imageSchema,
  }),
});

/** One asset to ingest: what its source says and a reference to its image, never the image itself. */
export type IngestJob = z.output<typeof jobSchema>;

/** @throws AssetFault when only this process can produce the image. */
export function toJob({ asset, contentVersion }: VersionedAsset, modelFingerprint: string): IngestJob {
  const { success, data } = jobSchema.safeParse({ modelFingerprint, contentVersion, asset });
  if (!success) throw new AssetFault('its picture exists in this process only and cannot go through a queue');
  return data;
}

/** @throws ZodError when the queue's data is not one of our jobs. */
export function readJob(data: unknown): IngestJob {
  return jobSchema.parse(data);
}

/** The same asset in the same version is the same job, however often it is added. */
export function jobIdOf({ asset, contentVersion }: VersionedAsset): string {
  return createHash('sha256').update(`${asset.assetId}\n${contentVersion}`).digest('hex');
}

/** What a worker returns. The queue retries thrown errors; an outcome is final. */
export const outcomeSchema = z.union([
  z.object({ kind: z.enum(['added', 'withdrawn']) }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
]);
