import type { ReactNode } from 'react';
import { START } from '../address/address.js';
import { PageLink } from '../address/use-address.js';
import { account, collection } from '../api/service-store.js';
import { isOnItsWay, useUploads } from '../own/uploads.js';
import { useTray } from '../tray/tray-store.js';
import { Icon } from './icon.js';
import './header.css';

/** The bar over every page: the way home, what the page puts in the middle, and the person's own things. */
export function Header({ children }: { children?: ReactNode }) {
  return (
    <header className="header">
      <PageLink to={START} className="header-home" aria-label="Image Search, start page">
        <svg viewBox="0 0 32 32" aria-hidden="true" className="header-mark">
          <path d="M3 4h11v11H3zM16 4h13v11H16zM3 17h15v11H3zM20 17h9v11h-9z" />
        </svg>
      </PageLink>
      <div className="header-middle">{children}</div>
      <Tools />
    </header>
  );
}

/** One's own images, the tray and the account, with what is in them. */
function Tools() {
  const count = useTray().length;
  const remaining = account.use().value?.usage.credits.remaining;
  const adds = !!collection.use().value?.uploads;
  const left = useUploads().filter(isOnItsWay).length;
  return (
    <div className="line header-tools">
      {adds && (
        <PageLink
          to={{ panel: 'add' }}
          className="icon-button tools-add"
          aria-label={left === 0 ? 'Add images' : `Add images: ${left} on their way`}
          title="Add images"
        >
          <Icon name="upload" />
          {left > 0 && <span className="count">{left}</span>}
        </PageLink>
      )}
      <PageLink
        to={{ panel: 'tray' }}
        className="icon-button"
        aria-label={`Tray: ${count} image${count === 1 ? '' : 's'}`}
        title="Tray"
      >
        <Icon name="tray" />
        {count > 0 && <span className="count">{count}</span>}
      </PageLink>
      <PageLink
        to={{ panel: 'account' }}
        className="icon-button tools-account"
        aria-label={remaining == null ? 'Account' : `Account: ${remaining.toLocaleString('en')} credits left`}
        title="Account"
      >
        <Icon name="account" />
        {remaining != null && <span className="tools-credits">{remaining.toLocaleString('en')}</span>}
      </PageLink>
    </div>
  );
}
