import type { SearchAnswer } from '@imagesearch/sdk';
import type { ReactNode } from 'react';
import { client } from '../api/client.js';
import { useLoaded } from '../api/store.js';
import { wishesOf } from '../filters/describe-filters.js';
import { PageLink } from '../address/use-address.js';
import { isUnlicensed } from '../image/badges.js';
import { Icon } from '../ui/icon.js';

/** Says where the answer is not exactly what was asked for, and why. */
export function Notices({ answer }: { answer: SearchAnswer }) {
  const { relaxed = [], degraded, k_capped } = answer;
  const unlicensed = answer.results.filter(isUnlicensed).length;
  return (
    <div className="stack">
      {relaxed.length > 0 && (
        <Notice>
          Few images fit everything, so some do not meet these wishes: <b>{wishesOf(relaxed)}</b>. Every image
          fits the filters that you set.
        </Notice>
      )}
      {degraded && (
        <Notice>
          The order is less precise than usual: the part that compares your words with each caption does not
          answer. The images are in the order of their likeness alone.
        </Notice>
      )}
      {unlicensed > 0 && (
        <Notice>
          {unlicensed === answer.count
            ? 'The licence of these images is unknown'
            : `The licence of ${unlicensed} of these images is unknown (those with a ?)`}
          : ask the rights holder before you use one.
        </Notice>
      )}
      <SpellingNotices answer={answer} />
      {k_capped && (
        <Notice>
          Your plan shows fewer images at a time than you asked for. Use “Show more” to continue.
        </Notice>
      )}
    </div>
  );
}

/** An emoji is read as such: its tag begins with "und". */
function readAs(lang: string): string {
  const name = lang === '' || lang.startsWith('und') ? undefined : LANGUAGE_NAMES.of(lang);
  return name === undefined ? '' : `, read as ${name}`;
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** Says which words were translated and corrected, which ones no image is described with, and what may have been meant. */
function SpellingNotices({ answer }: { answer: SearchAnswer }) {
  const { corrections = [], translations = [], unmatched = [], did_you_mean: proposal, count } = answer;
  return (
    <>
      {answer.spelling_unchecked && (
        <Notice>Spelling could not be checked. These are the results for what you wrote.</Notice>
      )}
      {translations.length + corrections.length > 0 && (
        <Notice>
          Searched for{' '}
          {[...translations, ...corrections.map((each) => ({ ...each, lang: '' }))].map(
            ({ from, to, lang }, index) => (
              <span key={from}>
                {index > 0 && ', '}
                <b>{to}</b> instead of “{from}”{readAs(lang)}
              </span>
            ),
          )}
          . <PageLink to={{ isExact: true }}>Search for what I wrote</PageLink>
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
          Did you mean <PageLink to={{ query: proposal, isExact: false }}>{proposal}</PageLink>?
        </Notice>
      )}
    </>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="line notice tone-open">
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  );
}

/** What words find with the model that runs, what it cannot do, and the command that helps. */
export function ModelNote() {
  // The page works without it, and a search says what is wrong.
  const { value: note } = useLoaded(
    'model',
    async (signal) => (await client().warm({ signal })).data.services.embedding.detail,
  );
  return note ? <p className="quiet">{note}</p> : null;
}
