import { distance } from 'fastest-levenshtein';

/** A misspelling changes at most one character in this many. */
const CHARS_PER_MISTAKE = 2.5;
/** A shorter start of a name says too little. */
const START_CHARS_MIN = 3;

/**
 * The name that a text may stand for, as its misspelling or its start; letters and digits alone count, in either case.
 * @returns undefined where no name is near.
 */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  const wanted = plainName(text);
  const ranked = names
    .map((name) => ({ name, mistakes: distance(wanted, plainName(name)) }))
    .sort((a, b) => a.mistakes - b.mistakes);
  const [best] = ranked;
  if (best !== undefined && best.mistakes <= mistakesMax(wanted)) return best.name;
  return wanted.length < START_CHARS_MIN
    ? undefined
    : ranked.find(({ name }) => plainName(name).startsWith(wanted))?.name;
}

/** In lower case, letters and digits only. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function mistakesMax(wanted: string): number {
  // One letter is one mistake from every other one.
  return wanted.length < 2 ? 0 : Math.max(1, Math.floor(wanted.length / CHARS_PER_MISTAKE));
}
