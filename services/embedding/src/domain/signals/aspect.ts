/** Width divided by height, 3 decimals; never 0. */
export function aspectOf({ width, height }: { width: number; height: number }): number {
  return Math.max(0.001, Math.round((width / height) * 1000) / 1000);
}
