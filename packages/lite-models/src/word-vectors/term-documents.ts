import { analyze } from '@imagesearch/text-analysis/text-analysis';
import type { Pointer, Synset } from './synsets.js';
import { inChunks } from '../chunks.js';

/** Weights of the parts of a synset's document. Tuned on triplets and captions; see the README of packages/models. */
export interface DocumentWeights {
  /** The synset's own words. */
  word: number;
  /** Each part of a compound, as a share of the compound's weight. */
  compoundPart: number;
  definition: number;
  /** Terms of examples, as a share of the definition's. */
  exampleShare: number;
  /** Words of hypernyms, the nearest first. */
  hypernyms: readonly number[];
  /** Words of synsets at the end of other pointers, by WordNet's symbol. */
  pointers: Readonly<Record<string, number>>;
  /** Terms of a related synset's definition, as a share of its words' weight. */
  relatedDefinitionShare: number;
  /** A meaning's weight is its share of the word's occurrences to this power; with 0 all meanings are equal. */
  sensePower: number;
}

/** For each term, the documents that contain it. */
export interface TermDocuments {
  terms: string[];
  documentsOf: Occurrences[];
  documentCount: number;
}

/** Numbers of synsets in ascending order, and the term's weight in each. */
export interface Occurrences {
  documents: number[];
  weights: number[];
}

/** Synsets that are processed between two turns of the event loop. */
const SYNSETS_PER_CHUNK = 500;

/**
 * One document per synset: its words, its definition, and the words of the synsets it points to. Words that share
 * documents get near vectors: synonyms do, and a word and its hypernym.
 */
export async function collectTermDocuments(
  synsets: readonly Synset[],
  weights: DocumentWeights,
  onProgress?: (done: number, total: number) => void,
  signal?: AbortSignal,
): Promise<TermDocuments> {
  const collector = new Collector(synsets, weights);
  await inChunks(synsets.length, SYNSETS_PER_CHUNK, signal, (from, to) => {
    for (let document = from; document < to; document++) collector.addDocument(document);
    onProgress?.(to, synsets.length);
  });
  return collector.result();
}

class Collector {
  readonly #synsets: readonly Synset[];
  readonly #weights: DocumentWeights;
  readonly #numberOf: ReadonlyMap<string, number>;
  readonly #sightings = new Map<string, number>();
  readonly #definitionTerms = new Map<number, string[]>();
  readonly #documentsOf = new Map<string, Occurrences>();

  constructor(synsets: readonly Synset[], weights: DocumentWeights) {
    this.#synsets = synsets;
    this.#weights = weights;
    this.#numberOf = new Map(synsets.map(({ id }, number) => [id, number]));
    for (const { words, counts } of synsets) {
      words.forEach((word, index) => {
        const key = word.toLowerCase();
        this.#sightings.set(key, (this.#sightings.get(key) ?? 0) + 1 + (counts[index] ?? 0));
      });
    }
  }

  result(): TermDocuments {
    return {
      terms: [...this.#documentsOf.keys()],
      documentsOf: [...this.#documentsOf.values()],
      documentCount: this.#synsets.length,
    };
  }

  addDocument(document: number): void {
    const weights = this.#weights;
    const synset = this.#synset(document);
    this.#addWords(document, synset, weights.word);
    this.#addDefinition(document, document, weights.definition);
    for (const term of lemmas(synset.examples))
      this.#add(document, term, weights.definition * weights.exampleShare);
    const covered = this.#addHypernyms(document);
    for (const pointer of synset.pointers) this.#addPointer(document, pointer, covered);
  }

  /** Adds the words of each hypernym level. @returns the visited synsets. */
  #addHypernyms(document: number): Set<number> {
    const covered = new Set([document]);
    let level = [document];
    for (const weight of this.#weights.hypernyms) {
      const above: number[] = [];
      for (const number of level) {
        for (const { symbol, target } of this.#synset(number).pointers) {
          const hypernym = this.#numberOf.get(target);
          if (!symbol.startsWith('@') || hypernym === undefined || covered.has(hypernym)) continue;
          covered.add(hypernym);
          above.push(hypernym);
          this.#addWords(document, this.#synset(hypernym), weight);
        }
      }
      level = above;
    }
    return covered;
  }

  #addPointer(document: number, { symbol, target }: Pointer, covered: ReadonlySet<number>): void {
    const number = this.#numberOf.get(target);
    let weight = this.#weights.pointers[symbol] ?? this.#weights.pointers[symbol.charAt(0)] ?? 0;
    if (number === undefined || weight === 0 || covered.has(number)) return;
    // Divided, so that hundreds of hyponyms do not outweigh the synset's own words.
    if (symbol.startsWith('~')) weight /= Math.sqrt(this.#synset(document).pointers.length);
    this.#addWords(document, this.#synset(number), weight);
    this.#addDefinition(document, number, weight * this.#weights.relatedDefinitionShare);
  }

  #addWords(document: number, { words, counts }: Synset, weight: number): void {
    words.forEach((word, index) => {
      const key = word.toLowerCase();
      const share = (1 + (counts[index] ?? 0)) / (this.#sightings.get(key) ?? 1);
      this.#add(document, key, weight * share ** this.#weights.sensePower);
      if (!key.includes(' ')) return;
      for (const part of lemmas(key)) this.#add(document, part, weight * this.#weights.compoundPart);
    });
  }

  #addDefinition(document: number, of: number, weight: number): void {
    if (weight === 0) return;
    let terms = this.#definitionTerms.get(of);
    if (terms === undefined) {
      terms = lemmas(this.#synset(of).definition);
      this.#definitionTerms.set(of, terms);
    }
    for (const term of terms) this.#add(document, term, weight);
  }

  /** Documents are added one after another, so that an earlier weight of this one is the last. */
  #add(document: number, term: string, weight: number): void {
    const occurrences = this.#documentsOf.get(term);
    if (occurrences === undefined) {
      this.#documentsOf.set(term, { documents: [document], weights: [weight] });
      return;
    }
    const { documents, weights } = occurrences;
    const last = documents.length - 1;
    if (documents[last] === document) weights[last] = (weights[last] ?? 0) + weight;
    else {
      documents.push(document);
      weights.push(weight);
    }
  }

  #synset(number: number): Synset {
    const synset = this.#synsets[number];
    if (synset === undefined) throw new RangeError(`There is no synset ${number}.`);
    return synset;
  }
}

function lemmas(text: string): string[] {
  return analyze(text).map((term) => term.lemma);
}
