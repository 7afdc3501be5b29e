import { namesPlace } from '@imagesearch/image-files/edit/location';
import type { ComparedBatch } from './compare.js';
import { inFileLane } from './ingest-asset.js';
import type { LoadImage } from './load-image.js';
import type { Services } from './service-calls.js';

/** Whether the place where an image was taken is cut out of what is stored. */
export interface LocationChoice {
  strips: boolean;
  /** Asks a person who has not decided yet, once. @param count Images that name a place. */
  ask?: (count: number) => Promise<boolean>;
}

export const KEPT_LOCATIONS: LocationChoice = { strips: false };

/** Decides before a batch is stored. Only local files are read for it. @returns whether the choice is another one now. */
export async function decideLocation(
  choice: LocationChoice,
  { stale }: Pick<ComparedBatch, 'stale'>,
  { loadImage, services: { signal } }: { loadImage: LoadImage; services: Services },
): Promise<boolean> {
  if (choice.ask === undefined) return false;
  let count = 0;
  for (const { asset } of stale) {
    if (!('path' in asset.image)) continue;
    const { image } = asset;
    // What cannot be read is reported where it is ingested.
    const file = await inFileLane(image, () => loadImage(image, signal)).catch(() => undefined);
    signal.throwIfAborted();
    count += Number(file !== undefined && namesPlace(file));
  }
  if (count === 0) return false;
  choice.strips = await choice.ask(count);
  delete choice.ask;
  return choice.strips;
}
