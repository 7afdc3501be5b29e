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
type IsAny<T> = 0 extends 1 & T ? true : false;
type Covers<A, B> = [IsAny<A>, A] extends [IsAny<B>, B] ? true : false;
type Equal<A, B> = Covers<A, B> extends true ? Covers<B, A> : false;

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

export const unknownIsAllowed: [
  Equal<Rights['commercial'], boolean | null>,
  Equal<Rights['attribution'], string | null>,
  Equal<SearchRequest['k'], number | undefined>,
  Equal<Extract<ContractErrorType, 'credits_exhausted'>, 'credits_exhausted'>,
  Equal<Extract<ContractErrorType, 'image_too_many_pixels'>, 'image_too_many_pixels'>,
] = [true, true, true, true, true];
