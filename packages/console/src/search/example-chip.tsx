import { useEffect, useState } from 'react';
import { START, isSearch, type Address } from '../address/address.js';
import { goTo } from '../address/use-address.js';
import { IconButton } from '../ui/icon-button.js';
import { keptExample } from './example-store.js';

/** The example image within the search field, small, with a way to take it out. */
export function ExampleChip({ address }: { address: Address }) {
  const { example } = address;
  const preview = usePreview(example?.kind === 'kept' ? example.id : null);
  if (example === null) return null;
  const remove = (): void => {
    const without = { ...address, example: null, open: null };
    goTo(isSearch(without) ? without : { ...START, filters: address.filters });
  };
  return (
    <span className="example-chip">
      {preview ? (
        <img src={preview} alt="The image that you search with" />
      ) : (
        <span className="example-host">{example.kind === 'web' ? hostOf(example.url) : 'Image'}</span>
      )}
      <IconButton icon="close" label="Remove the example image" onClick={remove} />
    </span>
  );
}

function usePreview(id: string | null): string | null {
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    if (id === null) return;
    let url: string | null = null;
    let isGone = false;
    const show = (image: Blob | undefined): void => {
      if (!image || isGone) return;
      url = URL.createObjectURL(image);
      setPreview(url);
    };
    keptExample(id).then(show, () => undefined);
    return () => {
      isGone = true;
      setPreview(null);
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [id]);
  return preview;
}

function hostOf(url: string): string {
  try {
    return new URL(url).hostname;
  } catch {
    return 'Image';
  }
}
