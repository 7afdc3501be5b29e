import type { Usage } from '../api/types.js';

const WINDOWS: Record<Usage['windows'][number]['limit'], string> = {
  rpm: 'Requests a minute',
  rpd: 'Requests a day',
  concurrent: 'Requests at once',
};

/** What is left of the credits and of each limit. */
export function CreditsCard({ usage: { plan, credits, period, windows } }: { usage: Usage }) {
  const { remaining, granted, used, packs } = credits;
  return (
    <section aria-label="Credits" className="credits">
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
    <label className="meter">
      <span className="quiet">{label}</span>
      <meter min={0} max={Math.max(1, of)} value={used} />
    </label>
  );
}

function dayOf(text: string): string {
  return new Date(text).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
}
