import type { Address } from '../address/address.js';
import { goTo } from '../address/use-address.js';
import { describeLimits, withoutLimits } from '../filters/describe-limits.js';
import { IconButton } from '../ui/icon-button.js';

/** The filters that are set, each with a way to take it out. */
export function FilterChips({ address }: { address: Address }) {
  const limits = describeLimits(address);
  if (limits.length === 0) return null;
  return (
    <ul className="chips" aria-label="Filters that are set">
      {limits.map(({ key, words, colour, without }) => (
        <li key={key}>
          <span className="chip">
            {colour !== undefined && <span className="chip-colour" style={{ backgroundColor: colour }} />}
            <span>{words}</span>
            <IconButton icon="close" label={`Remove the filter: ${words}`} onClick={() => goTo(without)} />
          </span>
        </li>
      ))}
      {limits.length > 1 && (
        <li>
          <button type="button" className="button-plain" onClick={() => goTo(withoutLimits(address))}>
            Remove all
          </button>
        </li>
      )}
    </ul>
  );
}
