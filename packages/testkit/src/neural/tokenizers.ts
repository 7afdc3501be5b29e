/** Small vocabularies in the form of the published `tokenizer.json` files, so that the same code reads them. */

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');

export interface SmallTokenizer {
  json: object;
  vocabulary: number;
}

/**
 * CLIP's: byte pairs, lower case, `<|startoftext|>` text `<|endoftext|>`, the end being the highest id.
 * @param words Each is one token.
 */
export function clipTokenizer(words: readonly string[] = ['dog', 'cat', 'red']): SmallTokenizer {
  const bytes = byteCharacters();
  const tokens = [...bytes, ...bytes.map((byte) => `${byte}</w>`)];
  const merges = mergesOf(words);
  tokens.push(...merges.map((pair) => pair.join('')), '<|startoftext|>', '<|endoftext|>');
  const [start, end] = [tokens.length - 2, tokens.length - 1];
  const pattern = "'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+";
  return {
    vocabulary: tokens.length,
    json: {
      added_tokens: [special(start, '<|startoftext|>'), special(end, '<|endoftext|>')],
      normalizer: sequence('normalizers', [
        { type: 'NFC' },
        { type: 'Replace', pattern: { Regex: '\\s+' }, content: ' ' },
        { type: 'Lowercase' },
      ]),
      pre_tokenizer: sequence('pretokenizers', [
        { type: 'Split', pattern: { Regex: pattern }, behavior: 'Removed', invert: true },
        { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true },
      ]),
      post_processor: {
        type: 'RobertaProcessing',
        sep: ['<|endoftext|>', end],
        cls: ['<|startoftext|>', start],
        trim_offsets: false,
        add_prefix_space: false,
      },
      decoder: null,
      model: {
        type: 'BPE',
        unk_token: '<|endoftext|>',
        continuing_subword_prefix: '',
        end_of_word_suffix: '</w>',
        vocab: idsOf(tokens),
        merges,
      },
    },
  };
}

/** The pairs that join the letters of each word, in the order in which they are joined. */
function mergesOf(words: readonly string[]): [string, string][] {
  const merges: [string, string][] = [];
  const ranks = new Map<string, number>();
  for (const word of words) {
    let pieces = joined([...Array.from(word.slice(0, -1)), `${word.at(-1) ?? ''}</w>`], ranks);
    for (
      let [first, second] = pieces;
      first !== undefined && second !== undefined;
      [first, second] = pieces
    ) {
      ranks.set(pairOf(first, second), merges.length);
      merges.push([first, second]);
      pieces = joined(pieces, ranks);
    }
  }
  return merges;
}

/** Joins the known pairs, the first known one first. */
function joined(pieces: readonly string[], ranks: ReadonlyMap<string, number>): string[] {
  const places = pieces.slice(1).map((piece, at) => ranks.get(pairOf(pieces[at] ?? '', piece)) ?? Infinity);
  const first = Math.min(...places);
  if (first === Infinity) return [...pieces];
  const at = places.indexOf(first);
  return joined([...pieces.slice(0, at), pieces.slice(at, at + 2).join(''), ...pieces.slice(at + 2)], ranks);
}

const pairOf = (first: string, second: string): string => `${first} ${second}`;

/** Gemma's: byte pairs with bytes as the last resort, text `<eos>`, padding 0. */
export function gemmaTokenizer(): SmallTokenizer {
  const bytes = Array.from(
    { length: 256 },
    (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
  );
  const tokens = ['<pad>', '<eos>', '<bos>', '<unk>', ...bytes, '▁', ...LETTERS];
  return {
    vocabulary: tokens.length,
    json: {
      added_tokens: [special(0, '<pad>'), special(1, '<eos>'), special(2, '<bos>'), special(3, '<unk>')],
      normalizer: { type: 'Replace', pattern: { String: ' ' }, content: '▁' },
      pre_tokenizer: null,
      post_processor: {
        type: 'TemplateProcessing',
        single: [{ Sequence: { id: 'A', type_id: 0 } }, { SpecialToken: { id: '<eos>', type_id: 0 } }],
        pair: [{ Sequence: { id: 'A', type_id: 0 } }, { Sequence: { id: 'B', type_id: 1 } }],
        special_tokens: { '<eos>': { id: '<eos>', ids: [1], tokens: ['<eos>'] } },
      },
      decoder: null,
      model: { type: 'BPE', unk_token: '<unk>', byte_fallback: true, vocab: idsOf(tokens), merges: [] },
    },
  };
}

/** BERT's: word pieces, lower case, `[CLS]` query `[SEP]` text `[SEP]`. */
export function bertTokenizer(words: readonly string[] = []): SmallTokenizer {
  const tokens = [
    '[PAD]',
    '[UNK]',
    '[CLS]',
    '[SEP]',
    ...words,
    ...LETTERS,
    ...LETTERS.map((letter) => `##${letter}`),
  ];
  const token = (id: string, type_id: number) => ({ SpecialToken: { id, type_id } });
  const text = (id: string, type_id: number) => ({ Sequence: { id, type_id } });
  const framed = (id: number, content: string): [string, object] => [
    content,
    { id: content, ids: [id], tokens: [content] },
  ];
  return {
    vocabulary: tokens.length,
    json: {
      added_tokens: tokens.slice(0, 4).map((content, id) => special(id, content)),
      normalizer: {
        type: 'BertNormalizer',
        clean_text: true,
        handle_chinese_chars: true,
        strip_accents: null,
        lowercase: true,
      },
      pre_tokenizer: { type: 'BertPreTokenizer' },
      post_processor: {
        type: 'TemplateProcessing',
        single: [token('[CLS]', 0), text('A', 0), token('[SEP]', 0)],
        pair: [token('[CLS]', 0), text('A', 0), token('[SEP]', 0), text('B', 1), token('[SEP]', 1)],
        special_tokens: Object.fromEntries([framed(2, '[CLS]'), framed(3, '[SEP]')]),
      },
      decoder: null,
      model: {
        type: 'WordPiece',
        unk_token: '[UNK]',
        continuing_subword_prefix: '##',
        max_input_chars_per_word: 100,
        vocab: idsOf(tokens),
      },
    },
  };
}

function special(id: number, content: string) {
  return { id, content, single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
}

function sequence(kind: string, parts: object[]) {
  return { type: 'Sequence', [kind]: parts };
}

function idsOf(tokens: readonly string[]): Record<string, number> {
  return Object.fromEntries(tokens.map((token, id) => [token, id]));
}

/** The printable character that stands for each byte in byte-level vocabularies (GPT-2's table). */
function byteCharacters(): string[] {
  const isShown = (byte: number): boolean =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
  let hidden = 0;
  return Array.from({ length: 256 }, (_, byte) =>
    String.fromCodePoint(isShown(byte) ? byte : 256 + hidden++),
  );
}
