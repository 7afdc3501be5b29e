// Generated from docs/openapi.json by scripts/generate.mjs; do not edit.
export type Statement = {
  /** `c2pa`: Content Credentials in the file. `xmp`: an IPTC field in its XMP. `source`: its collection. `declared`: the table that it was ingested with. */
  evidence: "c2pa" | "xmp" | "source" | "declared";
  /** Whether a model or an algorithm made the image or a part of it; null is unknown, never "no". */
  ai: boolean | null;
  /** Term of [IPTC's digital source types](http://cv.iptc.org/newscodes/digitalsourcetype/), such as `trainedAlgorithmicMedia`. */
  kind: string | null;
};

/** How the image was made, according to its source and its file. */
export type Provenance = {
  /** Whether a model or an algorithm made the image or a part of it; null is unknown, never "no". */
  ai: boolean | null;
  /** Term of [IPTC's digital source types](http://cv.iptc.org/newscodes/digitalsourcetype/), such as `trainedAlgorithmicMedia`. */
  kind: string | null;
  /** Who says so; null if nobody says anything. */
  evidence: "c2pa" | "xmp" | "source" | "declared" | null;
  /** All statements, even if they disagree. The first one decides: any "generated" comes before every "not generated". */
  statements: Statement[];
  /** State of the Content Credentials (C2PA): `valid`, `untrusted` (unchanged, but the operator does not trust the signer), or `invalid` (the file or its credentials were changed). Null if there are none, or they cannot be checked. */
  signature: "valid" | "invalid" | "untrusted" | null;
  /** The program that wrote the Content Credentials. */
  claim_generator: string | null;
  /** When the Content Credentials say that the image was made. */
  created_at: string | null;
};

/** Releases, according to PLUS fields or the source. */
export type Releases = {
  /** Whether the people in it have agreed; null is unknown. */
  model: boolean | null;
  /** Whether the owners of what it shows have agreed; null is unknown. */
  property: boolean | null;
};

/** Rights as the source declares them. Keep the whole object with an image that you choose. */
export type Rights = {
  /** Normalised licence code; `unknown` if the declaration cannot be read. */
  license: string;
  /** The licence as the source names it. */
  license_verbatim: string;
  /** Whether commercial use is permitted; null is unknown, never a permission. */
  commercial: boolean | null;
  /** Whether a credit line is required; null is unknown, never "no". */
  attribution_required: boolean | null;
  /** Whether a changed version may be published; null is unknown, never a permission. */
  derivatives: boolean | null;
  /** Whether a changed version must have the same licence, or one that it accepts instead; null is unknown, never "no". */
  share_alike: boolean | null;
  /** Credit line, ready to use: one line of plain text, to be escaped for HTML or Markdown. Null if none is required, and also if the licence is unknown: `attribution_required` tells the two apart. */
  attribution: string | null;
  /** The page of the image at its source; empty if the source has none. */
  provenance_url: string;
  /** The basis of these statements. */
  basis: string;
  /** `host`: the service serves the file. `link`: the file is the rights holder's own copy. */
  delivery: "host" | "link";
};

export type Show = {
  name: string;
  confidence: number;
};

/** Design-layer signals. */
export type Signals = {
  /** Main colours, the most frequent first; empty if unknown. */
  palette: string[];
  luminance: number | null;
  /** Sides with room for text. Empty if there is none, and also if they are unknown. */
  neg_space: ("left" | "right" | "top" | "bottom")[];
  faces: number | null;
  /** Width over height. */
  aspect: number | null;
  /** What a classifier takes the image for, the likeliest first: a guess. Absent without one. */
  shows?: Show[];
};

export type Because = {
  /** Such as `license.non_commercial`; more codes may be added. */
  code: string;
  /** The reason as a sentence. */
  says: string;
  /** The licence; what else the source or the file declares; what is detected in the pixels. */
  source: "license" | "declared" | "detected";
};

/** Present if the request has `use`: whether the image may be used for that, according to its licence and its declared facts. This is not legal advice. */
export type Usable = {
  /** For all purposes together: "no" if any purpose is a "no", else "unknown" if any is unknown. A missing fact is unknown. */
  answer: "yes" | "no" | "unknown";
  /** What decides. For a "yes": what permits the use, and under which conditions. */
  because: Because[];
};

/** The full metadata of one asset. */
export type Asset = {
  /** `<source>:<id>` */
  asset_id: string;
  title: string;
  /** Tags from the source; empty if it gives none. */
  tags: string[];
  /** Who made the image, as the source names them; null is unknown. */
  creator: string | null;
  /** The collection that the image comes from. */
  source: string;
  /** Whether it is known to be generated, in whole or in part. Also `false` if nobody says how it was made: `provenance.ai` tells the two apart. */
  ai_generated: boolean;
  /** How the image was made, according to its source and its file. */
  provenance: Provenance;
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  /** Redirects to the file. Follow the redirect; do not store its target. With `?v=credited`, the file carries its credit. */
  file: string;
  /** The same image, at most 400 pixels on the longest edge. */
  thumb: string;
  /** As in `rights`. */
  license: string;
  /** When the image was made: a year, a month, a day or a moment (ISO 8601); null is unknown. */
  created_at: string | null;
  /** Whether models may be trained with it, according to PLUS Data Mining, a TDM reservation or its source; null is unknown. */
  training: boolean | null;
  /** Releases, according to PLUS fields or the source. */
  releases: Releases;
  /** Whether it is for editorial use only; null is unknown. */
  editorial_only: boolean | null;
  /** Whether its source marks it as unfit for everyone; null is unknown. */
  sensitive: boolean | null;
  /** Where to get a licence (PLUS Licensor URL, or Web Statement of Rights); null is unknown. */
  licensor_url: string | null;
  rights: Rights;
  cv: Signals;
  /** A description from the source or the file; empty if neither has one. */
  description: string;
  usable?: Usable;
  /** Always null, because a look-up ranks nothing. */
  score: number | null;
  /** Format of the file, such as `png`. */
  format: string;
  /** Whether the metadata of the file says where the image was taken or what place it shows (Exif GPS, XMP, IPTC). Null is unknown, for example for a rights holder's own copy. */
  has_location: boolean | null;
  /** Make and model of the camera, as the file declares them (Exif). Absent where that is unknown. */
  camera?: string;
  /** Whether searches can find it and `/v1/similar` can start from it; null while this is unknown. */
  indexed: boolean | null;
};

export type Source = {
  source: string;
  images: number;
};

/** What there is to search; up to ten seconds old. */
export type Collection = {
  /** Number of images that a search may find; of a key with bounds those that it may see. */
  images: number;
  /** The collections, ordered by name, and how many images each has. */
  sources: Source[];
  /** Words for what many images of a sample show, most frequent first; at most 12. */
  words: string[];
  /** Colours of many images of a sample, as hex, most frequent first; at most 8. */
  colours: string[];
  /** The collection of the images that this account adds; null for a key without the scope `ingest`. */
  uploads: string | null;
};

export type DuplicateRights = Pick<Rights, "license" | "commercial" | "attribution_required" | "derivatives" | "share_alike">;

/** A near-duplicate of a result. `GET /v1/asset/{asset_id}` has all of it. */
export type Duplicate = {
  /** `<source>:<id>` */
  asset_id: string;
  /** The collection that the image comes from. */
  source: string;
  rights: DuplicateRights;
};

/** What is said of an image now. An absent field stays as it is. */
export type Edit = {
  title?: string | null;
  tags?: string[] | null;
  description?: string | null;
  /** Null empties it. */
  creator?: string | null;
  /** Empty for an image whose licence is unknown. */
  license?: string | null;
};

/** One fault. */
export type Fault = {
  /** Path to the fault, outermost first; an array index is a number. */
  loc: (string | number)[];
  /** For a person. */
  msg: string;
  /** For a program; it does not change. */
  type: string;
  /** The value that was sent, if it is short; never an image or a key. */
  input: unknown;
  /** Facts that help to correct the request. */
  ctx: Record<string, unknown>;
};

/** Filters on the images of an answer. An image whose value is unknown never satisfies a filter on it. */
export type Filters = {
  /** Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright. */
  luminance_min?: number | null;
  /** Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright. */
  luminance_max?: number | null;
  /** `true`: only images without colour, or in a single tone such as sepia; `false`: only images in colour. */
  monochrome?: boolean | null;
  /** How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more is vivid. A white ground does not count. */
  saturation_min?: number | null;
  /** How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more is vivid. A white ground does not count. */
  saturation_max?: number | null;
  /** Detected faces, inclusive; at most 0 for images in which nobody faces the camera. */
  faces_min?: number | null;
  /** Detected faces, inclusive; at most 0 for images in which nobody faces the camera. */
  faces_max?: number | null;
  /** Width divided by height, inclusive. */
  aspect_min?: number | null;
  /** Width divided by height, inclusive. */
  aspect_max?: number | null;
  /** A square has an aspect within 5 % of 1. */
  orientation?: "landscape" | "portrait" | "square" | null;
  /** Megapixels of the original, inclusive. */
  resolution_min?: number | null;
  /** Clean space for text on any of these sides. Name each side once. */
  neg_space_any?: ("left" | "right" | "top" | "bottom")[] | null;
  /** Prefers images with this colour, such as `#c0392b`, but leaves out none. */
  palette_near?: string | null;
  /** `true`: only images that permit commercial use. */
  commercial?: boolean | null;
  /** `true`: only images that may be published in a changed version: cropped, recoloured, combined. */
  derivatives?: boolean | null;
  /** `false`: only images that need no credit line. */
  attribution_required?: boolean | null;
  /** `false`: only images whose changed versions may have any licence. */
  share_alike?: boolean | null;
  /** Normalised licence codes, such as `cc0` or `cc-by-4.0`; a port of a Creative Commons licence ends with its jurisdiction: `cc-by-sa-3.0-de`. An unknown code is refused, and the error lists all codes. */
  license_any?: string[] | null;
  /** Collections. One that does not exist is refused. */
  source_any?: string[] | null;
  /** `true`: only images known to be generated, in whole or in part; `false`: none of them. Unless it is set, they come after all others. */
  ai_generated?: boolean | null;
  /** `true`: only images known to be captures or human work (`provenance.ai` is false). */
  human_made?: boolean | null;
  /** The default, `false`, leaves out images that are known to be sensitive, even if few results remain. `true` includes them along with all others. */
  sensitive?: boolean | null;
  /** When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or `2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored. */
  created_from?: string | null;
  /** When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or `2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored. */
  created_to?: string | null;
  /** Who made the image: the whole name; case does not matter. */
  creator?: string | null;
  /** Tags of which the image has any, or all: whole tags; case does not matter. */
  tags_any?: string[] | null;
  /** Tags of which the image has any, or all: whole tags; case does not matter. */
  tags_all?: string[] | null;
};

export type Change = {
  at: string;
  /** How the key begins that asked for it; null for what the operator did. */
  key_prefix: string | null;
  /** In words, such as "edited title, license"; null for what the operator did. */
  what: string | null;
  /** Of the image after it. */
  state: "active" | "withdrawn" | "deleted" | null;
  /** The new licence; null where the rights stayed as they were. */
  license: string | null;
  previous_license: string | null;
};

/** What was changed of an image since it was added. */
export type History = {
  /** Oldest first. Empty for one that nobody changed. */
  changes: Change[];
};

/** What the images are for. Each image in the answer then has `usable`. A purpose that you leave out is not checked. */
export type UsableFor = {
  /** `true`: the use is mainly meant for profit or payment, such as in something that is sold or that advertises. */
  commercial?: boolean;
  /** `true`: a changed version is published: cropped, recoloured, merged with others. Another size or format is no change. */
  modify?: boolean;
  /** `false`: it is shown without a credit. */
  attribute?: boolean;
  /** `false`: a changed version cannot be published under the licence of the image, or one that it accepts instead. Matters only with `modify`. */
  share_alike?: boolean;
  /** `true`: models are trained with it. */
  train_ai?: boolean;
  /** `true`: people can be identified in it, and it advertises or endorses something. */
  people_identifiable?: boolean;
  /** `true`: the same for private property: a building, a work of art, a brand. */
  property_identifiable?: boolean;
};

/** The images that it may see; null for all. */
export type Bounds = {
  sources?: string[];
  licenses?: string[];
  /** What the images are for. Each image in the answer then has `usable`. A purpose that you leave out is not checked. */
  usable_for?: UsableFor;
};

/** A new key. */
export type IssuedKey = {
  key_id: string;
  name: string;
  /** How the key begins. */
  prefix: string;
  /** What it may be used for. */
  scopes: ("search" | "similar" | "asset" | "usage" | "ingest" | "account")[];
  /** The images that it may see; null for all. */
  bounds: Bounds | null;
  created_at: string;
  /** Accurate to about a minute; null if it was never used. */
  last_used_at: string | null;
  /** Null if it does not expire. */
  expires_at: string | null;
  revoked_at: string | null;
  /** The key that was rotated into this one. */
  replaces: string | null;
  state: "live" | "revoked" | "expired";
  /** The key itself. It is shown only this once. */
  key: string;
};

/** A key of the account. */
export type Key = Omit<IssuedKey, "key">;

/** What the images are for. Each image in the answer then has `usable`. A purpose that you leave out is not checked. */
export type Use = {
  /** `true`: the use is mainly meant for profit or payment, such as in something that is sold or that advertises. */
  commercial?: boolean | null;
  /** `true`: a changed version is published: cropped, recoloured, merged with others. Another size or format is no change. */
  modify?: boolean | null;
  /** `false`: it is shown without a credit. */
  attribute?: boolean | null;
  /** `false`: a changed version cannot be published under the licence of the image, or one that it accepts instead. Matters only with `modify`. */
  share_alike?: boolean | null;
  /** `true`: models are trained with it. */
  train_ai?: boolean | null;
  /** `true`: people can be identified in it, and it advertises or endorses something. */
  people_identifiable?: boolean | null;
  /** `true`: the same for private property: a building, a work of art, a brand. */
  property_identifiable?: boolean | null;
};

/** The images that it may see; null for all. */
export type KeyRequestBounds = {
  sources?: string[] | null;
  licenses?: string[] | null;
  usable_for?: Use;
};

/** A key to make. */
export type KeyRequest = {
  /** What the key is for: 1 to 100 printable characters. */
  name: string;
  /** What it may be used for. Only the operator gives the scopes `ingest` and `account`. Default: `["search","similar","asset","usage"]`. */
  scopes?: ("search" | "similar" | "asset" | "usage")[] | null;
  /** When it stops working; null for never. */
  expires_at?: string | null;
  /** The images that it may see; null for all. */
  bounds?: KeyRequestBounds | null;
};

/** The keys of the account that work now, oldest first. */
export type Keys = {
  keys: Key[];
};

export type Credits = {
  results_per_credit: number;
  minimum_per_search: number;
  asset_lookup_credits: number;
  reset: string;
};

export type Limits = {
  rpm: number | null;
  rpd: number | null;
  concurrent: number | null;
};

export type Plan = {
  id: string;
  name: string;
  monthly_usd: number | null;
  annual_usd: number | null;
  monthly_credits: number | null;
  image_search: boolean;
  similar_search: boolean;
  max_results: number;
  limits: Limits;
  support: string;
  credit_packs: boolean;
};

export type CreditPack = {
  credits: number;
  usd: number;
  plans: string[];
};

export type Pricing = {
  version: string;
  currency: string;
  credits: Credits;
  plans: Plan[];
  credit_pack: CreditPack;
};

export type Embedding = {
  ready: boolean;
  detail: string;
  latency_ms: number;
};

export type Services = {
  embedding: Embedding;
  retrieval: Embedding;
  reranker: Embedding;
  rights: Embedding;
};

/** Readiness of each part. It does not guarantee that the next request succeeds. */
export type Readiness = {
  /** Whether a search would be answered. The reranker is not needed for that. */
  ready: boolean;
  checked_at: string;
  services: Services;
  /** Profile of the models; null if embedding does not answer. */
  model: string | null;
  backend: "lancedb" | "qdrant" | null;
  /** Images that can be looked up. */
  assets: number | null;
};

/** One image of an answer. */
export type Result = Omit<Asset, "description" | "score" | "format" | "has_location" | "camera" | "indexed"> & {
  /** Near-duplicates of this image that satisfy the same filters, at most 10. The one with the best known rights is the result: known before unknown, then fewer forbidden uses and duties, then captioned, then larger. */
  duplicates: Duplicate[];
  /** How well the image answers the search. It never rises down the list, unless `sort` orders the results. It estimates the share of equally similar images that a person would accept, so one `min_score` fits all searches of one kind (by words, by image, or by both). A search by filters alone compares nothing. */
  score: number;
  /** What matched: its `words`, the `meaning` of its caption, its pixels with the words of the search (`sight`), or its pixels with the image of the search (`image`). Empty in a search by filters alone. */
  matched: ("words" | "meaning" | "sight" | "image")[];
  /** Present if this is the image of the request, perhaps in another size or encoding, or mirrored, according to a hash of 64 bits. Such images come first in a search by an image alone. */
  same_image?: true;
  /** Present if the image of the request is cut out of this one, perhaps in another size or encoding, according to its corners. Such images come first in a search by an image alone if no result is the same image. */
  contains_image?: true;
  /** Names of the filters from the words that this image meets. Present if `parse_design` found filters and other words. */
  design_met?: string[];
};

/** Milliseconds that each stage took, if it ran. */
export type TimingMs = {
  parse?: number;
  spell?: number;
  encode?: number;
  retrieve: number;
  hydrate?: number;
  rerank?: number;
};

/** All filters from the words, except those that contradict a filter in the request. They may be relaxed. */
export type AppliedDesignFilters = {
  /** Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright. */
  luminance_min?: number;
  /** Overall brightness from 0 (black) to 1 (white), inclusive; 0.35 or less is dark, 0.65 or more is bright. */
  luminance_max?: number;
  /** `true`: only images without colour, or in a single tone such as sepia; `false`: only images in colour. */
  monochrome?: boolean;
  /** How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more is vivid. A white ground does not count. */
  saturation_min?: number;
  /** How strong the colours are, from 0 (grey) to 1 (as strong as a screen shows), inclusive; 0.1 or less is muted, 0.25 or more is vivid. A white ground does not count. */
  saturation_max?: number;
  /** Detected faces, inclusive; at most 0 for images in which nobody faces the camera. */
  faces_min?: number;
  /** Detected faces, inclusive; at most 0 for images in which nobody faces the camera. */
  faces_max?: number;
  /** Width divided by height, inclusive. */
  aspect_min?: number;
  /** Width divided by height, inclusive. */
  aspect_max?: number;
  /** Megapixels of the original, inclusive. */
  resolution_min?: number;
  /** Clean space for text on any of these sides. Name each side once. */
  neg_space_any?: ("left" | "right" | "top" | "bottom")[];
  /** Prefers images with this colour, such as `#c0392b`, but leaves out none. */
  palette_near?: string;
  /** `true`: only images that permit commercial use. */
  commercial?: boolean;
  /** `true`: only images that may be published in a changed version: cropped, recoloured, combined. */
  derivatives?: boolean;
  /** `false`: only images that need no credit line. */
  attribution_required?: boolean;
  /** `false`: only images whose changed versions may have any licence. */
  share_alike?: boolean;
  /** Normalised licence codes, such as `cc0` or `cc-by-4.0`; a port of a Creative Commons licence ends with its jurisdiction: `cc-by-sa-3.0-de`. An unknown code is refused, and the error lists all codes. */
  license_any?: string[];
  /** `true`: only images known to be generated, in whole or in part; `false`: none of them. Unless it is set, they come after all others. */
  ai_generated?: boolean;
  /** `true`: only images known to be captures or human work (`provenance.ai` is false). */
  human_made?: boolean;
  /** When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or `2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored. */
  created_from?: string;
  /** When the image was made, inclusive: a year, a month, a day or a moment (ISO 8601), such as `2024`, `2024-05` or `2024-05-01T10:00`. If the date of an image is a year or a month, all of it must lie within. Time zones are ignored. */
  created_to?: string;
};

export type Phrase = {
  /** As written in the query. */
  text: string;
  /** Its start in `query`, in UTF-16 code units. */
  start: number;
  /** Its end, exclusive. */
  end: number;
  /** Empty if the words only exclude something: "not dark". */
  filters: AppliedDesignFilters;
};

/** Present if `parse_design` was true. */
export type AppliedDesign = {
  /** All filters from the words, except those that contradict a filter in the request. They may be relaxed. */
  filters: AppliedDesignFilters;
  /** The parts of the query that were understood, in the order of the query. */
  phrases: Phrase[];
  /** What the query rules out in words: "no cats", "not a dog", "-red". Images whose title, tags or description contain all words of an entry are left out. This is never relaxed. */
  excluded: string[];
  /** Wishes about rights, or about how an image was made, that no filter can express: "royalty-free", "model released". They are neither searched for nor met: check them yourself. */
  unread: string[];
  /** The remaining words to search for; empty if all words became filters. */
  query: string;
};

export type Correction = {
  /** As written in the query: one word, or two that were joined. */
  from: string;
  /** What was searched for instead: one word, or two if a word was split. */
  to: string;
};

export type Translation = {
  /** As written in the query: a word, a phrase or an emoji. */
  from: string;
  /** The English that was searched for instead. */
  to: string;
  /** The language of `from`, as a BCP 47 tag; `und-Zsye` for an emoji. */
  lang: string;
};

/** How many images have a value. */
export type Facet = {
  /** The value, as the filter on this property accepts it. */
  value: string;
  /** Number of images that have it. */
  count: number;
};

/** A ranked answer. */
export type SearchAnswer = {
  query_id: string;
  /** The query of the request; null if it had only an image. */
  query: string | null;
  input_modality: "text" | "image" | "image_text";
  /** Number of results. */
  count: number;
  /** How many of these results are strong matches: their `score` is at least `strong_score`. The others are weaker and may not show what was asked for. Null in a search by filters alone. */
  strong_count: number | null;
  /** The lowest score of a strong match; `min_score: "auto"` returns only strong matches. It depends on whether the search is by words, by an image or by both. Null in a search by filters alone. */
  strong_score: number | null;
  /** About how many images all pages of this search hold: those that match or, if all match to some degree, those that satisfy the filters. Withdrawn images may count, and with words or an image near-duplicates. Pages of such a search end at 1,000 images, so 1,000 stands for 1,000 or more. Without words and without an image they hold every image. */
  reachable: number;
  /** To get the next page, send the same request again with this `cursor`. `k` may differ. It is valid for an hour and only for the same account. Null on the last page. While the index does not change, pages neither repeat nor skip an image. After a change, no image appears twice; a new image may appear at its rank among the remaining ones. Pages end at `reachable` images; with words and `sort`, they end with the 100 to 300 images that are sorted. Without words and without an image, they hold all images that satisfy the filters, by date, however many these are. */
  cursor: string | null;
  /** Present if the plan reduced `k`. */
  k_capped?: true;
  latency_ms: number;
  /** Milliseconds that each stage took, if it ran. */
  timing_ms: TimingMs;
  mode: "text" | "image" | "multimodal" | "none" | "none (degraded)";
  /** `none`: no words to rerank by. `degraded`: the reranker was needed but unavailable. */
  ranking: "cross_encoder" | "lexical" | "none" | "degraded";
  /** Present if the reranker was unavailable: results are in retrieval order. */
  degraded?: true;
  /** Defaults and filters from the words that not every result on this page satisfies, because too few images satisfy them and the words. The least important comes first. Filters in the request are never relaxed. Images that fail a default come last. */
  relaxed?: string[];
  /** Present if `parse_design` was true. */
  applied_design?: AppliedDesign;
  /** Words that neither the collection nor a dictionary knows, and what was searched for instead: similar words of the collection or, if it has none, of the dictionary. Absent from `/v1/similar`. With `exact` nothing is corrected. */
  corrections?: Correction[];
  /** Words of other languages and emoji, and what was searched for instead. Absent from `/v1/similar`. With `exact` nothing is translated. */
  translations?: Translation[];
  /** Words that were searched for and that neither the captions of the collection nor a dictionary knows. Absent from `/v1/similar`. */
  unmatched?: string[];
  /** A query to suggest: with guesses for the words in `unmatched` or, with `exact`, with corrections. Null if there is none. Absent from `/v1/similar`. */
  did_you_mean?: string | null;
  /** Present if the spelling could not be checked: the query was searched as written. Absent from `/v1/similar`. */
  spelling_unchecked?: true;
  /** Candidates before the cut-off. */
  pool_size: number;
  /** Candidates that the reranker scored. */
  reranked: number;
  /** The most frequent values (at most 20) of each property in `facets` of the request, most frequent first. With words or an image they are counted among the `pool_size` images that satisfy the filters and answer best, including those below `min_score`; near-duplicates count once. Without, they are counted among all images that satisfy the filters; of more than 100,000, they are estimates. Unknown values are not counted. Values of `creator` and `tags` are in lower case. Absent unless requested. */
  facets?: Record<string, Facet[]>;
  backend: "lancedb" | "qdrant";
  /** Best first, or in the order of `sort`. */
  results: Result[];
};

export type SearchRequest = {
  /** What to search for, in words. Without words and without an image, the search finds every image that satisfies the filters, newest first unless `sort` or a colour orders them. White space around the words is removed. */
  query?: string | null;
  /** A JPEG, PNG or WebP image in base64: at most 5 MiB decoded, 20 megapixels, and 65,535 pixels per edge. A data-URL prefix, the URL-safe alphabet, missing padding and white space are accepted. */
  image_base64?: string | null;
  /** Public https address of such an image. Send either this or `image_base64`. */
  image_url?: string | null;
  /** Number of results wanted. If it is above the plan's `max_results`, that applies instead, and `k_capped` is set. Default: `10`. */
  k?: number | null;
  /** Leaves out results whose `score` is lower; `auto` leaves out those below the `strong_score` of the answer. An answer may then have fewer than `k` results, or none. Default: `0`. */
  min_score?: number | "auto" | null;
  /** The `cursor` of an answer, to get its next page. The other fields must be the same as in the request for that answer; only `k` may differ. A page is billed like a search of that many results. */
  cursor?: string | null;
  filters?: Filters | null;
  /** Orders the results by date instead of by how well they answer. With words or an image, only the most relevant images are ordered (`min_score` leaves fewer). Without, all images that satisfy the filters are ordered. Images whose date is unknown come last, and a year or a month counts as its first day. */
  sort?: "newest" | "oldest" | null;
  /** Properties whose values `facets` in the answer counts. */
  facets?: ("license" | "source" | "creator" | "tags" | "orientation")[] | null;
  use?: Use | null;
  /** Leaves out images that are not known to be usable for all purposes of `use`. The next results take their places. Default: `false`. */
  usable_only?: boolean | null;
  /** Turns what the query says about the look and the permitted use of an image into filters, and searches for the remaining words. `applied_design` reports both. A filter in `filters` takes precedence over one from the words. Default: `false`. */
  parse_design?: boolean | null;
  /** Searches for the words exactly as written. By default, misspelt words are corrected, joined or split, and `corrections` lists them; words of other languages and emoji are translated, and `translations` lists them. Default: `false`. */
  exact?: boolean | null;
  /** The language of `query` as a BCP 47 tag, such as `de` or `pt-BR`. Its words are then translated even if they are also English words: "chat" in French is a cat. Without `lang`, only words that the collection and English hardly have are translated, unless `Accept-Language` prefers another language to English, and it decides between languages that share a word. Known languages are `de`, `es`, `fr`, `it`, `ja`, `ko`, `nl`, `pl`, `pt`, `ru`, `uk`, `zh`; any other language changes nothing. */
  lang?: string | null;
};

/** An indexed image, and filters for the images similar to it. */
export type SimilarRequest = Pick<SearchRequest, "k" | "min_score" | "cursor" | "filters" | "use" | "usable_only"> & {
  /** The asset to compare with, `<source>:<id>`. The answer never contains it. */
  asset_id: string;
};

/** An image, and what is said of it. What is absent is read from the file (EXIF, IPTC, XMP). */
export type Upload = {
  /** The image, at most 25 MiB, as base64 or as a `data:` address: JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF, BMP or JPEG XL. */
  image_base64: string;
  /** Name of the file. It becomes the title if neither `title` nor the file has one. */
  file_name?: string | null;
  title?: string | null;
  tags?: string[] | null;
  description?: string | null;
  /** Who made the image. */
  creator?: string | null;
  /** A page of who made it. */
  creator_url?: string | null;
  /** Name, SPDX id or address of the licence. One that cannot be read is stored, and its rights are unknown. */
  license?: string | null;
  /** Whether to refuse an image of which neither `license` nor the file states a licence: 422 `missing` at `license`. */
  license_required?: boolean | null;
  /** A page of the image. */
  source_url?: string | null;
  /** Whether a model made it, in whole or in part. */
  ai_generated?: boolean | null;
};

/** The key that asks, and what it may be used for. */
export type UsageKey = {
  key_id: string;
  scopes: ("search" | "similar" | "asset" | "usage" | "ingest" | "account")[];
};

/** The billing period; the end is exclusive. Unused plan credits expire then. */
export type Period = {
  start: string;
  end: string;
};

export type UsageCredits = {
  /** Granted for this period by the plan and the operator; null without a limit. */
  granted: number | null;
  /** What this period's searches cost, whether plan or packs paid for it. */
  used: number;
  /** Reserved for searches in flight. */
  reserved: number;
  /** Left for the next searches, including packs; null without a limit. */
  remaining: number | null;
  /** Left in packs. They do not expire, and are used last. */
  packs: number;
};

export type Window = {
  limit: "rpm" | "rpd" | "concurrent";
  /** What the plan allows. */
  quota: number;
  used: number;
  remaining: number;
  /** Seconds until some of it comes back; 0 when nothing is used. */
  reset_s: number;
};

export type Search = {
  query_id: string;
  endpoint: "search" | "similar";
  /** As it was sent; null if none was sent. */
  idempotency_key: string | null;
  /** `answered` is billed, `failed` never is. `in_flight` becomes one of the two within a minute or so. */
  status: "in_flight" | "answered" | "failed";
  credits_charged: number;
  /** When the search began. */
  created_at: string;
};

/** What an account has left, and the outcome of its latest searches. */
export type Usage = {
  /** The key that asks, and what it may be used for. */
  key: UsageKey;
  plan: string;
  /** The billing period; the end is exclusive. Unused plan credits expire then. */
  period: Period;
  credits: UsageCredits;
  /** The limits of the plan as they stand, all keys of the account together; those without a figure are absent. */
  windows: Window[];
  /** The latest searches, newest first, including failed ones. */
  searches: Search[];
};

export type Day = {
  /** In UTC, when the searches began. */
  date: string;
  key_id: string;
  key_name: string;
  key_prefix: string;
  /** That have ended. */
  searches: number;
  /** Of the searches. They cost nothing. */
  failed: number;
  credits: number;
};

/** What the searches of each key cost on each day. */
export type UsageByDay = {
  /** The first day. */
  from: string;
  /** The last day, which is today. */
  to: string;
  /** Oldest first. A day on which a key was not used is left out. */
  days: Day[];
};

export type UploadFacts = Omit<Upload, 'image_base64'>;
export type ContractErrorType = "array_too_long" | "array_too_short" | "array_type" | "asset_not_found" | "auth_invalid" | "auth_missing" | "base64_invalid" | "body_too_large" | "boolean_type" | "content_type_unsupported" | "credits_exhausted" | "cursor_expired" | "cursor_invalid" | "cursor_mismatch" | "deadline_exceeded" | "dependency_unavailable" | "enum" | "extra_forbidden" | "file_not_found" | "greater_than" | "greater_than_equal" | "headers_too_large" | "idempotency_in_flight" | "idempotency_mismatch" | "image_format" | "image_removed" | "image_too_complex" | "image_too_large" | "image_too_many_pixels" | "image_unreadable" | "image_url_forbidden" | "image_url_unreachable" | "int_type" | "internal" | "json_invalid" | "json_too_deep" | "json_too_many_values" | "key_not_found" | "key_refused" | "less_than_equal" | "literal_error" | "missing" | "model_mismatch" | "mutually_exclusive" | "not_unique" | "number_type" | "object_type" | "overloaded" | "plan_feature_missing" | "range_empty" | "range_not_satisfiable" | "rate_limited" | "request_malformed" | "request_timeout" | "scope_missing" | "seed_not_indexed" | "string_pattern_mismatch" | "string_too_long" | "string_too_short" | "string_type" | "too_many_faults" | "value_error" | "version_mismatch";
