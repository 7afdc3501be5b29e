/** Least squares: what the value grows by for one unit of the first number. */
export function slopeOf(points: readonly (readonly [at: number, value: number])[]): number {
  const mean = (pick: 0 | 1): number => points.reduce((sum, point) => sum + point[pick], 0) / points.length;
  const [meanAt, meanValue] = [mean(0), mean(1)];
  const spread = points.reduce((sum, [at]) => sum + (at - meanAt) ** 2, 0);
  const shared = points.reduce((sum, [at, value]) => sum + (at - meanAt) * (value - meanValue), 0);
  return spread === 0 ? 0 : shared / spread;
}
