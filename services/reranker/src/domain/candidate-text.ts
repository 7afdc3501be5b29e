/** A candidate as its source describes it. */
export interface CandidateTexts {
  title: string;
  tags: readonly string[];
  description: string;
}

/** What a cross-encoder reads of a candidate, the most telling first: the end is what does not fit. */
export function candidateText({ title, tags, description }: CandidateTexts): string {
  return [title, tags.join(', '), description].filter((part) => part.trim() !== '').join(' · ');
}
