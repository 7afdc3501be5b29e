/** The words of a query, and what answers some of them too. */
export interface Query {
  words: string;
  kinds: readonly WordKinds[];
}

/** A word of a query and words for kinds of what it names: "footwear", "boot", "sandal". */
export interface WordKinds {
  word: string;
  kinds: readonly string[];
}
