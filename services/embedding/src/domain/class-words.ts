/** Names of the classes that a word means: itself for the name of a class, several for a kind of them. Words in lower case. */
export type ClassWords = ReadonlyMap<string, readonly string[]>;

/**
 * The texts whose mean stands for a query among what a classifier sees: the names of the classes that its words mean, in any number and by
 * any of their names, or of the class at its beginning when a place, a time or a company follows, of which the classifier knows
 * nothing: "taxi New York", "sofas". The text itself where it names no class, or one by its own name.
 */
export function seenTexts(text: string, words: ClassWords): readonly string[] {
  const query = text.trim().replace(ARTICLE, '');
  return namesOf(query, words) ?? namesAtBeginning(query, words) ?? [text];
}

const ARTICLE = /^(?:an?|the|some)\s+/i;

function namesOf(phrase: string, words: ClassWords): readonly string[] | undefined {
  for (const form of formsOf(phrase.toLowerCase())) {
    const names = words.get(form);
    if (names !== undefined) return names;
  }
  return undefined;
}

/** A phrase and what its last word may be the plural of. */
function formsOf(phrase: string): string[] {
  return [
    phrase,
    ...PLURALS.flatMap(([ending, singular]) =>
      ending.test(phrase) ? [phrase.replace(ending, singular)] : [],
    ),
  ];
}

const PLURALS: readonly (readonly [RegExp, string])[] = [
  [/s$/, ''],
  [/es$/, ''],
  [/ies$/, 'y'],
  [/ves$/, 'f'],
  [/ves$/, 'fe'],
  [/men$/, 'man'],
];

/** The longest class that begins the query, before a word that begins another phrase. */
function namesAtBeginning(query: string, words: ClassWords): readonly string[] | undefined {
  const starts = [...query.matchAll(NEXT_PHRASE)].map(({ index }) => index).reverse();
  for (const end of starts) {
    const names = namesOf(query.slice(0, end), words);
    if (names !== undefined) return names;
  }
  return undefined;
}

/** A name, or a preposition. */
const NEXT_PHRASE = /(?<!\s)\s+(?=\p{Lu}|(?:in|at|on|near|from|by|during|with|beside|behind|under|over)\s)/gu;
