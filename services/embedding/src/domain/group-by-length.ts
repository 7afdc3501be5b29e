/** Places beyond what the rows of a group have, as a share of it: computing them costs what saving a run gains. */
const PADDING_SHARE_MAX = 0.2;

/**
 * Cuts rows of different lengths into groups that are padded to their longest: the places of each group's rows, shortest
 * first.
 */
export function groupByLength(lengths: readonly number[]): number[][] {
  const places = lengths.map((_, place) => place).sort((a, b) => lengthAt(lengths, a) - lengthAt(lengths, b));
  const groups: number[][] = [];
  let group: number[] = [];
  let used = 0;
  for (const place of places) {
    const length = lengthAt(lengths, place);
    const padded = length * (group.length + 1);
    if (group.length > 0 && padded - used - length > PADDING_SHARE_MAX * padded) {
      groups.push(group);
      group = [];
      used = 0;
    }
    group.push(place);
    used += length;
  }
  if (group.length > 0) groups.push(group);
  return groups;
}

function lengthAt(lengths: readonly number[], place: number): number {
  return lengths[place] ?? 0;
}
