import type { ShownAnswer } from '../api/types.js';
import type { Address } from '../address/address.js';
import { wishesOf } from '../filters/wishes.js';
import { Notice } from './notice.js';
import { SpellingNotices } from './spelling-notices.js';

/** Says where the answer is not exactly what was asked for, and why. */
export function Notices({ address, answer }: { address: Address; answer: ShownAnswer }) {
  const { relaxed = [], degraded, k_capped } = answer;
  return (
    <div className="notices">
      {relaxed.length > 0 && (
        <Notice>
          Few images fit everything, so some do not fit these wishes: <b>{wishesOf(relaxed)}</b>. Every image
          fits the filters that you set.
        </Notice>
      )}
      {degraded && (
        <Notice>
          The order is coarser than usual: the part that compares your words with each caption does not
          answer. The images are in the order of their likeness alone.
        </Notice>
      )}
      <SpellingNotices address={address} answer={answer} />
      {k_capped && <Notice>Your plan shows {answer.count} results of a search at most.</Notice>}
    </div>
  );
}
