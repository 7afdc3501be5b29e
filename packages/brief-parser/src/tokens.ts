/**
 * A piece of a query. `start` and `end` are indices into the query as JavaScript counts them (UTF-16 code units), so
 * that `query.slice(start, end)` is the piece itself.
 */
export interface Token {
  kind: 'word' | 'number' | 'hex' | 'ratio' | 'separator' | 'symbol';
  /** The normal form: NFKC, lower case, American spelling. */
  text: string;
  start: number;
  end: number;
  /** A hyphen joins it to the token before. */
  hyphenated: boolean;
  /** Within double quotes: searched for as it is. */
  quoted: boolean;
}

/** Empty beyond the ends. */
export function textAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.text ?? '';
}

/** Splits a query into words and what is between them. Everything but white space belongs to a token. */
export function tokensOf(query: string): Token[] {
  const tokens: Token[] = [];
  let hyphenated = false;
  for (const { 0: text, index: start, groups = {} } of query.matchAll(TOKEN)) {
    const kind = KINDS.find((name) => groups[name] !== undefined);
    if (kind !== undefined) {
      tokens.push({
        kind: kind === 'symbol' && text === '&' ? 'word' : kind,
        text: normalForm(text),
        start,
        end: start + text.length,
        hyphenated,
        quoted: false,
      });
    }
    hyphenated = groups['tie'] !== undefined;
  }
  markQuoted(tokens);
  return tokens;
}

const KINDS = ['separator', 'hex', 'ratio', 'number', 'word', 'symbol'] as const;

/** One unambiguous alternative per kind, so that matching takes time linear in the query's length. */
const TOKEN = new RegExp(
  [
    String.raw`(?<separator>[,;.!?()[\]{}|"“”„\n\r:–—…、。，]|(?<!\S)[-‐‑]|[-‐‑](?!\S))`,
    String.raw`(?<tie>[-‐‑])`,
    String.raw`(?<hex>#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})(?![\p{L}\p{N}_]))`,
    String.raw`(?<ratio>\d{1,4}(?:\.\d{1,3})?:\d{1,4}(?:\.\d{1,3})?(?![\p{L}\p{N}:]))`,
    String.raw`(?<number>\d+(?:[.,]\d+)*(?![\p{L}\p{N}]))`,
    String.raw`(?<word>[\p{L}\p{N}\p{M}]+(?:['’]\p{L}+)*)`,
    String.raw`(?<space>\s+)`,
    String.raw`(?<symbol>.)`,
  ].join('|'),
  'gsu',
);

/** American spellings of words in the phrases, and signs that replace words. */
const VARIANTS = new Map([
  ['&', 'and'],
  ['colour', 'color'],
  ['colours', 'colors'],
  ['coloured', 'colored'],
  ['colourful', 'colorful'],
  ['grey', 'gray'],
  ['greyscale', 'grayscale'],
  ['licence', 'license'],
  ['licences', 'licenses'],
  ['licenced', 'licensed'],
]);

function normalForm(text: string): string {
  const form = text.normalize('NFKC').toLowerCase().replaceAll('’', "'");
  return VARIANTS.get(form) ?? form;
}

export const QUOTES: ReadonlySet<string> = new Set(['"', '“', '”', '„']);

/** Marks what is within double quotes. Quotes around the whole query and unpaired ones are ignored. */
function markQuoted(tokens: Token[]): void {
  const quotes = tokens.flatMap(({ text }, at) => (QUOTES.has(text) ? [at] : []));
  if (quotes.length === 2 && quotes[0] === 0 && quotes[1] === tokens.length - 1) return;
  for (let pair = 0; pair + 1 < quotes.length; pair += 2) {
    for (const token of tokens.slice(quotes[pair], (quotes[pair + 1] ?? 0) + 1)) token.quoted = true;
  }
}
