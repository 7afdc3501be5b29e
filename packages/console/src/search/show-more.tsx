import type { Address } from '../address/address.js';
import { COUNT_FIRST } from '../address/address.js';
import { replaceWith } from '../address/use-address.js';
import type { ShownAnswer } from '../api/types.js';
import { useAccountState } from '../account/account-store.js';

interface ShowMoreProps {
  address: Address;
  answer: ShownAnswer;
  isAsking: boolean;
}

/** Asks for the next images, up to what the plan allows, and says what they cost. */
export function ShowMore({ address, answer, isAsking }: ShowMoreProps) {
  const { usage, pricing } = useAccountState();
  const plan = pricing?.plans.find(({ id }) => id === usage?.plan);
  const most = plan?.max_results ?? Infinity;
  const wanted = Math.min(address.count + COUNT_FIRST, most);
  const hasMore = isAsking || (answer.cursor !== null && wanted > answer.count && !answer.k_capped);
  if (!hasMore) return <p className="quiet answer-more">That is all.</p>;
  const cost = pricing && Math.ceil((wanted - answer.count) / pricing.credits.results_per_credit);
  return (
    <div className="answer-more">
      <button
        type="button"
        className="button"
        disabled={isAsking}
        onClick={() => replaceWith({ ...address, count: wanted })}
      >
        {isAsking ? 'Asking for more …' : `Show ${wanted - answer.count} more`}
      </button>
      {cost !== null && (
        <p className="quiet">
          They cost {cost} credit{cost === 1 ? '' : 's'}.
        </p>
      )}
    </div>
  );
}
