import type { KeyboardEvent } from 'react';
import { placeAfter } from './arrow-keys.js';

/** Moves the focus within a list whose items hold one `[data-place]` each. */
export function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const from = (event.target as HTMLElement).closest<HTMLElement>('[data-place]');
  if (!from || event.altKey || event.ctrlKey || event.metaKey) return;
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-place]')];
  const next = placeAfter(event.key, places.indexOf(from), {
    boxes: places.map((place) => place.getBoundingClientRect()),
    isRightToLeft: getComputedStyle(event.currentTarget).direction === 'rtl',
  });
  if (next === undefined) return;
  event.preventDefault();
  places[next]?.focus();
}
