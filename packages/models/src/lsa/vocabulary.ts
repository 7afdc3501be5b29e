/** Words in the longest compound that has a vector of its own, e.g. "point of no return". */
export const COMPOUND_WORDS_MAX = 4;
