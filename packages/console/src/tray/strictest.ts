import type { Facts } from '../image/rights-words.js';

/** Names of the images that decide a question against the set. */
export type Deciders = Record<keyof Facts, string[]>;

interface Titled {
  title: string;
  rights: Facts;
}

/**
 * The strictest of the licences of a set: it allows what every image allows, and has each duty that one image has. An
 * unknown never becomes a permission.
 */
export function strictest(images: readonly Titled[]): Facts {
  return {
    commercial: allAllow(images, 'commercial'),
    derivatives: allAllow(images, 'derivatives'),
    attribution_required: anyAsks(images, 'attribution_required'),
    share_alike: anyAsks(images, 'share_alike'),
  };
}

/** The images because of which the set allows no more. */
export function decidersOf(images: readonly Titled[]): Deciders {
  const set = strictest(images);
  const named = (fact: keyof Facts, unlimited: boolean): string[] =>
    set[fact] === unlimited
      ? []
      : images.filter(({ rights }) => rights[fact] === set[fact]).map(({ title }) => title || 'Untitled');
  return {
    commercial: named('commercial', true),
    derivatives: named('derivatives', true),
    attribution_required: named('attribution_required', false),
    share_alike: named('share_alike', false),
  };
}

function allAllow(images: readonly Titled[], fact: 'commercial' | 'derivatives'): boolean | null {
  if (images.some(({ rights }) => rights[fact] === false)) return false;
  return images.some(({ rights }) => rights[fact] === null) ? null : true;
}

function anyAsks(images: readonly Titled[], fact: 'attribution_required' | 'share_alike'): boolean | null {
  if (images.some(({ rights }) => rights[fact] === true)) return true;
  return images.some(({ rights }) => rights[fact] === null) ? null : false;
}
