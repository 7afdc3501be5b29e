/**
 * Writes `class-words.json`: the classes, by name, that an English word means. A word means a class if that, or what the class is a kind
 * of, is a usual meaning of it (a quarter of its occurrences in WordNet's tagged texts) and at most eight classes are of that kind.
 * Of a kind with one class the word stands beside it: not every mountain is an alp.
 *
 * node class_words.mjs <folder of WordNet 3.1, with data.noun and index.sense>
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CLASSES_MAX = 8;
const USUAL_SHARE_MIN = 0.25;
/** Lexicographer files of WordNet, and where the classes change from one to the other. */
const [ANIMALS, ARTIFACTS, ANIMAL_CLASSES] = ['05', '06', 398];
const LATIN_NAME = /^[A-Z][a-z]+ [a-z]+$/;
const WORD = /^[a-z' -]{3,}$/;

const [wordnet = '.'] = process.argv.slice(2);
const linesOf = (name) => readFileSync(join(wordnet, name), 'latin1').split('\n');
const classes = Object.values(
  JSON.parse(readFileSync(join(import.meta.dirname, 'imagenet-classes.json'), 'utf8')),
).map((names) => names.split(',').map((name) => name.trim()));

/** By offset. */
const synsets = new Map();
const offsetsOf = new Map();
for (const line of linesOf('data.noun').filter((each) => /^\d{8} /.test(each))) {
  const fields = line.split(' ');
  const offset = Number(fields[0]);
  const count = parseInt(fields[3], 16);
  const words = fields.slice(4, 4 + 2 * count).filter((_, at) => at % 2 === 0);
  const pointers = fields.slice(5 + 2 * count);
  const kindOf = pointers.flatMap((field, at) =>
    at % 4 === 0 && field === '@' ? [Number(pointers[at + 1])] : [],
  );
  const named = words.map((word) => word.replaceAll('_', ' ').replace(/\(.*\)/, ''));
  synsets.set(offset, { words: named, kindOf, subject: fields[1] });
  for (const word of named) add(offsetsOf, word.toLowerCase(), offset);
}

const senses = new Map();
for (const line of linesOf('index.sense')) {
  const [, word, offset, count] = /^(.+)%1:\S+ (\d+) \d+ (\d+)$/.exec(line) ?? [];
  if (word !== undefined)
    add(senses, word.replaceAll('_', ' '), { offset: Number(offset), count: Number(count) });
}

function add(lists, key, value) {
  lists.set(key, [...(lists.get(key) ?? []), value]);
}

/** The most frequent first. */
function usualMeanings(word) {
  const all = senses.get(word) ?? [];
  const total = all.reduce((sum, { count }) => sum + count + 1, 0);
  return all
    .filter(({ count }) => count + 1 >= USUAL_SHARE_MIN * total)
    .sort((one, other) => other.count - one.count)
    .map(({ offset }) => offset);
}

/** The synset that has most of a class's names. */
function synsetOf(names, at) {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const subject = at < ANIMAL_CLASSES ? ANIMALS : ARTIFACTS;
  const likeness = (offset) => {
    const synset = synsets.get(offset);
    const shared = synset.words.filter((word) => wanted.has(word.toLowerCase())).length;
    return 2 * shared + (synset.subject === subject ? 1 : 0);
  };
  const found = names.flatMap((name) => offsetsOf.get(name.toLowerCase()) ?? []);
  return found.reduce((best, offset) => (likeness(offset) > likeness(best) ? offset : best));
}

const own = classes.map(synsetOf);
const ownNames = new Map(classes.map(([name], at) => [name.toLowerCase(), at]).reverse());
const below = new Map();
own.forEach((offset, at) => {
  const above = new Set([offset]);
  for (const one of above) for (const kind of synsets.get(one).kindOf) above.add(kind);
  for (const one of above) add(below, one, at);
});

const meant = new Map();
for (const [offset, places] of below) {
  if (places.length > CLASSES_MAX) continue;
  for (const word of synsets.get(offset).words) {
    const lower = word.toLowerCase();
    const isName = LATIN_NAME.test(word) || !WORD.test(lower);
    if (isName || !usualMeanings(lower).includes(offset)) continue;
    const names = new Set([...(meant.get(lower) ?? []), ...places.map((place) => classes[place][0])]);
    if (places.length === 1 && own[places[0]] !== offset) names.add(lower);
    meant.set(lower, names);
  }
}
for (const [name, at] of ownNames) {
  const names = meant.get(name);
  const isUsual = usualMeanings(name)[0] === own[at];
  if (names === undefined || names.size === 1 || names.size > CLASSES_MAX || isUsual)
    meant.set(name, new Set([classes[at][0]]));
}
for (const [first, ...others] of classes)
  for (const name of others)
    if (name.includes(' ') && !LATIN_NAME.test(name) && !meant.has(name.toLowerCase()))
      meant.set(name.toLowerCase(), new Set([first]));

const sorted = [...meant]
  .filter(([, names]) => names.size <= CLASSES_MAX)
  .sort(([one], [other]) => (one < other ? -1 : 1));
const rows = sorted.map(
  ([word, names]) => `  ${JSON.stringify(word)}: ${JSON.stringify([...names]).replaceAll('","', '", "')}`,
);
writeFileSync(join(import.meta.dirname, 'class-words.json'), `{\n${rows.join(',\n')}\n}\n`);
