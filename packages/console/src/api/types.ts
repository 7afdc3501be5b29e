import type { Asset, Filters, Result, SearchAnswer } from '@imagesearch/sdk';

export type { Collection, Filters, Pricing, Rights, Usage } from '@imagesearch/sdk';

export type Side = NonNullable<Filters['neg_space_any']>[number];

/** What only a result has: its place among the images that a search found. */
type FoundOnly = 'score' | 'duplicates' | 'matched' | 'same_image' | 'contains_image' | 'design_met';

/** A result, or an asset that was looked up. */
export type ShownImage = Omit<Result, FoundOnly> &
  Partial<Pick<Result, Exclude<FoundOnly, 'score'>>> &
  Partial<Omit<Asset, 'score'>> &
  Pick<Result | Asset, 'score'>;

export type Phrase = NonNullable<SearchAnswer['applied_design']>['phrases'][number];

export type ShownAnswer = SearchAnswer;
