import type { Dimensions, PointInput } from '@imagesearch/contracts/messages';
import type { Services } from './service-calls.js';

/** What the index holds of an asset, and the model that it is of. */
export interface ModelPoint {
  modelFingerprint: string;
  /** Of the model's vectors. */
  dimensions: Dimensions | null;
  point: PointInput;
}

/**
 * Writes to the index, with one call for each model.
 * @param rebuildId The index that is being built; without it the points go to the index that serves.
 */
export async function writePoints(
  entries: readonly ModelPoint[],
  { retrieval }: Services,
  rebuildId?: string,
): Promise<void> {
  const fingerprints = new Set(entries.map(({ modelFingerprint }) => modelFingerprint));
  for (const modelFingerprint of fingerprints) {
    const ofModel = entries.filter((entry) => entry.modelFingerprint === modelFingerprint);
    const points = ofModel.map(({ point }) => point);
    const dimensions = ofModel[0]?.dimensions ?? null;
    const into = rebuildId === undefined ? {} : { rebuildId };
    const request = { modelFingerprint, dimensions, points, ...into };
    await retrieval.upsertPoints(request);
  }
}

/** The index takes many points at once faster; those of a run that is killed before a write are written by a gateway. */
const POINTS_AT_ONCE = 32;
/** A gateway takes a point that is not there five seconds after its row for one that nobody writes. */
const WRITTEN_WITHIN_MS = 2_000;

/** Points on their way to the index, in batches. */
export class PointBatches {
  readonly #services: Services;
  #waiting: ModelPoint[] = [];
  #timer: NodeJS.Timeout | undefined;
  #written: Promise<unknown> = Promise.resolve();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Waits while the index takes a full batch. @throws what a write before this one failed with. */
  async add(point: ModelPoint): Promise<void> {
    this.#waiting.push(point);
    if (this.#waiting.length >= POINTS_AT_ONCE) await this.flush();
    else this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), WRITTEN_WITHIN_MS);
  }

  /** Returns when the index holds every point. @throws what any write failed with. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#waiting.splice(0);
    this.#written = Promise.all([this.#written, writePoints(batch, this.#services)]);
    await this.#written;
  }
}
