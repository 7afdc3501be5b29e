import type { DesignFilters } from '@imagesearch/facets/filters';
import type { Captures } from './slots.js';

/** A row of the table: words, and the filters that they mean. */
export interface Phrase {
  /** See `PhraseMatcher` for the notation. */
  patterns: readonly string[];
  /** Filters, or undefined when the slots hold what no filter can say. */
  filters: DesignFilters | ((captures: Captures) => DesignFilters | undefined);
  /** What `filters` gives, in words, when it depends on the slots. */
  meaning?: string;
  /** What the phrase means after a negation; nothing unless said here. Its words leave the query in any case. */
  negated?: DesignFilters;
  /** It describes the picture, and not its subject, when any of these holds; always when none is named. */
  when?: readonly ConditionName[];
  /** … and never when one of these holds. */
  unless?: readonly ConditionName[];
  /** An adjective says something of the words after it; the brief goes on without it as if it had never been there. */
  role: 'adjective' | 'noun';
  /** Whether "photo" or "background" after it leaves the query along with it. */
  takes?: 'picture' | 'light';
  /** What it rules out may be more than it names: "no people [or cars]". */
  rulesOutMore?: boolean;
}

/** See `CONDITIONS`. */
export type ConditionName =
  | 'describesPicture'
  | 'lights'
  | 'alone'
  | 'complete'
  | 'ofOnePerson'
  | 'amongPhrases'
  | 'worn'
  | 'thingAfter'
  | 'describedBefore'
  | 'qualified'
  | 'inAPart'
  | 'shade'
  | 'onAThing'
  | 'panoramicThing'
  | 'timeOrScore'
  | 'tiedWithin'
  | 'ofOthers'
  | 'idiom'
  | 'textOfAThing'
  | 'blackAndWhite'
  | 'hashtag'
  | 'subjectOfVerb';
