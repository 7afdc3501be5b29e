import {
  may,
  type ContractErrorType,
  type Filters,
  type Result,
  type Rights,
  type SearchAnswer,
  type SearchRequest,
  type Usage,
} from '@imagesearch/sdk';

/** What callers do with the contract. A change of the contract that breaks them must not compile. */
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function holds<Condition extends true>(): Condition | undefined {
  return undefined;
}

export const request: SearchRequest = { query: 'red apple', k: 3, filters: { commercial: true } };
export const filters: Filters = { faces_max: 0, neg_space_any: ['left'], orientation: 'landscape' };

export function shown({ title, file, thumb, score, rights }: Result): (string | number | boolean)[] {
  return [title, file, thumb, score, may({ rights }).useCommercially ?? 'unknown'];
}
export function titles({ results, query_id: queryId }: SearchAnswer): string[] {
  return [queryId, ...results.map(({ title }) => title)];
}
export function left({ credits }: Usage): number | null {
  return credits.remaining;
}

export const unknownIsAllowed = [
  holds<Equal<Rights['commercial'], boolean | null>>(),
  holds<Equal<Rights['attribution'], string | null>>(),
  holds<Equal<SearchRequest['k'], number | undefined>>(),
  holds<Equal<Extract<ContractErrorType, 'credits_exhausted'>, 'credits_exhausted'>>(),
  holds<Equal<Extract<ContractErrorType, 'image_too_many_pixels'>, 'image_too_many_pixels'>>(),
];
