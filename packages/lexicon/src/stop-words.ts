import type { Language } from './languages.js';

/** Articles, prepositions and particles, normalised; they carry no meaning beside a translated word. */
const LISTS: Partial<Record<Language, string>> = {
  de: 'der die das den dem des ein eine einen einem einer eines und oder im in am an auf mit von vom zu zum zur fur bei aus ist sind',
  es: 'el la los las un una unos unas y o de del al a en con por para es son',
  fr: 'le la les l un une des d du de et ou a au aux en dans sur avec pour est sont',
  it: 'il lo la i gli le l un uno una e o di del dello della dei delle a al in nel nella con per su sul da',
  nl: 'de het een en of van in op aan met voor bij uit is zijn',
  pl: 'i w we na z ze do od dla o u jest',
  pt: 'o a os as um uma uns umas e ou de do da dos das em no na nos nas com por para',
  ru: 'и в во на с со из у к от для о об',
  uk: 'і й та в у на з із до від для о про',
  ja: 'の は が を に へ と も で や な から まで',
  zh: '的 和 在 了 与 是 一 个 只',
};

const SETS = new Map(
  Object.entries(LISTS).map(([language, list]) => [language, new Set(list.split(' '))] as const),
);

export function isForeignStopWord(word: string, language: Language): boolean {
  return SETS.get(language)?.has(word) ?? false;
}
