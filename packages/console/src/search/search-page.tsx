import { useState } from 'react';
import { useAddress } from '../address/use-address.js';
import { FilterPanel, FilterFrame, openFilters, useFiltersOpen } from '../filters/filter-panel.js';
import { ImageView } from '../image/image-view.js';
import { FailureCard } from '../ui/failure-card.js';
import { Header } from '../ui/header.js';
import { AnswerView } from './answer-view.js';
import { SearchForm } from './search-form.js';
import { useSearch } from './use-search.js';
import './search-page.css';

/** A search: its words, its filters, its results, and the image that is open. */
export function SearchPage() {
  const address = useAddress();
  const [attempt, setAttempt] = useState(0);
  const isOpen = useFiltersOpen();
  const { asked, isAsking, failure } = useSearch(address, attempt);
  const results = asked?.data.results ?? [];
  const panel = <FilterPanel licences={results.map(({ license }) => license)} />;
  return (
    <>
      <Header>
        <SearchForm size="bar" />
      </Header>
      <div className={isOpen ? 'search-page search-page-filtered' : 'search-page'}>
        {isOpen && <FilterFrame onClose={() => openFilters(false)}>{panel}</FilterFrame>}
        <main className="stack search-main" aria-busy={isAsking}>
          {failure && <FailureCard failure={failure} onRetry={() => setAttempt(attempt + 1)} />}
          {asked && <AnswerView asked={asked} isAsking={isAsking} />}
          {isAsking && !asked && (
            <p role="status" className="quiet waiting-words">
              Searching …
            </p>
          )}
        </main>
      </div>
      {address.open !== null && <ImageView assetId={address.open} results={results} />}
    </>
  );
}
