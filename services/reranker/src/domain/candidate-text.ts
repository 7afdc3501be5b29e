export interface CandidateTexts {
  title: string;
  tags: readonly string[];
  description: string;
}

/** The text that a cross-encoder reads. The most important part comes first, because the end may be cut off. */
export function candidateText({ title, tags, description }: CandidateTexts): string {
  return [title, tags.join(', '), description].filter((part) => part.trim() !== '').join(' · ');
}
