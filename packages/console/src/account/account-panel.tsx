import { useEffect } from 'react';
import type { Address } from '../address/address.js';
import { leaveFor } from '../address/use-address.js';
import { forgetKey } from '../session/session-key.js';
import { FailureCard } from '../ui/failure-card.js';
import { IconButton } from '../ui/icon-button.js';
import { Modal } from '../ui/modal.js';
import { readAccount, useAccount } from './account-store.js';
import { CreditsCard } from './credits-card.js';
import { LatestSearches } from './latest-searches.js';
import { PriceList } from './price-list.js';
import './account.css';

/** Plan, credits, limits, latest searches and prices of the key's account. */
export function AccountPanel({ address, apiKey }: { address: Address; apiKey: string }) {
  const { usage, pricing, failure, isLoading } = useAccount(apiKey);
  useEffect(() => void readAccount(apiKey), [apiKey]);
  const close = (): void => leaveFor({ ...address, panel: null });
  return (
    <Modal label="Account" form="sheet" onClose={close}>
      <div className="modal-head">
        <h2>Account</h2>
        <IconButton icon="close" label="Close" onClick={close} />
      </div>
      <div className="modal-body" aria-busy={isLoading}>
        {failure && <FailureCard failure={failure} onRetry={() => void readAccount(apiKey)} />}
        {usage && <CreditsCard usage={usage} />}
        {usage && <LatestSearches searches={usage.searches} />}
        {pricing && <PriceList pricing={pricing} current={usage?.plan ?? null} />}
        <section aria-label="Key">
          <h3 className="section-title">Key</h3>
          <p className="quiet">…{apiKey.slice(-4)}, kept in this tab only.</p>
          <button type="button" className="button" onClick={forgetKey}>
            Forget the key
          </button>
        </section>
      </div>
    </Modal>
  );
}
