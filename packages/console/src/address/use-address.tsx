import { useMemo, useSyncExternalStore, type ComponentProps, type MouseEvent } from 'react';
import { formatAddress, parseAddress, type Address } from './address.js';

const CHANGED = 'address-changed';

/** The address of the page; a change of it renders again. */
export function useAddress(): Address {
  const search = useSyncExternalStore(subscribe, () => location.search);
  return useMemo(() => parseAddress(search), [search]);
}

/** Goes to an address as a link does: back returns from it. */
export function goTo(address: Address): void {
  const before = parseAddress(location.search);
  history.pushState({ within: true }, '', formatAddress(address));
  dispatchEvent(new Event(CHANGED));
  if (subjectOf(before) !== subjectOf(address)) scrollTo(0, 0);
}

/** Changes the address in place. */
export function replaceWith(address: Address): void {
  history.replaceState(history.state, '', formatAddress(address));
  dispatchEvent(new Event(CHANGED));
}

/** Leaves what `goTo` opened; where the page itself began there, goes to the address instead. */
export function leaveFor(address: Address): void {
  if ((history.state as { within?: true } | null)?.within) history.back();
  else replaceWith(address);
}

/** Another subject starts at the top of the page. */
function subjectOf({ query, example, like, filters, use, usableOnly }: Address): string {
  return JSON.stringify([query, example, like, filters, use, usableOnly]);
}

function subscribe(onChange: () => void): () => void {
  addEventListener('popstate', onChange);
  addEventListener(CHANGED, onChange);
  return () => {
    removeEventListener('popstate', onChange);
    removeEventListener(CHANGED, onChange);
  };
}

/** A link within the page; a new tab or window opens as with every link. */
export function PageLink({ to, onClick, ...rest }: ComponentProps<'a'> & { to: Address }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goTo(to);
  };
  return <a href={formatAddress(to)} onClick={follow} {...rest} />;
}
