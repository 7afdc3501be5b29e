import type { ComponentProps, MouseEvent } from 'react';
import { createStore } from '../api/store.js';
import { formatAddress, parseAddress, type Address } from './address.js';

const current = createStore(parseAddress(location.search));
addEventListener('popstate', read);

/** The address of the page. */
export const useAddress = current.use;
export const currentAddress = current.get;

/** Changes the address as a link does: back returns from it. */
export function goTo(change: Partial<Address>): void {
  const before = current.get();
  history.pushState({ within: true }, '', formatAddress({ ...before, ...change }));
  read();
  if (subjectOf(before) !== subjectOf(current.get())) scrollTo(0, 0);
}

/** Changes the address in place. */
export function replaceWith(change: Partial<Address>): void {
  history.replaceState(history.state, '', formatAddress({ ...current.get(), ...change }));
  read();
}

/** Leaves what `goTo` opened; where the page itself began there, changes the address instead. */
export async function leaveFor(change: Partial<Address>): Promise<void> {
  if (!(history.state as { within?: true } | null)?.within) {
    replaceWith(change);
    return;
  }
  const left = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  history.back();
  await left;
}

/** Another subject starts at the top of the page. */
function subjectOf({ query, example, like, filters, use, usableOnly }: Address): string {
  return JSON.stringify([query, example, like, filters, use, usableOnly]);
}

function read(): void {
  current.set(parseAddress(location.search));
}

/** A link to the page with some of its address changed; a new tab or window opens as with every link. */
export function PageLink({ to, onClick, ...rest }: ComponentProps<'a'> & { to: Partial<Address> }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goTo(to);
  };
  return <a href={formatAddress({ ...useAddress(), ...to })} onClick={follow} {...rest} />;
}
