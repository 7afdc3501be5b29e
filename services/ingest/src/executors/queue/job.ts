import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { VersionedItem } from '../executor.js';
import { ItemFault } from '../../pipeline/item-fault.js';

/** A reference that another process can follow. */
const imageSchema = z.union([
  z.strictObject({ path: z.string() }),
  z.strictObject({ url: z.string() }),
  z.strictObject({ svgPath: z.string(), edgePx: z.number().int().min(1).max(4_096) }),
]);

const jobSchema = z.object({
  /** The model that the version was computed for. */
  modelFingerprint: z.string(),
  contentVersion: z.string(),
  item: z.object({
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

/** One item to be taken in: what its source says and where its image is, never the image itself. */
export type IngestJob = z.output<typeof jobSchema>;

/** @throws ItemFault when the image can be had in this process only. */
export function toJob({ item, contentVersion }: VersionedItem, modelFingerprint: string): IngestJob {
  const { success, data } = jobSchema.safeParse({ modelFingerprint, contentVersion, item });
  if (!success)
    throw new ItemFault('its picture exists in this process only and cannot travel through a queue');
  return data;
}

/** @throws ZodError when what stands in the queue is not one of our jobs. */
export function readJob(data: unknown): IngestJob {
  return jobSchema.parse(data);
}

/** The same image in the same version is the same job, however often it is asked for. */
export function jobIdOf({ item, contentVersion }: VersionedItem): string {
  return createHash('sha256').update(`${item.assetId}\n${contentVersion}`).digest('hex');
}

/** What a worker answers. Thrown errors are tried again; this is settled. */
export const outcomeSchema = z.union([
  z.object({ kind: z.enum(['added', 'withdrawn']) }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
]);
