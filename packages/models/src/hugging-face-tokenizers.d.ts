/** The package's own declarations leave out the file endings that Node's resolution wants; this is what is used of it. */
declare module '@huggingface/tokenizers' {
  export interface EncodeOptions {
    text_pair?: string;
    add_special_tokens?: boolean;
  }

  export class Tokenizer {
    constructor(tokenizer: object, config: object);
    encode(text: string, options?: EncodeOptions): { ids: number[] };
  }
}
