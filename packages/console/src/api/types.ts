import type { Asset, Filters, Result, SearchAnswer } from '@imagesearch/sdk';

export type { Filters, Pricing, Rights, Usage } from '@imagesearch/sdk';

export type Side = NonNullable<Filters['neg_space_any']>[number];

/** Fields that a later version of the contract may have. */
interface LaterImage {
  duplicates?: string[];
  same_image?: boolean;
  design_met?: string[];
}

/** A result, or an asset that was looked up. */
export type ShownImage = Omit<Result, 'score'> &
  Partial<Omit<Asset, 'score'>> &
  Pick<Result | Asset, 'score'> &
  LaterImage;

export type Phrase = NonNullable<SearchAnswer['applied_design']>['phrases'][number];

interface LaterAnswer {
  corrections?: { from: string; to: string }[];
  unmatched?: string[];
  did_you_mean?: string;
}

export type ShownAnswer = SearchAnswer & LaterAnswer;
