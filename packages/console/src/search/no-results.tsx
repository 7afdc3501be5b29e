import { START, type Address } from '../address/address.js';
import { describeLimits } from '../filters/describe-limits.js';
import { PageLink } from '../ui/page-link.js';

/** Nothing fits: says why, and offers each filter to take out. */
export function NoResults({ address }: { address: Address }) {
  const limits = describeLimits(address);
  return (
    <section className="empty">
      <h2>No image fits</h2>
      {limits.length > 0 ? (
        <>
          <p className="quiet">A filter that you set is never left out. Take one out to see more.</p>
          <ul className="chips">
            {limits.map(({ key, words, without }) => (
              <li key={key}>
                <PageLink className="button" to={without}>
                  Without “{words}”
                </PageLink>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="quiet">
          Try other or fewer words, or show an example image. <PageLink to={START}>Start again</PageLink>
        </p>
      )}
    </section>
  );
}
