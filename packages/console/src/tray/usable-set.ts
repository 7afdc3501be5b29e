import type { Usable, Use } from '@imagesearch/sdk';
import { client } from '../api/client.js';
import { useLoaded } from '../api/store.js';
import type { ShownImage } from '../api/types.js';
import { useEdits } from '../own/own-images.js';
import { usableSet } from './set-rights.js';

/**
 * Whether all images may be used for one use. The images were put aside with answers about another use, or about none, so each is
 * looked up again. Undefined without a use, and until every look-up has ended.
 */
export function useUsableSet(images: readonly ShownImage[], use: Use): Usable | undefined {
  const isAsked = images.length > 0 && Object.keys(use).length > 0;
  const asked = JSON.stringify([images.map(({ asset_id: id }) => id), use, useEdits()]);
  const { value } = useLoaded(isAsked ? asked : null, async (signal) => {
    const lookUp = async ({ asset_id: id, title }: ShownImage) => {
      const usable = await client()
        .asset(id, { use, signal })
        .then(
          ({ data }) => data.usable,
          () => undefined,
        );
      return { title, usable: usable ?? UNREACHED };
    };
    return usableSet(await Promise.all(images.map(lookUp)));
  });
  return value ?? undefined;
}

/** Of an image that was withdrawn since, or while the service cannot be reached. */
const UNREACHED: Usable = {
  answer: 'unknown',
  because: [{ code: 'unreached', says: 'The service cannot say at the moment.', source: 'declared' }],
};
