import { z } from 'zod';
import { imageFields, rightsSchema } from '../assets/asset.js';
import { usableSchema } from '../assets/asset-answer.js';
import { COUNTED, MATCHES } from './candidate.js';
import { inferredFiltersSchema } from './filters.js';

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
        'Near-duplicates of this image that satisfy the same filters, at most 10. The one with the best known rights is the ' +
          'result: known before unknown, then fewer forbidden uses and duties, then captioned, then larger.',
      ),
    score: z
      .number()
      .min(0)
      .max(1)
      .describe(
        'How well the image answers the search. It never rises down the list, unless `sort` orders the results. It estimates ' +
          'the share of equally similar images that a person would accept, so one `min_score` fits all searches of one kind ' +
          '(by words, by image, or by both). A search by filters alone compares nothing.',
      ),
    matched: z
      .array(z.enum(MATCHES))
      .describe(
        'What matched: its `words`, the `meaning` of its caption, its pixels with the words of the search (`sight`), or its ' +
          'pixels with the image of the search (`image`). Empty in a search by filters alone.',
      ),
    usable: usableSchema.optional(),
    same_image: z
      .literal(true)
      .optional()
      .describe(
        'Present if this is the image of the request, perhaps in another size or encoding, or mirrored, according to a hash of 64 ' +
          'bits. Such images come first in a search by an image alone.',
      ),
    contains_image: z
      .literal(true)
      .optional()
      .describe(
        'Present if the image of the request is cut out of this one, perhaps in another size or encoding, according to its ' +
          'corners. Such images come first in a search by an image alone if no result is the same image.',
      ),
    design_met: z
      .array(z.string())
      .optional()
      .describe(
        'Names of the filters from the words that this image meets. Present if `parse_design` found filters and other words.',
      ),
  })
  .describe('One image of an answer.');

const place = z.number().int().min(0);

/** What was read from the words of a query (specification, section 2.1). */
export const appliedDesignSchema = z
  .strictObject({
    filters: inferredFiltersSchema.describe(
      'All filters from the words, except those that contradict a filter in the request. They may be relaxed.',
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
        'What the query rules out in words: "no cats", "not a dog", "-red". Images whose title, tags or description contain ' +
          'all words of an entry are left out. This is never relaxed.',
      ),
    unread: z
      .array(z.string())
      .describe(
        'Wishes about rights, or about how an image was made, that no filter can express: "royalty-free", "model released". ' +
          'They are neither searched for nor met: check them yourself.',
      ),
    query: z.string().describe('The remaining words to search for; empty if all words became filters.'),
  })
  .describe('What `parse_design` found in the query.');

const valueCountSchema = z
  .strictObject({
    value: z.string().describe('The value, as the filter on this property accepts it.'),
    count: z.number().int().min(1).describe('Number of images that have it.'),
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
        'How many of these results are strong matches: their `score` is at least `strong_score`. The others are weaker and ' +
          'may not show what was asked for. Null in a search by filters alone.',
      ),
    strong_score: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        'The lowest score of a strong match; `min_score: "auto"` returns only strong matches. It depends on whether the ' +
          'search is by words, by an image or by both. Null in a search by filters alone.',
      ),
    reachable: z
      .number()
      .int()
      .min(0)
      .describe(
        'About how many images all pages of this search hold: those that match or, if all match to some degree, those that ' +
          'satisfy the filters. Withdrawn images may count, and with words or an image near-duplicates. Pages of such a search end ' +
          'at 1,000 images, so 1,000 stands for 1,000 or more. Without words and without an image they hold every image.',
      ),
    cursor: z
      .string()
      .nullable()
      .describe(
        'To get the next page, send the same request again with this `cursor`. `k` may differ. It is valid for an hour and only ' +
          'for the same account. Null on the last page. While the index does not change, pages neither repeat nor skip an ' +
          'image. After a change, no image appears twice; a new image may appear at its rank among the remaining ones. Pages ' +
          'end at `reachable` images; with words and `sort`, they end with the 100 to 300 images that are sorted. Without words and ' +
          'without an image, they hold all images that satisfy the filters, by date, however many these are.',
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
      .describe('Milliseconds that each stage took, if it ran.'),
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
        'Defaults and filters from the words that not every result on this page satisfies, because too few images satisfy ' +
          'them and the words. The least important comes first. Filters in the request are never relaxed. Images that fail a default come last.',
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
        'Words that neither the collection nor a dictionary knows, and what was searched for instead: similar words of the ' +
          'collection or, if it has none, of the dictionary. Absent from `/v1/similar`. With `exact` nothing is corrected.',
      ),
    translations: z
      .array(
        z.strictObject({
          from: z.string().describe('As written in the query: a word, a phrase or an emoji.'),
          to: z.string().describe('The English that was searched for instead.'),
          lang: z.string().describe('The language of `from`, as a BCP 47 tag; `und-Zsye` for an emoji.'),
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
        'A query to suggest: with guesses for the words in `unmatched` or, with `exact`, with corrections. Null if there is ' +
          'none. Absent from `/v1/similar`.',
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
        'The most frequent values (at most 20) of each property in `facets` of the request, most frequent first. With words or an ' +
          'image they are counted among the `pool_size` images that satisfy the filters and answer best, including those below ' +
          '`min_score`; near-duplicates count once. Without, they are counted among all images that satisfy the filters; of more ' +
          'than 100,000, they are estimates. Unknown values are not counted. Values of `creator` and `tags` are in lower case. ' +
          'Absent unless requested.',
      ),
    backend: z.enum(['lancedb', 'qdrant']),
    results: z.array(resultSchema).describe('Best first, or in the order of `sort`.'),
  })
  .describe('A ranked answer.');

export type Envelope = z.output<typeof envelopeSchema>;
export type Ranking = Envelope['ranking'];
