import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Logger } from '@imagesearch/service-kit/logging';
import type { Filters } from '@imagesearch/facets/filters';
import type { Catalogue } from '../assets/asset.js';
import type { Backend } from '../health/readiness.js';
import type { Candidate, Texts } from './candidate.js';
import type { CurvesOfProfile } from './scores/profile-curves.js';

/** A vector and the fingerprint of its model; only vectors with the same fingerprint are compared. */
export interface Embedding {
  /** L2-normalised. */
  values: readonly number[];
  fingerprint: string;
}

export interface TextEmbedding extends Embedding {
  /** What pixels are compared with. */
  sight: readonly number[];
  /** Whether `sight` is compared with the vectors of all images, and not only with those that have no words. */
  crossModal: boolean;
  /** Whether it says nothing of words that no English dictionary knows. */
  englishOnly: boolean;
}

export interface ImageEmbedding extends Embedding {
  /** What the image is recognised by. */
  likeness?: Likeness;
}

/** Perceptual hashes of an image and of its mirror image, and its main colours with their shares. */
export interface Likeness {
  perceptualHashes: readonly string[];
  palette: readonly string[];
  paletteShares: readonly number[];
}

export interface Encoder {
  /** @param meanings Of words that captions lack, so that the vector is also near captions that say it in other words. */
  encodeText(text: string, meanings: readonly string[], call: CallContext): Promise<TextEmbedding>;
  /** @throws AppError `invalid_request` when the bytes are no image that the service reads. */
  encodeImage(image: Uint8Array, call: CallContext): Promise<ImageEmbedding>;
  /** What an indexed image is recognised by that this one is cut out of; takes about as long as the vector. */
  localFeatures(image: Uint8Array, call: CallContext): Promise<readonly string[]>;
}

export interface Recalled {
  /** Best first. */
  candidates: Candidate[];
  backend: Backend;
  /** By an image alone: the images that its local features are compared with, the nearest first. */
  nearest: readonly string[];
  /** The recall named what to compare, nothing of it contains the image, and nothing was recalled: there are no candidates. */
  isUnchanged: boolean;
}

export interface RecallQuery {
  /** With no words and no vector all images that satisfy the filters rank alike. */
  words: string;
  /** Words that answer some of these words too. */
  kinds: readonly WordKinds[];
  /** Of the words, compared with captions and pixels. */
  text: TextEmbedding | undefined;
  image: ImageEmbedding | undefined;
  /** Of the image; none seeks no image that it is cut out of. */
  localFeatures: readonly string[];
  /** What to compare them with: `Recalled.nearest` of the same recall without them; none where it is to be found. */
  nearest: readonly string[];
  filters: Filters;
  /** What the words rule out: images whose words hold all words of an entry are left out. */
  excluded: readonly string[];
  limit: number;
}

export interface CountQuery {
  filterSets: readonly Filters[];
  /** Counts only images that match any of these; empty counts all. */
  words: string;
  /** As in a search. */
  excluded?: readonly string[];
  /** Excluded from every count. */
  exceptAssetId?: string;
}

export interface Recall {
  search(query: RecallQuery, call: CallContext): Promise<Recalled>;
  /** @throws AppError `seed_not_indexed` */
  similar(
    assetId: string,
    filters: Filters,
    limit: number,
    call: CallContext,
  ): Promise<Pick<Recalled, 'candidates' | 'backend'>>;
  /** How many images satisfy each set of filters, without ranking them; a count stops above the largest answer. */
  count(query: CountQuery, call: CallContext): Promise<number[]>;
}

/** What the words of a search are, compared with those of the index. */
export interface Spelling {
  /** The words to search for. */
  words: string;
  corrections: readonly Correction[];
  translations: readonly Translation[];
  /** Words that neither the index nor a dictionary knows. */
  unmatched: readonly string[];
  /** The words with less certain corrections; null without any. */
  didYouMean: string | null;
  /** Of words that the index does not hold: what it holds of that kind. */
  kinds: readonly WordKinds[];
  /** What a dictionary says of each of those words. */
  meanings: readonly string[];
  /** Set when the check failed or was late: nothing is known of the words. */
  isUnchecked?: true;
}

/** A word of a query and words for kinds of what it names: "footwear", "boot", "sandal". */
export interface WordKinds {
  word: string;
  kinds: readonly string[];
}

export interface Correction {
  from: string;
  to: string;
}

export interface Translation extends Correction {
  /** BCP 47 tag of the language that was read. */
  lang: string;
}

/** What a request says about the language of its words: BCP 47 tags. */
export interface Languages {
  /** As the caller states it; null when not. */
  stated: string | null;
  /** Those that the caller reads, the preferred one first. */
  read: readonly string[];
}

/** How the words of a search are to be read. */
export interface Wording {
  /** Corrects and translates nothing, and proposes what it would correct. */
  exact: boolean;
  languages: Languages;
}

/** Translates and corrects the words of searches. */
export interface SpellingChecker {
  check(words: string, wording: Wording, call: CallContext): Promise<Spelling>;
}

export type RerankMethod = 'lexical' | 'cross_encoder';

export interface Reranked {
  /** 0 to 1, in the order of the texts; only of the first ones when time was short. */
  scores: readonly number[];
  method: RerankMethod;
}

export type WordsAsked = Pick<RecallQuery, 'words' | 'kinds'>;

export interface Reranker {
  /** @throws AppError when the scores do not arrive in time. */
  rerank(query: WordsAsked, texts: readonly Texts[], call: CallContext): Promise<Reranked>;
}

export interface SearchStages {
  encoder: Encoder;
  recall: Recall;
  spelling: SpellingChecker;
  catalogue: Catalogue;
  reranker: Reranker;
  curves: CurvesOfProfile;
  logger: Logger;
}
