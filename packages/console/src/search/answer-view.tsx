import { useState } from 'react';
import type { Address } from '../address/address.js';
import type { Asked } from '../api/ask.js';
import { Results } from '../results/results.js';
import { AnswerHead, type FiltersToggle } from './answer-head.js';
import { BriefChips } from './brief-chips.js';
import { FilterChips } from './filter-chips.js';
import { Notices } from './notices.js';
import { NoResults } from './no-results.js';
import { ShowMore } from './show-more.js';

interface AnswerViewProps {
  address: Address;
  asked: Asked;
  isAsking: boolean;
  filters: FiltersToggle;
}

/** An answer: how it was understood, what was left out, and the images. */
export function AnswerView({ address, asked, isAsking, filters }: AnswerViewProps) {
  const [showsScores, setShowsScores] = useState(false);
  const { data: answer } = asked;
  return (
    <>
      <AnswerHead
        address={address}
        asked={asked}
        filters={filters}
        showsScores={showsScores}
        onScores={() => setShowsScores(!showsScores)}
      />
      <BriefChips address={address} answer={answer} />
      <FilterChips address={address} />
      <Notices address={address} answer={answer} />
      {answer.results.length === 0 ? (
        <NoResults address={address} />
      ) : (
        <>
          <Results address={address} results={answer.results} showsScores={showsScores} />
          <ShowMore address={address} answer={answer} isAsking={isAsking} />
        </>
      )}
    </>
  );
}
