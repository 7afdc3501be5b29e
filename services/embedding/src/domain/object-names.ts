/** @param confidences Of each class of `lite`'s detector, 0 to 1. */
export function objectNamesOf(confidences: ArrayLike<number>): string[] {
  return NAMES.filter(({ at, confidenceMin }) => (confidences[at] ?? 0) >= confidenceMin).map(
    ({ name }) => name,
  );
}

/**
 * The classes of which nine in ten detections are right from this confidence on, by their place among the detector's
 * classes. docs/relevance.md has the measurements, and why the others are left out.
 */
const NAMES = [
  { at: 1, name: 'bicycle', confidenceMin: 0.55 },
  { at: 4, name: 'person', confidenceMin: 0.55 },
  { at: 5, name: 'chair', confidenceMin: 0.5 },
  { at: 8, name: 'cat', confidenceMin: 0.75 },
  { at: 20, name: 'dog', confidenceMin: 0.6 },
  { at: 23, name: 'car', confidenceMin: 0.65 },
] as const;
