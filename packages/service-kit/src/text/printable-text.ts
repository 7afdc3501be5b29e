/** Includes unpaired surrogates, which terminals show in different ways. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Control and format characters, line ends included, become JSON escapes such as `\u001b`. */
export function printableText(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

/** Like `printableText`, but keeps line ends: for our own text, such as a table or a stack trace. */
export function printableLines(text: string): string {
  return text.replace(UNPRINTABLE, (character) => (character === '\n' ? character : escaped(character)));
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
