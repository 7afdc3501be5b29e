import { onThisHost } from '../api/client.js';
import { isKeyed, readFile, useObjectUrl } from '../api/files.js';
import { useLoaded } from '../api/store.js';

interface FileAddress {
  /** Null while the file is read, and when it cannot be. */
  address: string | null;
  isBroken: boolean;
}

/**
 * An address that an `<img>` can load: that of a result as it is, that of an asset after its file was read with the key.
 */
export function useFileAddress(given: string): FileAddress {
  const address = onThisHost(given);
  const needsKey = isKeyed(address);
  const { value, error } = useLoaded(needsKey ? address : null, async (signal) =>
    (await readFile(address, signal)).blob(),
  );
  const read = useObjectUrl(value);
  return needsKey ? { address: read, isBroken: error !== null } : { address, isBroken: false };
}

/** `thumb_2x`: at most 800 pixels. `view`: at most 1,600. `credited`: the original with its credit in it. */
export type Variant = 'thumb_2x' | 'view' | 'credited';

/** Another form of a file; null is the original itself. Only a hosted one has more than thumbnails. */
export function variantOf(file: string, variant: Variant | null): string {
  return onThisHost(file) + (variant === null ? '' : `?v=${variant}`);
}

/** The address of an asset's original, which needs the key. */
export function directAddress(assetId: string): string {
  return `/v1/asset/direct/${encodeURIComponent(assetId)}`;
}

/** The address if a link may lead to it; null for what a source wrote in its place. */
export function webAddress(text: string): string | null {
  return /^https?:\/\/\S+$/i.test(text) ? text : null;
}
