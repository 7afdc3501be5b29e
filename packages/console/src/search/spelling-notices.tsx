import type { Address } from '../address/address.js';
import type { ShownAnswer } from '../api/types.js';
import { PageLink } from '../ui/page-link.js';
import { Notice } from './notice.js';

/** Says which words were translated and corrected, which ones no image is described with, and what may have been meant. */
export function SpellingNotices({ address, answer }: { address: Address; answer: ShownAnswer }) {
  const { corrections = [], translations = [], unmatched = [], did_you_mean: proposal, count } = answer;
  return (
    <>
      {answer.spelling_unchecked && (
        <Notice>The spelling could not be checked: these are the results for what you wrote.</Notice>
      )}
      {translations.length + corrections.length > 0 && (
        <Notice>
          Searched for{' '}
          {[...translations, ...corrections].map(({ from, to }, index) => (
            <span key={from}>
              {index > 0 && ', '}
              <b>{to}</b> instead of “{from}”
            </span>
          ))}
          . <PageLink to={{ ...address, isExact: true, open: null }}>Search for what I wrote</PageLink>
        </Notice>
      )}
      {unmatched.length > 0 && (
        <Notice>
          No image is described with {unmatched.map((word) => `“${word}”`).join(' or ')}.
          {count > 0 && ' The results come nearest to what you wrote.'}
        </Notice>
      )}
      {proposal && (
        <Notice>
          Did you mean{' '}
          <PageLink to={{ ...address, query: proposal, isExact: false, open: null }}>{proposal}</PageLink>?
        </Notice>
      )}
    </>
  );
}
