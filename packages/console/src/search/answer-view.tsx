import { useState } from 'react';
import type { SearchAnswer } from '@imagesearch/sdk';
import { START, COUNT_FIRST } from '../address/address.js';
import type { Asked } from '../api/ask.js';
import { Results } from '../results/results.js';
import { AnswerHead, hasOnlyWeak } from './answer-head.js';
import { BriefChips } from './brief-chips.js';
import { ModelNote, Notices } from './notices.js';
import { goTo, PageLink, replaceWith } from '../address/use-address.js';
import { NO_LIMITS, useLimits } from '../filters/limits.js';
import { Button, IconButton } from '../ui/button.js';
import { account } from '../api/service-store.js';

interface AnswerViewProps {
  asked: Asked;
  isAsking: boolean;
}

/** An answer: how it was understood, what was left out, and the images. */
export function AnswerView({ asked, isAsking }: AnswerViewProps) {
  const [showsScores, setShowsScores] = useState(false);
  const [openedFor, setOpenedFor] = useState<string | null>(null);
  const { data: answer } = asked;
  const isFolded = hasOnlyWeak(answer) && answer.count > NEAREST_SHOWN && openedFor !== answer.query_id;
  return (
    <>
      <AnswerHead asked={asked} showsScores={showsScores} onScores={() => setShowsScores(!showsScores)} />
      <BriefChips answer={answer} />
      <FilterChips />
      <Notices answer={answer} />
      {answer.results.length === 0 ? (
        <NoResults />
      ) : (
        <>
          {hasOnlyWeak(answer) && <OnlyWeak />}
          <Results
            results={isFolded ? answer.results.slice(0, NEAREST_SHOWN) : answer.results}
            strongCount={hasOnlyWeak(answer) ? answer.count : (answer.strong_count ?? answer.count)}
            showsScores={showsScores}
          />
          {isFolded ? (
            <div className="centred answer-more">
              <Button onClick={() => setOpenedFor(answer.query_id)}>
                Show all {answer.count} weaker matches
              </Button>
            </div>
          ) : (
            <ShowMore answer={answer} isAsking={isAsking} />
          )}
        </>
      )}
    </>
  );
}

/** The filters that are set, each with a way to take it out. */
function FilterChips() {
  const limits = useLimits();
  if (limits.length === 0) return null;
  return (
    <ul className="row" aria-label="Filters that are set">
      {limits.map(({ key, words, colour, without }) => (
        <li key={key}>
          <span className="line chip">
            {colour !== undefined && <span className="swatch" style={{ backgroundColor: colour }} />}
            <span>{words}</span>
            <IconButton icon="close" label={`Remove the filter: ${words}`} onClick={() => goTo(without)} />
          </span>
        </li>
      ))}
      {limits.length > 1 && (
        <li>
          <Button look="plain" onClick={() => goTo(NO_LIMITS)}>
            Remove all
          </Button>
        </li>
      )}
    </ul>
  );
}

/** Of images that are no strong match: about one row. */
const NEAREST_SHOWN = 5;

/** Nothing fits well: says so before the nearest images, and what helps. */
function OnlyWeak() {
  const isLimited = useLimits().length > 0;
  return (
    <section className="stack only-weak" aria-label="What helps">
      <p>
        No image here clearly shows what you wrote. These are the nearest ones. Try other or fewer words
        {isLimited && ', take a filter out'}, or show an example image. Titles and tags let words find an
        image.
      </p>
      <ModelNote />
    </section>
  );
}

/** Nothing fits: says what to change. */
function NoResults() {
  const isLimited = useLimits().length > 0;
  return (
    <section className="centred message">
      <h2>No image fits</h2>
      <p className="quiet">
        {isLimited
          ? 'Your own filters are never dropped. Remove one to see more.'
          : 'Try other or fewer words, or show an example image.'}{' '}
        <PageLink to={START}>Start again</PageLink>
      </p>
    </section>
  );
}

/** Of the API: pages end there where words or an image rank. */
const PAGED_MAX = 1_000;

/** Asks for the next images, as many as the plan gives at a time, and says what they cost. */
function ShowMore({ answer, isAsking }: { answer: SearchAnswer; isAsking: boolean }) {
  const { pricing, usage } = account.use().value ?? {};
  const plan = pricing?.plans.find(({ id }) => id === usage?.plan);
  const more = Math.min(COUNT_FIRST, plan?.max_results ?? Infinity);
  if (!isAsking && answer.cursor === null) {
    const isCut = answer.count >= PAGED_MAX && answer.mode !== 'none';
    return (
      <p className="quiet centred answer-more">
        {isCut ? 'A search shows no more than these images. Add words or filters.' : 'That is all.'}
      </p>
    );
  }
  const cost = pricing && Math.ceil(more / pricing.credits.results_per_credit);
  return (
    <div className="centred answer-more">
      <Button disabled={isAsking} onClick={() => replaceWith({ count: answer.count + COUNT_FIRST })}>
        {isAsking ? 'Loading more …' : `Show ${more} more`}
      </Button>
      {cost !== undefined && (
        <p className="quiet">
          They cost {cost} credit{cost === 1 ? '' : 's'}.
        </p>
      )}
    </div>
  );
}
