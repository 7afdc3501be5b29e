import type { DesignFilters } from '@imagesearch/facets/filters';
import type { Phrase } from './phrase.js';

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
