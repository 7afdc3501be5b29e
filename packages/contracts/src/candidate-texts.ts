import { invalid } from '@imagesearch/service-kit/errors';

/** What says in words what an image shows. */
export interface CandidateTexts {
  title: string;
  tags: readonly string[];
  description: string;
}

/** One text, as the index keeps it and candidates carry it: a JSON list of the title, the description and each tag. */
export function joinTexts({ title, tags, description }: CandidateTexts): string {
  return JSON.stringify([title, description, ...tags]);
}

/** @throws AppError `invalid_request` for a text that is no such list. */
export function splitTexts(joined: string): CandidateTexts {
  const [title = '', description = '', ...tags] = listIn(joined);
  return { title, tags, description };
}

function listIn(joined: string): string[] {
  try {
    const list = JSON.parse(joined) as unknown;
    if (Array.isArray(list) && list.every((text) => typeof text === 'string')) return list;
  } catch {
    // No JSON at all is the same fault.
  }
  throw invalid({
    loc: ['candidates'],
    msg: 'The texts of a candidate are a JSON list of a title, a description and each tag.',
    type: 'list_type',
  });
}
