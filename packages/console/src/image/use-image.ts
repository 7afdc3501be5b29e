import { useEffect, useState } from 'react';
import type { ShownImage } from '../api/types.js';
import { clientFor } from '../api/client.js';
import { explainFailure, type Failure } from '../api/failure.js';

export interface Opened {
  image: ShownImage | null;
  failure: Failure | null;
}

/** The image that is open: at once from the results, then with all that the service knows of it (for 0 credits). */
export function useImage(assetId: string, result: ShownImage | undefined, apiKey: string): Opened {
  const [looked, setLooked] = useState<Opened & { assetId: string }>({ assetId, image: null, failure: null });
  useEffect(() => {
    const abort = new AbortController();
    const settle = (opened: Opened): void => {
      if (!abort.signal.aborted) setLooked({ assetId, ...opened });
    };
    lookUp(assetId, apiKey, abort.signal).then(
      (image) => settle({ image, failure: null }),
      (error: unknown) => settle({ image: null, failure: explainFailure(error) }),
    );
    return () => abort.abort();
  }, [assetId, apiKey]);

  const asset = looked.assetId === assetId ? looked.image : null;
  const failure = looked.assetId === assetId ? looked.failure : null;
  // The addresses of a result need no key; those of an asset do.
  if (result) return { image: asset ? { ...asset, ...result } : result, failure: null };
  return { image: asset, failure };
}

async function lookUp(assetId: string, apiKey: string, signal: AbortSignal): Promise<ShownImage> {
  return (await clientFor(apiKey).asset(assetId, { signal })).data;
}
