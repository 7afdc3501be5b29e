import { useEffect } from 'react';
import { leaveFor } from '../address/use-address.js';
import { currentKey, forgetKey } from '../session/session-key.js';
import { Button } from '../ui/button.js';
import { FailureCard } from '../ui/failure-card.js';
import { Modal } from '../ui/modal.js';
import { Keys } from './keys.js';
import { dayOf, momentOf, Table, UsageDays } from './usage-by-day.js';
import { account } from '../api/service-store.js';
import type { Usage, Pricing } from '../api/types.js';
import './account.css';

/** Plan, credits, limits, latest searches and prices of the key's account. */
export function AccountPanel() {
  const { value, failure, isLoading } = account.use();
  const { usage, pricing } = value ?? {};
  useEffect(() => void account.read(), []);
  const close = (): void => void leaveFor({ panel: null });
  return (
    <Modal title="Account" isBusy={isLoading} onClose={close}>
      {failure && <FailureCard failure={failure} onRetry={() => void account.read()} />}
      {usage && <CreditsCard usage={usage} />}
      {usage && <LatestSearches searches={usage.searches} />}
      {usage && <OwnAccount usage={usage} />}
      {pricing && <PriceList pricing={pricing} current={usage?.plan ?? null} />}
      <section aria-label="This key">
        <h3 className="section-title">This key</h3>
        <p className="quiet">…{currentKey().slice(-4)}, kept until you close the tabs of this page.</p>
        <Button onClick={forgetKey}>Forget the key</Button>
      </section>
    </Modal>
  );
}

/** What a key that manages the account is for. */
function OwnAccount({ usage: { key } }: { usage: Usage }) {
  if (!key.scopes.includes('account'))
    return (
      <p className="quiet">
        Keys and usage by day: the operator of the service can give you a key that shows them, with the scope
        account.
      </p>
    );
  return (
    <>
      <UsageDays />
      <Keys ownId={key.key_id} />
    </>
  );
}

const WINDOWS: Record<Usage['windows'][number]['limit'], string> = {
  rpm: 'Requests a minute',
  rpd: 'Requests a day',
  concurrent: 'Requests at once',
};

/** What is left of the credits and of each limit. */
function CreditsCard({ usage: { plan, credits, period, windows } }: { usage: Usage }) {
  const { remaining, granted, used, packs } = credits;
  return (
    <section aria-label="Credits" className="stack">
      <p className="credits-left">
        <strong>{remaining === null ? 'No limit' : remaining.toLocaleString('en')}</strong>{' '}
        {remaining === null ? 'on credits' : 'credits left'}
      </p>
      {granted !== null && (
        <Meter
          label={`${used.toLocaleString('en')} of ${granted.toLocaleString('en')} used`}
          used={used}
          of={granted}
        />
      )}
      <p className="quiet">
        Plan <b>{plan}</b>. New credits on {dayOf(period.end)}.
        {packs > 0 && ` ${packs} of them are in packs.`}
      </p>
      {windows.map(({ limit, quota, used: inUse }) => (
        <Meter
          key={limit}
          label={`${WINDOWS[limit]}: ${inUse.toLocaleString('en')} of ${quota.toLocaleString('en')}`}
          used={inUse}
          of={quota}
        />
      ))}
    </section>
  );
}

function Meter({ label, used, of }: { label: string; used: number; of: number }) {
  return (
    <label className="stack meter">
      <span className="quiet">{label}</span>
      <meter min={0} max={Math.max(1, of)} value={used} />
    </label>
  );
}

const SHOWN_MAX = 8;
const STATUSES: Record<Usage['searches'][number]['status'], string> = {
  answered: 'answered',
  failed: 'failed',
  in_flight: 'in progress',
};

function LatestSearches({ searches }: { searches: Usage['searches'] }) {
  return (
    <section aria-label="Latest searches">
      <h3 className="section-title">Latest searches</h3>
      {searches.length === 0 ? (
        <p className="quiet">None in this period.</p>
      ) : (
        <Table columns={['When', 'What', 'Result', 'Credits']}>
          {searches.slice(0, SHOWN_MAX).map(({ query_id, created_at, endpoint, status, credits_charged }) => (
            <tr key={query_id}>
              <td>
                <time dateTime={created_at}>{momentOf(created_at)}</time>
              </td>
              <td>{endpoint}</td>
              <td>{STATUSES[status]}</td>
              <td>{credits_charged}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

/** The plans, the account's own marked. */
function PriceList({ pricing, current }: { pricing: Pricing; current: string | null }) {
  const { plans, credits, currency } = pricing;
  return (
    <section aria-label="Plans">
      <h3 className="section-title">Plans</h3>
      <Table columns={['Plan', `${currency} a month`, 'Credits', 'By image']}>
        {plans.map(({ id, name, monthly_usd, monthly_credits, image_search }) => (
          <tr key={id} aria-current={id === current ? 'true' : undefined}>
            <th scope="row">{name}</th>
            <td>{monthly_usd ?? 'On request'}</td>
            <td>{monthly_credits?.toLocaleString('en') ?? 'On request'}</td>
            <td>{image_search ? 'Yes' : 'No'}</td>
          </tr>
        ))}
      </Table>
      <p className="quiet">
        One credit pays for {credits.results_per_credit} results, and a search costs{' '}
        {credits.minimum_per_search} at least. {credits.reset}
      </p>
    </section>
  );
}
