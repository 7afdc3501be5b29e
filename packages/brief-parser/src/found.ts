import type { DesignFilters } from '@imagesearch/facets/filters';
import type { Phrase } from './phrase.js';

/** A phrase that was taken for one about the picture. */
export interface Found {
  row: Phrase;
  /** Tokens, with the negation before and the image's name after, `end` exclusive. */
  start: number;
  end: number;
  negated: boolean;
  /** Whether no word that stays describes the same picture before it: not so in "vintage [black and white photo]". */
  leads: boolean;
  /** Whether it ends with a name: "dark image", "two people". */
  named: boolean;
  filters: DesignFilters;
}
