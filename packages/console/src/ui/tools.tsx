import type { Address } from '../address/address.js';
import { useAccount } from '../account/account-store.js';
import { useTray } from '../tray/tray-store.js';
import { Icon } from './icon.js';
import { PageLink } from './page-link.js';

/** The tray and the account, with what is in them. */
export function Tools({ address, apiKey }: { address: Address; apiKey: string }) {
  const count = useTray().length;
  const remaining = useAccount(apiKey).usage?.credits.remaining;
  return (
    <>
      <PageLink
        to={{ ...address, panel: 'tray' }}
        className="icon-button"
        aria-label={`Tray: ${count} image${count === 1 ? '' : 's'}`}
        title="Tray"
      >
        <Icon name="tray" />
        {count > 0 && <span className="count">{count}</span>}
      </PageLink>
      <PageLink
        to={{ ...address, panel: 'account' }}
        className="icon-button tools-account"
        aria-label={remaining == null ? 'Account' : `Account: ${remaining.toLocaleString('en')} credits left`}
        title="Account"
      >
        <Icon name="account" />
        {remaining != null && <span className="tools-credits">{remaining.toLocaleString('en')}</span>}
      </PageLink>
    </>
  );
}
