import { useState } from 'react';
import type { SearchAnswer } from '@imagesearch/sdk';
import { useAddress } from '../address/use-address.js';
import { type Asked, searchCurl } from '../api/ask.js';
import { serviceUrl } from '../api/client.js';
import { Button } from '../ui/button.js';
import { openFilters, useFiltersOpen } from '../filters/filter-panel.js';
import { useLimits } from '../filters/limits.js';
import { Icon } from '../ui/icon.js';
import { ForPrograms } from '../ui/for-programs.js';
import { Modal } from '../ui/modal.js';

interface AnswerHeadProps {
  asked: Asked;
  showsScores: boolean;
  onScores: () => void;
}

/** How many images there are, what they cost, and what to do with the answer as a whole. */
export function AnswerHead({ asked, showsScores, onScores }: AnswerHeadProps) {
  const limits = useLimits().length;
  const isOpen = useFiltersOpen();
  const address = useAddress();
  const [showsRequest, setShowsRequest] = useState(false);
  const { data: answer, credits } = asked;
  const images = imagesIn(answer);
  return (
    <div className="row answer-head">
      <Button aria-expanded={isOpen} aria-controls="filters" onClick={() => openFilters(!isOpen)}>
        <Icon name="filters" />
        <span className="button-words">Filters</span>
        {limits > 0 && <span className="count">{limits}</span>}
      </Button>
      <h1>{headingOf(answer, address.like === null ? images : `${images} like this one`)}</h1>
      <p className="quiet" role="status">
        <span className="visually-hidden">{images}, </span>
        {!!answer.strong_count && (
          <>
            <b>
              {answer.strong_count} strong match{answer.strong_count === 1 ? '' : 'es'}
            </b>{' '}
            ·{' '}
          </>
        )}
        {answer.latency_ms} ms · {credits.charged} credit{credits.charged === 1 ? '' : 's'}
      </p>
      <div className="row">
        <Button aria-pressed={showsScores} onClick={onScores}>
          Scores
        </Button>
        <Button onClick={() => setShowsRequest(true)}>
          <Icon name="code" />
          <span className="button-words">Request</span>
        </Button>
      </div>
      {showsRequest && (
        <Modal title="For programs" onClose={() => setShowsRequest(false)}>
          <ForPrograms request={searchCurl(serviceUrl(), address)} answer={answer} />
        </Modal>
      )}
    </div>
  );
}

/** Whether there are images, and none of them is a strong match. */
export const hasOnlyWeak = ({ strong_count: strong, count }: SearchAnswer): boolean =>
  strong === 0 && count > 0;

const headingOf = (answer: SearchAnswer, counted: string): string =>
  hasOnlyWeak(answer) ? 'No strong match' : counted;

/** The API counts no further where words or an image rank. */
const REACHABLE_MAX = 1_000;

/** "30 of about 290 images" or "30 of 1,000+ images" while there are more to show. */
function imagesIn({ count, cursor, reachable, mode }: SearchAnswer): string {
  if (cursor === null || reachable <= count) return `${count} image${count === 1 ? '' : 's'}`;
  const isCut = reachable >= REACHABLE_MAX && mode !== 'none';
  return `${count} of ${isCut ? '1,000+' : `about ${reachable}`} images`;
}
