import { useState } from 'react';
import { useAddress } from '../address/use-address.js';
import { FilterPanel, FilterFrame, openFilters, useFiltersOpen } from '../filters/filter-panel.js';
import { ImageView } from '../image/image-view.js';
import { FailureCard } from '../ui/failure-card.js';
import { Header } from '../ui/header.js';
import { AnswerView } from './answer-view.js';
import { SearchForm } from './search-form.js';
import { Waiting } from '../results/results.js';
import { useSearch } from './use-search.js';
import type { ShownImage } from '../api/types.js';
import './search-page.css';

/** A search: its words, its filters, its results, and the image that is open. */
export function SearchPage() {
  const address = useAddress();
  const [attempt, setAttempt] = useState(0);
  const isOpen = useFiltersOpen();
  const { asked, isAsking, failure } = useSearch(address, attempt);
  const results = asked?.data.results ?? [];
  const panel = <FilterPanel {...seenIn(results)} />;
  return (
    <>
      <Header>
        <SearchForm size="bar" />
      </Header>
      <div className={isOpen ? 'search-page search-page-filtered' : 'search-page'}>
        {isOpen && <FilterFrame onClose={() => openFilters(false)}>{panel}</FilterFrame>}
        <main className="search-main" aria-busy={isAsking}>
          {failure && <FailureCard failure={failure} onRetry={() => setAttempt(attempt + 1)} />}
          {asked && <AnswerView asked={asked} isAsking={isAsking} />}
          {isAsking && !asked && <Waiting count={address.count} />}
        </main>
      </div>
      {address.open !== null && <ImageView assetId={address.open} results={results} />}
    </>
  );
}

interface Seen {
  colours: string[];
  sources: string[];
  licences: string[];
}

const COLOURS_MAX = 12;
/** Squared distance in RGB below which two swatches look alike. */
const ALIKE_MAX = 56 ** 2;

/** What the images of an answer have, for the filter panel to offer: the most frequent first. */
function seenIn(images: readonly ShownImage[]): Seen {
  const colours: string[] = [];
  for (const colour of byFrequency(images.flatMap(({ cv }) => cv.palette))) {
    if (colours.length === COLOURS_MAX) break;
    if (!colours.some((other) => isAlike(colour, other))) colours.push(colour);
  }
  return {
    colours,
    sources: byFrequency(images.map(({ source }) => source)),
    licences: byFrequency(images.map(({ license }) => license)),
  };
}

function byFrequency(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
}

function isAlike(a: string, b: string): boolean {
  const [ar = 0, ag = 0, ab = 0] = channels(a);
  const [br = 0, bg = 0, bb = 0] = channels(b);
  return (ar - br) ** 2 + (ag - bg) ** 2 + (ab - bb) ** 2 < ALIKE_MAX;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
