import { createRequire } from 'node:module';
import type { Language } from '../languages.js';
import { normalizeTerm } from '../lexicon.js';

const require = createRequire(import.meta.url);

interface Emoji {
  hexcode: string;
  emoji: string;
  text: string;
  label: string;
  tags?: string[];
  group?: number;
}

/** The group of skin tones and hair; they are no words by themselves. */
const COMPONENTS = 2;
const VARIATION = /\uFE0F/g;

/** The text of the file of a language. */
export function languageFile(language: Language): string {
  const termsOf = new Map<string, string[]>();
  for (const { term, english } of align(annotated(language), annotated('en'))) {
    termsOf.set(english, [...(termsOf.get(english) ?? []), term]);
  }
  return linesOf(termsOf);
}

/** The text of the file of emoji with their English names. */
export function emojiFile(): string {
  const emojiOf = new Map<string, string[]>();
  for (const { emoji, text, label } of emojiIn('en')) {
    const name = normalizeTerm(label.replace(/^flag:/, 'flag'));
    const plain = (emoji === '' ? text : emoji).replace(VARIATION, '');
    emojiOf.set(name, [...(emojiOf.get(name) ?? []), plain]);
  }
  return linesOf(emojiOf);
}

function annotated(language: string): Annotated[] {
  return emojiIn(language).map(({ hexcode, label, tags = [] }) => ({ hexcode, label, tags }));
}

function emojiIn(language: string): Emoji[] {
  const all = require(`emojibase-data/${language}/data.json`) as Emoji[];
  return all.filter(({ group }) => group !== undefined && group !== COMPONENTS);
}

function linesOf(entries: ReadonlyMap<string, readonly string[]>): string {
  return Array.from(entries, ([english, terms]) => `${[english, ...terms].join('\t')}\n`).join('');
}

/** One emoji with its name and keywords in some language. */
interface Annotated {
  hexcode: string;
  label: string;
  tags: readonly string[];
}

/** A word of another language, what it means in English, and how sure that is: 0 to 1. */
interface Aligned {
  term: string;
  english: string;
  score: number;
}

/** Below it the two are only related ("playa" and "bikini"). */
const SCORE_MIN = 0.45;
/** Names say what an emoji shows, keywords also what it reminds of; so each counts by half. */
const NAME_PART = 0.5;
/** The English name of the emoji that a term names is preferred to words that fit about as well. */
const OWN_NAME_GAIN = 0.25;
const PHRASE_LOSS = 0.02;

/**
 * Finds for each term the English one that annotates the same emoji, by Dice's coefficient of the two sets.
 * "perro" annotates five emoji, and "dog" the same five and one more.
 */
export function align(foreign: readonly Annotated[], english: readonly Annotated[]): Aligned[] {
  const ours = indexOf(english);
  const theirs = indexOf(foreign);
  const names = new Map(english.map(({ hexcode, label }) => [hexcode, normalizeTerm(label)]));
  const named = new Map(foreign.map(({ hexcode, label }) => [normalizeTerm(label), names.get(hexcode)]));
  const aligned: Aligned[] = [];
  for (const [term, uses] of theirs.uses) {
    // A word that English has for the same emoji is borrowed from it: "dog" in "Hot Dog".
    if (likeness(uses, ours.uses.get(term)) > 0) continue;
    let best: Aligned | undefined;
    for (const candidate of candidatesFor(uses, ours)) {
      const ownName = named.get(term) === candidate ? OWN_NAME_GAIN : 0;
      const loss = candidate.includes(' ') ? PHRASE_LOSS : 0;
      const score = likeness(uses, ours.uses.get(candidate)) + ownName - loss;
      if (best === undefined || score > best.score) best = { term, english: candidate, score };
    }
    if (best !== undefined && best.score >= SCORE_MIN) aligned.push(best);
  }
  return aligned.sort((a, b) => b.score - a.score || (a.term < b.term ? -1 : 1));
}

/** Which emoji a term annotates, and which of them it names. */
interface Uses {
  all: Set<string>;
  named: Set<string>;
}

interface Index {
  uses: Map<string, Uses>;
  termsOf: Map<string, Set<string>>;
}

function indexOf(annotated: readonly Annotated[]): Index {
  const index: Index = { uses: new Map(), termsOf: new Map() };
  for (const { hexcode, label, tags } of annotated) {
    const namedBy = termsIn(label);
    for (const term of new Set([...namedBy, ...tags.flatMap(termsIn)])) {
      const uses = index.uses.get(term) ?? { all: new Set(), named: new Set() };
      uses.all.add(hexcode);
      if (namedBy.includes(term)) uses.named.add(hexcode);
      index.uses.set(term, uses);
      index.termsOf.set(hexcode, (index.termsOf.get(hexcode) ?? new Set()).add(term));
    }
  }
  return index;
}

/** The whole text, and its words where it has spaces. */
function termsIn(text: string): string[] {
  const whole = normalizeTerm(text);
  const words = whole.split(' ').filter((word) => word.length >= WORD_LENGTH_MIN);
  return whole === '' ? [] : [...new Set([whole, ...(whole.includes(' ') ? words : [])])];
}

const WORD_LENGTH_MIN = 3;

function candidatesFor({ all }: Uses, { termsOf }: Index): Set<string> {
  return new Set([...all].flatMap((hexcode) => [...(termsOf.get(hexcode) ?? [])]));
}

function likeness(one: Uses, other: Uses | undefined): number {
  if (other === undefined) return 0;
  const whole = dice(one.all, other.all);
  if (one.named.size === 0) return whole;
  return (1 - NAME_PART) * whole + NAME_PART * dice(one.named, other.named);
}

function dice(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((hexcode) => other.has(hexcode)).length;
  return shared === 0 ? 0 : (2 * shared) / (one.size + other.size);
}
