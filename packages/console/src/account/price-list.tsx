import type { Pricing } from '../api/types.js';

/** The plans, the account's own marked. */
export function PriceList({ pricing, current }: { pricing: Pricing; current: string | null }) {
  const { plans, credits, currency } = pricing;
  return (
    <section aria-label="Plans">
      <h3 className="section-title">Plans</h3>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col">{currency} a month</th>
            <th scope="col">Credits</th>
            <th scope="col">By image</th>
          </tr>
        </thead>
        <tbody>
          {plans.map(({ id, name, monthly_usd, monthly_credits, image_search }) => (
            <tr key={id} aria-current={id === current ? 'true' : undefined}>
              <th scope="row">{name}</th>
              <td>{monthly_usd ?? 'On request'}</td>
              <td>{monthly_credits?.toLocaleString('en') ?? 'On request'}</td>
              <td>{image_search ? 'Yes' : 'No'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="quiet">
        One credit pays for {credits.results_per_credit} results, and a search costs{' '}
        {credits.minimum_per_search} at least. {credits.reset}
      </p>
    </section>
  );
}
