import { useEffect, useState } from 'react';
import { onThisHost } from '../api/client.js';
import { isKeyed, readFile } from '../api/files.js';

interface FileAddress {
  /** Null while the file is read, and when it cannot be. */
  address: string | null;
  isBroken: boolean;
}

const READING: FileAddress = { address: null, isBroken: false };

/**
 * An address that an `<img>` can load: that of a result as it is, that of an asset after its file was read with the key.
 */
export function useFileAddress(given: string, apiKey: string): FileAddress {
  const [read, setRead] = useState(READING);
  const address = onThisHost(given);
  const needsKey = isKeyed(address);
  useEffect(() => {
    if (!needsKey) return;
    const abort = new AbortController();
    let url: string | null = null;
    const blobOf = (response: Response): Promise<Blob> => response.blob();
    readFile(address, apiKey, abort.signal)
      .then(blobOf)
      .then(
        (file) => {
          if (abort.signal.aborted) return;
          url = URL.createObjectURL(file);
          setRead({ address: url, isBroken: false });
        },
        () => {
          if (!abort.signal.aborted) setRead({ address: null, isBroken: true });
        },
      );
    return () => {
      abort.abort();
      setRead(READING);
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [address, needsKey, apiKey]);
  return needsKey ? read : { address, isBroken: false };
}

/** `view`: at most 1,600 pixels. `credited`: the original with its credit in it. */
export type Variant = 'view' | 'credited';

/** Another form of a hosted file; null is the original itself. */
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
