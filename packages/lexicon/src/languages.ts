/** Languages with a lexicon: the first subtag of a BCP 47 tag. */
export const LANGUAGES = ['de', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pl', 'pt', 'ru', 'uk', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** How a translation of an emoji names its language (BCP 47: undetermined language, script of emoji). */
export const EMOJI_LANGUAGE = 'und-Zsye';

/** The language of a BCP 47 tag such as "de-AT"; undefined for one without a lexicon. */
export function languageOf(tag: string): Language | undefined {
  const primary = tag.split('-')[0]?.toLowerCase();
  return LANGUAGES.find((language) => language === primary);
}

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

/** In the order of the lists below. */
export const COLOR_NAMES = 'red orange yellow green blue purple pink brown black white grey'.split(' ');

export const COLORS: Record<Language, string> = {
  de: 'rot orange gelb grün blau lila rosa braun schwarz weiß grau',
  es: 'rojo naranja amarillo verde azul morado rosa marrón negro blanco gris',
  fr: 'rouge orange jaune vert bleu violet rose marron noir blanc gris',
  it: 'rosso arancione giallo verde blu viola rosa marrone nero bianco grigio',
  ja: '赤 オレンジ 黄色 緑 青 紫 ピンク 茶色 黒 白 灰色',
  ko: '빨간 주황 노란 초록 파란 보라 분홍 갈색 검은 흰 회색',
  nl: 'rood oranje geel groen blauw paars roze bruin zwart wit grijs',
  pl: 'czerwony pomarańczowy żółty zielony niebieski fioletowy różowy brązowy czarny biały szary',
  pt: 'vermelho laranja amarelo verde azul roxo rosa marrom preto branco cinza',
  ru: 'красный оранжевый жёлтый зелёный синий фиолетовый розовый коричневый чёрный белый серый',
  uk: 'червоний помаранчевий жовтий зелений синій фіолетовий рожевий коричневий чорний білий сірий',
  zh: '红 橙 黄 绿 蓝 紫 粉 棕 黑 白 灰',
};

/** Endings of number, gender and case, the longest first; what stays has three letters at least. */
const ENDINGS: Partial<Record<Language, RegExp>> = {
  de: /(?<=...)(?:es|er|en|em|e|n|s)$/,
  nl: /(?<=...)(?:en|es|e|s)$/,
  es: /(?<=...)(?:as|os|es|a|o|e|s)$/,
  pt: /(?<=...)(?:as|os|es|a|o|e|s)$/,
  it: /(?<=...)[aeio]$/,
  fr: /(?<=...)(?:es|aux|al|s|e|x)$/,
  pl: /(?<=...)(?:ego|ych|ami|ach|[aeiouy])$/,
  ru: /(?<=...)(?:ого|ый|ий|ая|ое|ые|ами|ах|[аеиоуыя])$/,
  uk: /(?<=...)(?:ого|ий|ами|ах|[аеиіоуюя])$/,
};

/** A word without its ending, to compare forms of one word. A rough cut: different words may share it. */
export function stemOf(word: string, language: Language): string {
  const ending = ENDINGS[language];
  return ending === undefined ? word : word.replace(ending, '');
}
