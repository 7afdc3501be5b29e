import { useState } from 'react';
import type { Address } from '../address/address.js';
import type { Asked } from '../api/ask.js';
import { Icon } from '../ui/icon.js';
import { RequestPanel } from './request-panel.js';

export interface FiltersToggle {
  count: number;
  isOpen: boolean;
  onToggle: () => void;
}

interface AnswerHeadProps {
  address: Address;
  asked: Asked;
  filters: FiltersToggle;
  showsScores: boolean;
  onScores: () => void;
}

/** How many images there are, what they cost, and what to do with the answer as a whole. */
export function AnswerHead({ address, asked, filters, showsScores, onScores }: AnswerHeadProps) {
  const [showsRequest, setShowsRequest] = useState(false);
  const { data: answer, credits } = asked;
  const images = `${answer.count} image${answer.count === 1 ? '' : 's'}`;
  return (
    <div className="answer-head">
      <button
        type="button"
        className="button"
        aria-expanded={filters.isOpen}
        aria-controls="filters"
        onClick={filters.onToggle}
      >
        <Icon name="filters" />
        Filters
        {filters.count > 0 && <span className="count">{filters.count}</span>}
      </button>
      <h1>{address.like === null ? images : `${images} like this one`}</h1>
      <p className="quiet" role="status">
        <span className="visually-hidden">{images}, </span>
        {answer.latency_ms} ms · {credits.charged} credit{credits.charged === 1 ? '' : 's'}
      </p>
      <div className="answer-tools">
        <button type="button" className="button" aria-pressed={showsScores} onClick={onScores}>
          Scores
        </button>
        <button type="button" className="button" onClick={() => setShowsRequest(true)}>
          <Icon name="code" />
          Request
        </button>
      </div>
      {showsRequest && (
        <RequestPanel address={address} answer={answer} onClose={() => setShowsRequest(false)} />
      )}
    </div>
  );
}
