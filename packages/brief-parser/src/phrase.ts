import type { DesignFilters } from '@imagesearch/facets/filters';
import type { Captures } from './slots.js';

/** A row of the table: words, and the filters that they mean. */
export interface Phrase {
  /** See `PhraseMatcher` for the notation. */
  patterns: readonly string[];
  /** Filters, or undefined when no filter can express what the slots hold. */
  filters: DesignFilters | ((captures: Captures) => DesignFilters | undefined);
  /** What `filters` gives, in words, when it depends on the slots. */
  meaning?: string;
  /** What the phrase means after a negation, nothing by default. Its words are removed from the query in any case. */
  negated?: DesignFilters;
  /** It describes the image, and not its subject, when any of these holds; always by default. */
  when?: readonly ConditionName[];
  /** … and never when one of these holds. */
  unless?: readonly ConditionName[];
  /** An adjective describes the words after it, which read well without it. */
  role: 'adjective' | 'noun';
  /** Whether "photo" or "background" after it is removed from the query with it. */
  takes?: 'image' | 'light';
  /** What it rules out may be more than it names: "no people [or cars]". */
  rulesOutMore?: boolean;
}

/** See `CONDITIONS`. */
export type ConditionName =
  | 'describesImage'
  | 'describesLight'
  | 'betweenCommas'
  | 'noNounFollows'
  | 'afterOnePerson'
  | 'personsFollow'
  | 'amongPhrases'
  | 'worn'
  | 'objectFollows'
  | 'describedBefore'
  | 'qualified'
  | 'ofAnImagePart'
  | 'otherShade'
  | 'ofAnObject'
  | 'panoramicObject'
  | 'timeOrScore'
  | 'hyphenated'
  | 'notOfPeople'
  | 'standsOutIdiom'
  | 'textCompound'
  | 'namesBlackAndWhite'
  | 'hashtag'
  | 'subjectOfVerb'
  | 'namesWhole'
  | 'lastAlone'
  | 'endsPart';

/** A phrase of the query that describes the image, and not its subject. */
export interface PhraseOccurrence {
  row: Phrase;
  /** Token indices, `end` exclusive; a negation before and the image's noun after are included. */
  start: number;
  end: number;
  negated: boolean;
  /** False when a remaining word before it describes the same image: "vintage [black and white photo]". */
  leads: boolean;
  /** Whether it ends with a noun: "dark image", "two people". */
  named: boolean;
  filters: DesignFilters;
  /** What it rules out, when that is no filter: "but no [cats]". */
  excluded?: readonly string[];
}
