import type { Address } from '../address/address.js';
import { goTo } from '../address/use-address.js';
import { describeFilters, withoutFilters } from '../filters/describe-filters.js';
import { IconButton } from '../ui/icon-button.js';

/** The filters that are set, each with a way to take it out. */
export function FilterChips({ address }: { address: Address }) {
  const described = describeFilters(address.filters);
  if (described.length === 0) return null;
  const keepOnly = (filters: Address['filters']): void => goTo({ ...address, filters, open: null });
  return (
    <ul className="chips" aria-label="Filters that are set">
      {described.map(({ names, words, colour }) => (
        <li key={names.join()}>
          <span className="chip">
            {colour !== undefined && <span className="chip-colour" style={{ backgroundColor: colour }} />}
            <span>{words}</span>
            <IconButton
              icon="close"
              label={`Remove the filter: ${words}`}
              onClick={() => keepOnly(withoutFilters(address.filters, names))}
            />
          </span>
        </li>
      ))}
      {described.length > 1 && (
        <li>
          <button type="button" className="button-plain" onClick={() => keepOnly({})}>
            Remove all
          </button>
        </li>
      )}
    </ul>
  );
}
