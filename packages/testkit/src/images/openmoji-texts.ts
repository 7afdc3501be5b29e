import { openOpenMoji } from '@imagesearch/ingest/sources/openmoji';

export interface CollectionTexts {
  titles: string[];
  /** Every word of titles and tags once, in lower case. */
  words: string[];
}

/** What the OpenMoji collection says of its images. */
export function openMojiTexts(): CollectionTexts {
  const items = [...openOpenMoji().entries()];
  const texts = items.flatMap(({ title, tags }) => [title, ...tags]);
  return {
    titles: items.map(({ title }) => title),
    words: [
      ...new Set(
        texts
          .join(' ')
          .toLowerCase()
          .match(/[a-z]{2,}/gu),
      ),
    ],
  };
}
