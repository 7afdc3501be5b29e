/**
 * An emoji or a sequence of them that shows as one: with skin tones, joined ("🐈‍⬛"), flags, keycaps.
 * Source: the pattern of Unicode Technical Standard 51, section 1.4.9.
 */
const EMOJI_SOURCE = String.raw`\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|(?![©®™‼⁉ℹ])\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*[\u{E0020}-\u{E007F}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)*`;
const EMOJI = new RegExp(`^(?:${EMOJI_SOURCE})$`, 'u');

/** A pattern of the words of a text, of which emoji are some. @param word The pattern of any other word. */
export function wordPattern(word: string): RegExp {
  return new RegExp(`${EMOJI_SOURCE}|${ABBREVIATION}|${word}`, 'gu');
}

/** "T.V.", "U.S.A", "e.g.": a letter before each full stop. */
const ABBREVIATION = String.raw`(?<![\p{L}\p{N}.])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?`;

/** Signs within a word that nobody sees: soft hyphens, and what web pages put where a word may break. */
export const INVISIBLE = String.raw`\u00AD\u200B-\u200D\u2060\uFEFF`;
const UNSEEN = new RegExp(`(?<=[\\p{L}\\p{N}\\p{M}])[${INVISIBLE}]+(?=[\\p{L}\\p{N}])`, 'gu');

/** Letters that Unicode does not decompose, as they are written where a keyboard lacks them. */
const LETTERS = new Map(
  Object.entries({ ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ı: 'i', þ: 'th' }),
);
const UNDECOMPOSED = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'gu');
/** Accents of Latin, Greek and Cyrillic; in other scripts combining marks are part of the letter. */
const ACCENTS = /[\u0300-\u036f]+/g;

/** A text in lower case, in letters without accents, without signs that nobody sees: "Straße" as "strasse". */
export function plainLetters(text: string): string {
  const plain = text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
  return plain.replace(UNSEEN, '').replace(UNDECOMPOSED, (letter) => LETTERS.get(letter) ?? letter);
}

export function isEmoji(word: string): boolean {
  return EMOJI.test(word);
}

/** The same emoji in the form that is compared: without skin tones and variation selectors. */
export function plainEmoji(emoji: string): string {
  return emoji.replaceAll(/[\uFE0F\p{Emoji_Modifier}]/gu, '');
}

/** Scripts without spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}

/** A word of a text as written, and where it begins. */
export interface WrittenWord {
  text: string;
  start: number;
}

/** The words of a text, those of scripts without spaces parted. @param pattern As `wordPattern` makes it. */
export function* writtenWords(text: string, pattern: RegExp): Iterable<WrittenWord> {
  for (const { 0: word, index } of text.matchAll(pattern)) {
    if (!isUnspaced(word)) yield { text: word, start: index };
    // It costs a hundred times as much as a pattern.
    else
      for (const { segment, index: at } of segmenter.segment(word))
        yield { text: segment, start: index + at };
  }
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

const LIST = `
a about after again all also am an and any are arent as at be because been before being both but by can
cant could couldnt did didnt do does doesnt doing dont during each etc for from further had hadnt has
hasnt have havent having he her here hers herself him himself his how i if im in into is isnt it its
itself ive just me more most my myself nor of on once only or other our ours ourselves own same shall she
should so some such than that the their theirs them themselves then there these they theyre this those
through to too until very was wasnt we were werent what when where which while who whom whose why will
with wont would wouldnt you your youre yours yourself yourselves
`;

/**
 * English words that do not describe an image. Words of place ("under", "over", "between") and negation ("no",
 * "without") are not stop words, because they distinguish images.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(LIST.trim().split(/\s+/));

/** What cameras and programs call every file. */
const CAMERA_WORDS = new Set(
  'img dsc dscf dscn dcim pxl mvi gopr vid image photo picture scan screenshot untitled copy'.split(' '),
);
const HAS_DIGIT = /\p{N}/u;
const WORD = wordPattern(String.raw`[\p{L}\p{N}][\p{L}\p{N}\p{M}]*`);

/** Whether an image has no words, or only those that a camera writes: "IMG 2041". */
export function isWordless(texts: { title: string; tags: readonly string[]; description: string }): boolean {
  const written = [texts.title, ...texts.tags, texts.description].join(' ').toLowerCase().match(WORD) ?? [];
  return written.every((word) => CAMERA_WORDS.has(word) || HAS_DIGIT.test(word));
}
