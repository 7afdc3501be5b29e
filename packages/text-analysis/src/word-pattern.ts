/**
 * An emoji or a sequence of them that shows as one: with skin tones, joined ("🐈‍⬛"), flags, keycaps.
 * Source: the pattern of Unicode Technical Standard 51, section 1.4.9.
 */
const EMOJI_SOURCE = String.raw`\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|(?![©®™‼⁉ℹ])\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*[\u{E0020}-\u{E007F}]*(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]*)*`;
const EMOJI = new RegExp(`^(?:${EMOJI_SOURCE})$`, 'u');

/** A pattern of the words of a text, of which emoji are some. @param word The pattern of any other word. */
export function wordPattern(word: string): RegExp {
  return new RegExp(`${EMOJI_SOURCE}|${word}`, 'gu');
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

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** The words of a text in such a script, with their places in it. It costs a hundred times as much as a pattern. */
export function segmentsOf(text: string): { text: string; start: number }[] {
  return Array.from(segmenter.segment(text), ({ segment, index }) => ({ text: segment, start: index }));
}
