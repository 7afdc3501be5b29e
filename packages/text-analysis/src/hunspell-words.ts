import dictionary from 'dictionary-en';
import { normalizeWord } from './text-analysis.js';

let words: ReadonlySet<string> | undefined;

/** Every form of every word of the English Hunspell dictionary, normalised; read on first use. */
export function hunspellWords(): ReadonlySet<string> {
  words ??= formsOf(textOf(dictionary.dic), textOf(dictionary.aff));
  return words;
}

/** One way to build a form: what goes, what comes, and which words it suits. */
interface Affix {
  kind: 'PFX' | 'SFX';
  strip: string;
  add: string;
  suits: RegExp;
}

/** Compounds of digits ("21st") are left out. The format: hunspell(5). */
function formsOf(dic: string, aff: string): Set<string> {
  const affixes = affixesIn(aff);
  // Fifty thousand words share some thousand sets of flags.
  const rulesByFlags = new Map<string, Affix[]>();
  const forms = new Set<string>();
  for (const line of dic.split('\n').slice(1)) {
    const [word = '', flags = ''] = line.trim().split('/');
    if (word === '') continue;
    const rules = rulesByFlags.get(flags) ?? Array.from(flags).flatMap((flag) => affixes.get(flag) ?? []);
    rulesByFlags.set(flags, rules);
    addForms(word, rules, forms);
  }
  return forms;
}

function addForms(word: string, rules: readonly Affix[], forms: Set<string>): void {
  const suffixed = [word];
  for (const rule of rules) {
    if (rule.kind === 'SFX' && rule.suits.test(word)) {
      suffixed.push(word.slice(0, word.length - rule.strip.length) + rule.add);
    }
  }
  for (const form of suffixed) forms.add(normalizeWord(form));
  for (const { kind, add } of rules) {
    if (kind === 'PFX') for (const form of suffixed) forms.add(normalizeWord(add + form));
  }
}

/** Lines such as `SFX D y ied [^aeiou]y`, by their flags. */
function affixesIn(aff: string): Map<string, Affix[]> {
  const affixes = new Map<string, Affix[]>();
  for (const line of aff.split('\n')) {
    const [kind, flag = '', strip = '', add = '', condition] = line.trim().split(/\s+/);
    if ((kind !== 'PFX' && kind !== 'SFX') || condition === undefined) continue;
    const rules = affixes.get(flag) ?? [];
    rules.push({ kind, strip: strip === '0' ? '' : strip, add, suits: new RegExp(`${condition}$`) });
    affixes.set(flag, rules);
  }
  return affixes;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}
