/** Unpaired halves of surrogates are among them: no two terminals show them alike. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Text for a terminal, of which nothing can move the cursor, hide or turn around what is printed: control and format
 * characters are shown as JSON escapes them, `\u001b`. Line ends are among them; see `printableLines`.
 */
export function printableText(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

/** The same for text of our own that has several lines, such as a table or the stack of an error. */
export function printableLines(text: string): string {
  return text.replace(UNPRINTABLE, (character) => (character === '\n' ? character : escaped(character)));
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
