/** How this service scores, as the contract names it. */
export const METHOD = 'lexical';
