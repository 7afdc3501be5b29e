import type { ScoreCurve } from '@imagesearch/gateway/search/scores';

/** One result of a search: its features, and whether it answers the search. */
export interface Sample {
  features: Readonly<Record<string, number>>;
  isRelevant: boolean;
}

const STEPS = 8_000;
const STEP = 1;
/** Keeps the weight of a feature that separates perfectly finite. */
const RIDGE = 1e-4;
const DIGITS = 4;

/**
 * Logistic regression by gradient descent on standardised features. A weight is never negative: more similarity is never
 * less relevance. The same samples give the same curve.
 */
export function fitCurve(samples: readonly Sample[], features: readonly string[]): ScoreCurve {
  const scales = features.map((feature) => scaleOf(samples.map((sample) => sample.features[feature] ?? 0)));
  const rows = samples.map(({ features: values, isRelevant }) => ({
    inputs: features.map((feature, at) => standard(values[feature] ?? 0, scales[at])),
    target: Number(isRelevant),
  }));
  let bias = 0;
  let weights = features.map(() => 0);
  for (let step = 0; step < STEPS; step += 1) {
    let biasSlope = 0;
    const slopes = weights.map((weight) => RIDGE * weight);
    for (const { inputs, target } of rows) {
      const error = sigmoid(bias + dot(weights, inputs)) - target;
      biasSlope += error / rows.length;
      for (const [at, input] of inputs.entries())
        slopes[at] = (slopes[at] ?? 0) + (error * input) / rows.length;
    }
    bias -= STEP * biasSlope;
    weights = weights.map((weight, at) => Math.max(0, weight - STEP * (slopes[at] ?? 0)));
  }
  return unscaled(bias, weights, features, scales);
}

interface Scale {
  mean: number;
  deviation: number;
}

function scaleOf(values: readonly number[]): Scale {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: Math.sqrt(variance) || 1 };
}

function standard(value: number, { mean, deviation }: Scale = { mean: 0, deviation: 1 }): number {
  return (value - mean) / deviation;
}

function unscaled(
  bias: number,
  weights: readonly number[],
  features: readonly string[],
  scales: readonly Scale[],
): ScoreCurve {
  let shift = bias;
  const own = features.map((feature, at) => {
    const { mean, deviation } = scales[at] ?? { mean: 0, deviation: 1 };
    const weight = (weights[at] ?? 0) / deviation;
    shift -= weight * mean;
    return [feature, rounded(weight)] as const;
  });
  return { bias: rounded(shift), weights: Object.fromEntries(own.filter(([, weight]) => weight > 0)) };
}

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));
const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
const rounded = (value: number): number => Number(value.toFixed(DIGITS));
