const ACCENTS = /[\u0300-\u036f]+/g;
const NO_LETTERS = /[^\p{L}\p{N}\p{M}]+/gu;

/** Lower case, without accents of Latin, Greek and Cyrillic, words parted by one space. */
export function normalizeTerm(text: string): string {
  const plain = text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase();
  return plain.replace(NO_LETTERS, ' ').trim();
}
