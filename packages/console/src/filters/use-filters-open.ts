import { useState } from 'react';

const NAME = 'image-search-filters';
const WIDE = '(min-width: 75rem)';

/** Whether the filters are shown: as the person left them; at first, where there is room beside the images. */
export function useFiltersOpen(): [isOpen: boolean, set: (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(() => {
    const isWide = matchMedia(WIDE).matches;
    // On a small screen they would cover the results.
    return isWide && localStorage.getItem(NAME) !== 'closed';
  });
  const set = (next: boolean): void => {
    if (matchMedia(WIDE).matches) localStorage.setItem(NAME, next ? 'open' : 'closed');
    setIsOpen(next);
  };
  return [isOpen, set];
}
