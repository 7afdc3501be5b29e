import type { CandidateInput } from '@imagesearch/contracts/messages';
import type { Candidate } from '../domain/candidate.js';
import type { DescribedImage } from '../domain/terms.js';

export interface CandidatesToWire {
  candidates: readonly Candidate[];
  /** Every list that may hold them. */
  lists: readonly string[];
  /** Whether the caller reads `list_ranks` and `list_similarities`. */
  packedLists: boolean;
  packTexts: (texts: DescribedImage) => Buffer;
}

/** The part of an answer that says what was found. */
export function candidatesToWire({ candidates, lists, packedLists, packTexts }: CandidatesToWire): {
  candidates: CandidateInput[];
  lists: string[];
} {
  const placesOf = packedLists ? packedPlaces(lists) : namedPlaces;
  return {
    candidates: candidates.map((candidate) => ({
      assetId: candidate.assetId,
      score: candidate.score,
      ...placesOf(candidate),
      duplicates: [...candidate.duplicates],
      foundAs: candidate.foundAs,
      sameImage: candidate.isSameImage ?? false,
      containsImage: candidate.containsImage ?? false,
      ...(candidate.paletteCloseness !== undefined && { paletteCloseness: candidate.paletteCloseness }),
      packedTexts: candidate.texts === null ? NO_TEXTS : packTexts(candidate.texts),
    })),
    lists: packedLists ? [...lists] : [],
  };
}

type PlacesOf = (candidate: Candidate) => CandidateInput;

const namedPlaces: PlacesOf = ({ ranks, similarities }) => ({ ranks, similarities });

function packedPlaces(lists: readonly string[]): PlacesOf {
  return ({ ranks, similarities }) => ({
    listRanks: lists.map((name) => ranks[name] ?? 0),
    listSimilarities: lists.map((name) => similarities[name] ?? 0),
  });
}

const NO_TEXTS = Buffer.alloc(0);
