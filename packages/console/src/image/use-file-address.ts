import { useEffect, useState } from 'react';
import { onThisHost } from '../api/client.js';
import { readKeyedFile } from '../api/keyed-file.js';

/**
 * An address that an `<img>` can load: that of a result as it is, that of an asset after its file was read with the key.
 * Null while that takes, and when the file cannot be read.
 */
export function useFileAddress(given: string | null, apiKey: string): string | null {
  const [read, setRead] = useState<string | null>(null);
  const address = given === null ? null : onThisHost(given);
  const needsKey = address?.startsWith('/v1/asset/direct/') === true;
  useEffect(() => {
    if (!needsKey) return;
    const abort = new AbortController();
    let url: string | null = null;
    readKeyedFile(address, apiKey, abort.signal).then(
      (file) => {
        if (abort.signal.aborted) return;
        url = URL.createObjectURL(file);
        setRead(url);
      },
      () => undefined,
    );
    return () => {
      abort.abort();
      setRead(null);
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [address, needsKey, apiKey]);
  return needsKey ? read : address;
}
