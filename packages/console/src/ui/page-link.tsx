import type { ComponentProps, MouseEvent } from 'react';
import { formatAddress, type Address } from '../address/address.js';
import { goTo } from '../address/use-address.js';

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
