import { START, type Address } from '../address/address.js';
import { describeFilters, withoutFilters } from '../filters/describe-filters.js';
import { PageLink } from '../ui/page-link.js';

/** Nothing fits: says why, and offers each filter to take out. */
export function NoResults({ address }: { address: Address }) {
  const described = describeFilters(address.filters);
  return (
    <section className="empty">
      <h2>No image fits</h2>
      {described.length > 0 ? (
        <>
          <p className="quiet">A filter that you set is never left out. Take one out to see more.</p>
          <ul className="chips">
            {described.map(({ names, words }) => (
              <li key={names.join()}>
                <PageLink
                  className="button"
                  to={{ ...address, filters: withoutFilters(address.filters, names), open: null }}
                >
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
