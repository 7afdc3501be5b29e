import { z } from 'zod';
import { imageFields, rightsSchema } from '../assets/asset-answer.js';
import { usableSchema } from '../assets/usable.js';
import { MATCHES } from './candidate.js';
import { inferredFiltersSchema } from './filters.js';
import { COUNTED } from './result.js';

/** A near-duplicate of a result, with the rights that decide between the two. */
export const duplicateSchema = z
  .strictObject({
    asset_id: imageFields.asset_id,
    source: imageFields.source,
    rights: rightsSchema.pick({
      license: true,
      commercial: true,
      attribution_required: true,
      derivatives: true,
      share_alike: true,
    }),
  })
  .describe('A near-duplicate of a result. `GET /v1/asset/{asset_id}` has all of it.');

export type DuplicateAnswer = z.output<typeof duplicateSchema>;

/** One image of a ranked answer (specification, section 2.2). */
export const resultSchema = z
  .strictObject({
    ...imageFields,
    duplicates: z
      .array(duplicateSchema)
      .describe(
        'Near-duplicates of this image that satisfy the same filters, at most 10. Of such images the one with the best known ' +
          'rights is the result: known before unknown, then fewer forbidden uses and duties, then captioned, then larger.',
      ),
    score: z
      .number()
      .min(0)
      .max(1)
      .describe(
        'How well the image answers the search; it never rises down the list, unless `sort` orders it. It estimates the ' +
          'share of images of such similarity that a person would accept, so that one `min_score` fits all searches of one kind: by words, by image, ' +
          'or by both. A search by filters alone compares nothing.',
      ),
    matched: z
      .array(z.enum(MATCHES))
      .describe(
        'What found the image: its `words`, the `meaning` of its caption, its pixels by the words of the search (`sight`), its ' +
          'pixels by the image of the search (`image`). Empty in a search by filters alone.',
      ),
    usable: usableSchema.optional(),
    same_image: z
      .literal(true)
      .optional()
      .describe(
        'Present if this is the image of the request in another size or encoding, or its mirror image, by a hash of 64 bits. ' +
          'Such images come first in a search by an image alone.',
      ),
    contains_image: z
      .literal(true)
      .optional()
      .describe(
        'Present if the image of the request is cut out of this one, also in another size or encoding, by the look of its ' +
          'corners. Such images come first in a search by an image alone, where no result is the same image.',
      ),
    design_met: z
      .array(z.string())
      .optional()
      .describe(
        'Names of the filters read from the words that this image meets. Present if `parse_design` read any beside other words.',
      ),
  })
  .describe('One image of an answer.');

const place = z.number().int().min(0);

/** What was read from the words of a query (specification, section 2.1). */
export const appliedDesignSchema = z
  .strictObject({
    filters: inferredFiltersSchema.describe(
      'All filters from the words, except those that contradict a filter of the request. They may be relaxed.',
    ),
    phrases: z
      .array(
        z.strictObject({
          text: z.string().describe('As written in the query.'),
          start: place.describe('Its start in `query`, in UTF-16 code units.'),
          end: place.describe('Its end, exclusive.'),
          filters: inferredFiltersSchema.describe('Empty if the words only exclude something: "not dark".'),
        }),
      )
      .describe('The parts of the query that were understood, in the order of the query.'),
    excluded: z
      .array(z.string())
      .describe(
        'What the query rules out in words: "no cats", "not a dog", "-red". Images whose title, tags or description hold all ' +
          'words of an entry are left out. It is never relaxed.',
      ),
    query: z.string().describe('The remaining words to search for; empty if all words became filters.'),
  })
  .describe('What `parse_design` found in the query.');

const valueCountSchema = z
  .strictObject({
    value: z.string().describe('As the filter on the property takes it.'),
    count: z.number().int().min(1).describe('Images that have it.'),
  })
  .describe('How many images have a value.');

const milliseconds = z.number().int().min(0);

/** Answer of both searches (specification, section 2.1). */
export const envelopeSchema = z
  .strictObject({
    query_id: z.string().regex(/^q_[0-9a-f]{32}$/),
    query: z.string().nullable().describe('The query of the request; null if it had only an image.'),
    input_modality: z.enum(['text', 'image', 'image_text']),
    count: z.number().int().min(0).describe('Number of results.'),
    strong_count: z
      .number()
      .int()
      .min(0)
      .nullable()
      .describe(
        'How many of these results are strong matches: their `score` is at least `strong_score`. The others are weaker ones, ' +
          'which may not show what was asked for. Null in a search by filters alone.',
      ),
    strong_score: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        'The score from which results are strong matches; `min_score: "auto"` asks for these alone. It depends on whether the ' +
          'search is by words, by an image or by both. Null in a search by filters alone.',
      ),
    reachable: z
      .number()
      .int()
      .min(0)
      .describe(
        'How many images the pages of this search hold, about, and at most 1,000: those that match, or where all do to some ' +
          'degree those that satisfy the filters. Near-duplicates and withdrawn images may count.',
      ),
    cursor: z
      .string()
      .nullable()
      .describe(
        'Gets the next page: send the same request again with this `cursor`. `k` may differ. It is valid for an hour, for the ' +
          'same account. Null on the last page. While the index does not change, pages neither repeat nor skip an image. After ' +
          'a change no image comes twice; a new image may come at its rank among the images that are left. Pages go on ' +
          'to `reachable` images. With words and `sort` they end with the pool that is sorted, of 100 to 300 images.',
      ),
    k_capped: z.literal(true).optional().describe('Present if the plan reduced `k`.'),
    latency_ms: milliseconds,
    timing_ms: z
      .strictObject({
        parse: milliseconds.optional(),
        spell: milliseconds.optional(),
        encode: milliseconds.optional(),
        retrieve: milliseconds,
        hydrate: milliseconds.optional(),
        rerank: milliseconds.optional(),
      })
      .describe('Milliseconds of each stage that ran.'),
    mode: z.enum(['text', 'image', 'multimodal', 'none', 'none (degraded)']),
    ranking: z
      .enum(['cross_encoder', 'lexical', 'none', 'degraded'])
      .describe('`none`: no words to rerank by. `degraded`: the reranker was needed but unavailable.'),
    degraded: z
      .literal(true)
      .optional()
      .describe('Present if the reranker was unavailable: results are in retrieval order.'),
    relaxed: z
      .array(z.string())
      .min(1)
      .optional()
      .describe(
        'Defaults and filters from the words that not every result of this page satisfies, the least important first; never ' +
          'one that the caller sent. Too few images satisfied them and the words. What fails a default comes last.',
      ),
    applied_design: appliedDesignSchema.optional().describe('Present if `parse_design` was true.'),
    corrections: z
      .array(
        z.strictObject({
          from: z.string().describe('As written in the query: one word, or two that were joined.'),
          to: z.string().describe('What was searched for instead: one word, or two if a word was split.'),
        }),
      )
      .optional()
      .describe(
        'Words that neither the collection nor a dictionary knows, and what was searched for instead: words of the ' +
          'collection, or of the dictionary where it has none that is near. Absent from `/v1/similar`. With `exact` nothing is corrected.',
      ),
    translations: z
      .array(
        z.strictObject({
          from: z.string().describe('As written in the query: a word, a phrase or an emoji.'),
          to: z.string().describe('The English that was searched for instead.'),
          lang: z.string().describe('The language that was read, as a BCP 47 tag; `und-Zsye` of an emoji.'),
        }),
      )
      .optional()
      .describe(
        'Words of other languages and emoji, and what was searched for instead. Absent from `/v1/similar`. With `exact` ' +
          'nothing is translated.',
      ),
    unmatched: z
      .array(z.string())
      .optional()
      .describe(
        'Words that were searched for and that neither the captions of the collection nor a dictionary knows. Absent from ' +
          '`/v1/similar`.',
      ),
    did_you_mean: z
      .string()
      .nullable()
      .optional()
      .describe(
        'A query to propose: with guesses for words of `unmatched`, or with `exact` what would be corrected. Null without a ' +
          'proposal. Absent from `/v1/similar`.',
      ),
    spelling_unchecked: z
      .literal(true)
      .optional()
      .describe(
        'Present if the spelling could not be checked: the query was searched as written. Absent from `/v1/similar`.',
      ),
    pool_size: z.number().int().min(0).describe('Candidates before the cut-off.'),
    reranked: z.number().int().min(0).describe('Candidates that the reranker scored.'),
    facets: z
      .partialRecord(z.enum(COUNTED), z.array(valueCountSchema))
      .optional()
      .describe(
        'For each property of `facets` in the request its commonest values, at most 20, the most frequent first. What is counted ' +
          'are the `pool_size` images of the pool, near-duplicates once: those that satisfy the filters and answer best, also ' +
          'those below `min_score`. What is unknown of an image is counted nowhere. Values of `creator` and `tags` are in lower ' +
          'case. Absent unless asked for.',
      ),
    backend: z.enum(['lancedb', 'qdrant']),
    results: z.array(resultSchema).describe('Best first, or in the order of `sort`.'),
  })
  .describe('A ranked answer.');

export type Envelope = z.output<typeof envelopeSchema>;
