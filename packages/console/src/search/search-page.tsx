import { useState } from 'react';
import type { Address } from '../address/address.js';
import { goTo } from '../address/use-address.js';
import { describeLimits } from '../filters/describe-limits.js';
import { FilterPanel } from '../filters/filter-panel.js';
import { Filters } from '../filters/filters.js';
import { useFiltersOpen } from '../filters/use-filters-open.js';
import { ImageView } from '../image/image-view.js';
import { FailureCard } from '../ui/failure-card.js';
import { Header } from '../ui/header.js';
import { Tools } from '../ui/tools.js';
import { AnswerView } from './answer-view.js';
import { seenIn } from './seen.js';
import { SearchForm } from './search-form.js';
import { Waiting } from './waiting.js';
import { useSearch, type Search } from './use-search.js';
import './search-page.css';

/** A search: its words, its filters, its results, and the image that is open. */
export function SearchPage({ address, apiKey }: { address: Address; apiKey: string }) {
  const [attempt, setAttempt] = useState(0);
  const [isOpen, setIsOpen] = useFiltersOpen();
  const search = useSearch(address, apiKey, attempt);
  const answer = answerOf(search);
  const panel = <FilterPanel address={address} {...seenIn(answer?.results ?? [])} />;
  const filters = {
    count: describeLimits(address).length,
    isOpen,
    onToggle: () => setIsOpen(!isOpen),
  };
  return (
    <>
      <Header tools={<Tools address={address} apiKey={apiKey} />}>
        <SearchForm address={address} size="bar" />
      </Header>
      <div className={isOpen ? 'search-page search-page-filtered' : 'search-page'}>
        {isOpen && <Filters onClose={() => setIsOpen(false)}>{panel}</Filters>}
        <main className="search-main" aria-busy={search.status === 'asking'}>
          {search.status === 'failed' ? (
            <FailureCard
              failure={search.failure}
              onRetry={() => setAttempt(attempt + 1)}
              onAccount={() => goTo({ ...address, panel: 'account' })}
              onFewer={() => goTo({ ...address, count: FEWER })}
            />
          ) : answer ? (
            <AnswerView
              address={address}
              asked={answer.asked}
              isAsking={search.status === 'asking'}
              filters={filters}
            />
          ) : (
            search.status === 'asking' && <Waiting count={address.count} />
          )}
        </main>
      </div>
      {address.open !== null && (
        <ImageView address={address} assetId={address.open} results={answer?.results ?? []} apiKey={apiKey} />
      )}
    </>
  );
}

/** The smallest answer that an account with a few credits left can pay. */
const FEWER = 10;

function answerOf(search: Search) {
  const asked =
    search.status === 'answered' ? search.asked : search.status === 'asking' ? search.previous : null;
  return asked && { asked, results: asked.data.results };
}
