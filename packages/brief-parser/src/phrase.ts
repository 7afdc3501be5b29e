import type { DesignFilters } from '@imagesearch/facets/filters';
import type { CONDITIONS } from './conditions.js';
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
  /** It describes the words after it, which read well without it; otherwise it is a noun. */
  isAdjective?: true;
  /** A wish that no filter can express: its words are removed from the query and reported. */
  isUnread?: true;
  /** It is about rights or provenance: after a negation without a meaning it is a wish that no filter can express. */
  isOfRights?: true;
  /** Whether "photo" or "background" after it is removed from the query with it. */
  takes?: 'image' | 'light';
  /** What it rules out may be more than it names: "no people [or cars]". */
  rulesOutMore?: boolean;
}

type Meaning = Pick<Phrase, 'filters' | 'meaning'>;

/** How a phrase stands in a brief. */
export type PhraseKind = Omit<Phrase, 'patterns' | keyof Meaning>;

/** Rows of one meaning, one for each kind of phrase that has it, the kind before its patterns. */
export function phrasesFor(meaning: Meaning, ...said: [kind: PhraseKind, ...patterns: string[]][]): Phrase[] {
  return said.map(([kind, ...patterns]) => ({ ...meaning, ...kind, patterns }));
}

/** The adjective of an image, before its noun or between commas. */
export const ADJECTIVE: PhraseKind = {
  when: ['describesImage', 'betweenCommas'],
  isAdjective: true,
  takes: 'image',
};
/** A property of the image, wherever no thing of that kind follows. */
export const FORMAT: PhraseKind = { unless: ['objectFollows'], isAdjective: true, takes: 'image' };
/** A noun that ends what is said of the image. */
export const ENDING: PhraseKind = { when: ['noNounFollows'] };
/** A noun for the whole image. */
export const WHOLE: PhraseKind = { when: ['namesWhole'] };

/** The colour that was named is preferred. */
export const NEAR_COLOUR: Meaning = {
  filters: ({ colour }) => (colour === undefined ? undefined : { paletteNear: colour }),
  meaning: 'palette_near: the colour',
};

export type ConditionName = keyof typeof CONDITIONS;

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
  /** A wish about rights or provenance that no filter can express: "royalty free". */
  isUnread?: true;
}
