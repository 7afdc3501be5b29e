import { normalizeTerm } from '@imagesearch/lexicon/lexicon';
import { isEmoji, isUnspaced, plainEmoji } from '@imagesearch/text-analysis/words';
import { WORD } from '../terms.js';

/** A part of a query that may be translated. */
export interface Token {
  /** `run`: words of a script without spaces, not yet parted. */
  kind: 'word' | 'run' | 'emoji';
  /** Normalised as the lexicon has it. */
  text: string;
  /** In the query, in UTF-16 code units, `end` exclusive. */
  start: number;
  end: number;
  /** Within double quotes: meant as it is. */
  quoted: boolean;
  /** Only white space, a hyphen or an apostrophe stands between it and the token before. */
  follows: boolean;
}

export function tokensOf(query: string): Token[] {
  const tokens: Token[] = [];
  let quotes = 0;
  let read = 0;
  for (const { 0: written, index: start } of query.matchAll(WORD)) {
    const between = query.slice(read, start);
    quotes += between.match(QUOTE)?.length ?? 0;
    const end = start + written.length;
    const kind = kindOf(written);
    const text = kind === 'emoji' ? plainEmoji(written) : normalizeTerm(written);
    const follows = read > 0 && BETWEEN.test(between);
    tokens.push({ kind, text, start, end, quoted: quotes % 2 === 1, follows });
    read = end;
    if (tokens.length === TOKENS_MAX) break;
  }
  return tokens;
}

function kindOf(written: string): Token['kind'] {
  if (isEmoji(written)) return 'emoji';
  return isUnspaced(written) ? 'run' : 'word';
}

/** Far more than a brief has; later words stay as they are. */
const TOKENS_MAX = 64;

const QUOTE = /["“”„]/g;
const BETWEEN = /^(?:\s+|[-'’])$/;
