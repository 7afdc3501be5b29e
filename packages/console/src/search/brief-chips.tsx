import { Fragment } from 'react';
import type { SearchAnswer } from '@imagesearch/sdk';
import { goTo, useAddress } from '../address/use-address.js';
import type { Phrase } from '../api/types.js';
import { describeFilters } from '../filters/describe-filters.js';
import { IconButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { exclusionOf, withoutPhrase } from './brief.js';
import './brief-chips.css';

/** What the service read from the words: the brief with its phrases marked, and a chip for each of them. */
export function BriefChips({ answer }: { answer: SearchAnswer }) {
  const phrases = answer.applied_design?.phrases ?? [];
  if (phrases.length === 0) return null;
  const query = answer.query ?? '';
  return (
    <section className="row" aria-label="Read from your words">
      <p className="brief-text">
        <span className="quiet">Read as </span>
        {phrases.map(({ start, end }, at) => (
          <Fragment key={start}>
            {query.slice(phrases[at - 1]?.end ?? 0, start)}
            <mark>{query.slice(start, end)}</mark>
          </Fragment>
        ))}
        {query.slice(phrases.at(-1)?.end)}
      </p>
      <ul className="row">
        {phrases.map((phrase) => (
          <li key={phrase.start}>
            <PhraseChip
              phrase={phrase}
              relaxed={answer.relaxed ?? []}
              excluded={answer.applied_design?.excluded ?? []}
              isUnread={answer.applied_design?.unread.includes(phrase.text) ?? false}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PhraseChipProps {
  phrase: Phrase;
  relaxed: readonly string[];
  excluded: readonly string[];
  /** Whether no filter can express it. */
  isUnread: boolean;
}

function PhraseChip({ phrase, relaxed, excluded, isUnread }: PhraseChipProps) {
  const isDropped = Object.keys(phrase.filters).some((name) => relaxed.includes(name));
  const described = describeFilters(phrase.filters);
  const words = described.map((entry) => entry.words).join(', ') || unfiltered(phrase, isUnread, excluded);
  const colour = described.find((entry) => entry.colour !== undefined)?.colour;
  const { query, filters } = useAddress();
  const rest = withoutPhrase(query, phrase);
  const remove = (): void => goTo({ query: rest });
  const keep = (): void => goTo({ query: rest, filters: { ...filters, ...phrase.filters } });
  return (
    <span className="line chip chip-read" title={`From your words: “${phrase.text}”`}>
      {colour !== undefined && <span className="swatch" style={{ backgroundColor: colour }} />}
      <span>{words}</span>
      {isDropped && (
        <span className="line chip-note">
          <Icon name="warning" /> not in all
        </span>
      )}
      {described.length > 0 && <IconButton icon="pin" label={`Always: ${words}`} onClick={keep} />}
      <IconButton icon="close" label={`Remove “${phrase.text}”`} onClick={remove} />
    </span>
  );
}

/** Of a phrase without a filter. */
function unfiltered(phrase: Phrase, isUnread: boolean, excluded: readonly string[]): string {
  if (isUnread) return `Check yourself: ${phrase.text}`;
  return exclusionOf(phrase, excluded) ?? 'Left out of the search';
}
