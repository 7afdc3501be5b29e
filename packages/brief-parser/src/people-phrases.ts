import { ENDING, phrasesFor, type Phrase, type PhraseKind } from './phrase.js';

const IN_IT =
  'in_it|in_sight|in_view|in_frame|in_the_frame|in_the_picture|in_the_image|in_the_photo|in_the_shot|visible|around';

/** Nouns for several people. */
const COMPANY: PhraseKind = {
  ...ENDING,
  unless: ['qualified', 'hyphenated', 'notOfPeople', 'ofAnImagePart'],
};

/** How many people are to be seen. Part of `PHRASES`. */
export const PEOPLE_PHRASES: readonly Phrase[] = [
  ...phrasesFor(
    { filters: { facesMax: 0 } },
    [
      { unless: ['hyphenated', 'ofAnImagePart'], rulesOutMore: true },
      `no visible? people|persons|humans|faces|person ${IN_IT}?`,
      `without any? people|persons|humans|faces|anyone ${IN_IT}?`,
      'without|not a_single|one|a person|face|soul',
      'empty|free|devoid of people|humans',
    ],
    [{ when: ['hyphenated'], isAdjective: true }, 'people free'],
    [{ ...ENDING, unless: ['subjectOfVerb'] }, `nobody|no_one ${IN_IT}?`],
  ),
  ...phrasesFor(
    { filters: { facesMin: 1, facesMax: 1 } },
    [{ ...ENDING, unless: ['hyphenated'] }, `just|only|exactly? one|a_single|single person ${IN_IT}?`],
    [{ when: ['afterOnePerson'], isAdjective: true }, 'alone', 'by himself|herself', 'on his|her own'],
    [{ ...ENDING, unless: ['hyphenated'] }, `just|only him|her ${IN_IT}?`],
  ),
  ...phrasesFor({ filters: { facesMax: 1 } }, [ENDING, `nobody|no_one else ${IN_IT}?`]),
  ...phrasesFor({ filters: { facesMin: 2, facesMax: 2 } }, [
    COMPANY,
    'a? couple',
    'a? couple|pair of people|persons',
  ]),
  ...phrasesFor(
    {
      filters: ({ count }) => (count === undefined ? undefined : { facesMin: count, facesMax: count }),
      meaning: 'faces_min: N, faces_max: N',
    },
    [
      { unless: ['hyphenated', 'notOfPeople', 'ofAnImagePart'] },
      `just|only|exactly? {count} people|persons|humans|individuals|faces ${IN_IT}?`,
      'a? small|large|big? group|crowd|team of {count} people|persons',
    ],
    // "a group of four hiking", "a family of four": a family is searched for, a group is not.
    [{ ...ENDING, unless: ['notOfPeople', 'ofAnImagePart'] }, 'a? group|party|team of {count}'],
    [{ ...ENDING, unless: ['notOfFamily', 'notOfPeople'], isAdjective: true }, 'of {count}'],
    // "three women": the women are searched for.
    [{ when: ['personsFollow'], unless: ['hyphenated', 'qualified'], isAdjective: true }, '{count}'],
  ),
  ...phrasesFor(
    { filters: { facesMin: 3 } },
    [
      { ...ENDING, unless: ['hyphenated', 'standsOutIdiom', 'ofAnImagePart'] },
      'a? small|large|big? group of people|persons',
      'a? large|big|huge? crowd of people',
    ],
    [
      { ...ENDING, unless: ['notOfPeople', 'ofAnImagePart'] },
      'a? group|team|class|staff shot|photo|photograph|picture|portrait|selfie|photos|shots|pictures',
    ],
    [
      { ...COMPANY, unless: [...(COMPANY.unless ?? []), 'standsOutIdiom'] },
      'a? large|big|huge? crowd',
      'a? small|large|big? team',
      'a? small|large|big? team of people',
    ],
  ),
  {
    patterns: [
      'at least {count} people|persons|person|faces|face',
      'a? minimum of? {count} people',
      'no fewer|less than {count} people|persons|faces',
      '{count} or more people|persons|faces',
      '{count} people|persons|faces or more',
      '{count} + people|persons|faces',
    ],
    filters: ({ count }) => (count === undefined ? undefined : { facesMin: count }),
    meaning: 'faces_min: N',
  },
  {
    patterns: [
      'at most {count} people|persons|person|faces|face',
      'up to {count} people|persons|faces',
      'a? maximum of? {count} people',
      'no more than {count} people|persons|person|faces|face',
      '{count} or fewer|less people|persons|faces',
      '{count} people|persons|faces or fewer|less',
    ],
    filters: ({ count }) => (count === undefined ? undefined : { facesMax: count }),
    meaning: 'faces_max: N',
  },
  {
    patterns: ['more than {count} people|persons|faces'],
    filters: ({ count = 1_000 }) => (count < 1_000 ? { facesMin: count + 1 } : undefined),
    meaning: 'faces_min: N + 1',
  },
  {
    patterns: ['fewer|less than {count} people|persons|faces'],
    filters: ({ count = 0 }) => (count > 0 ? { facesMax: count - 1 } : undefined),
    meaning: 'faces_max: N − 1',
  },
  {
    patterns: ['between? {count} to|and|or {countTo} people|persons|faces', '{range} people|persons|faces'],
    filters: ({ count = 0, countTo = 0 }) =>
      count < countTo ? { facesMin: count, facesMax: countTo } : undefined,
    meaning: 'faces_min: N, faces_max: M',
  },
];
