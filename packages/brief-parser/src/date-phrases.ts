import { ENDING, type Phrase } from './phrase.js';

/** How an image is said to have been made. */
const MADE = 'taken|shot|photographed|captured|made|created';

/** When the image was made. A year or a decade without a verb or a preposition may be its subject. */
export const DATE_PHRASES: readonly Phrase[] = [
  {
    patterns: [`${MADE} in|during {year}`, `${MADE}? from {year}`],
    filters: ({ year }) =>
      year === undefined ? undefined : { createdFrom: `${year}`, createdTo: `${year}` },
    meaning: 'created_from and created_to: the year',
    ...ENDING,
  },
  {
    patterns: [`${MADE} in|during the {decade}`, `${MADE}? from the {decade}`],
    filters: ({ decade }) =>
      decade === undefined ? undefined : { createdFrom: `${decade}`, createdTo: `${decade + 9}` },
    meaning: 'created_from: the first year, created_to: the last year',
    ...ENDING,
  },
  {
    patterns: [`${MADE}? since {year}`],
    filters: ({ year }) => (year === undefined ? undefined : { createdFrom: `${year}` }),
    meaning: 'created_from: the year',
    ...ENDING,
  },
  {
    patterns: [`${MADE} after {year}`],
    filters: ({ year }) => (year === undefined ? undefined : { createdFrom: `${year + 1}` }),
    meaning: 'created_from: the year after',
    ...ENDING,
  },
  {
    patterns: [`${MADE} before {year}`],
    filters: ({ year }) => (year === undefined ? undefined : { createdTo: `${year - 1}` }),
    meaning: 'created_to: the year before',
    ...ENDING,
  },
];
