/** Above this share of padding, computing it costs more than a separate run. */
const PADDING_SHARE_MAX = 0.2;

/** Returns the positions of each group's rows, the shortest row first. A group is padded to its longest row. */
export function groupByLength(lengths: readonly number[]): number[][] {
  const positions = lengths
    .map((_, position) => position)
    .sort((a, b) => lengthAt(lengths, a) - lengthAt(lengths, b));
  const groups: number[][] = [];
  let group: number[] = [];
  let used = 0;
  for (const position of positions) {
    const length = lengthAt(lengths, position);
    const padded = length * (group.length + 1);
    if (group.length > 0 && padded - used - length > PADDING_SHARE_MAX * padded) {
      groups.push(group);
      group = [];
      used = 0;
    }
    group.push(position);
    used += length;
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

function lengthAt(lengths: readonly number[], position: number): number {
  return lengths[position] ?? 0;
}
