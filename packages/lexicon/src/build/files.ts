import { createRequire } from 'node:module';
import type { Language } from '../languages.js';
import { normalizeTerm } from '../normalize.js';
import { align, type Annotated } from './align.js';

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
