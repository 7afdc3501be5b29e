/** A requested range: the last `length` bytes without an offset; everything after the offset without a length. */
export interface ByteRange {
  offset: number | null;
  length: number | null;
}

export interface FilePart {
  offset: number;
  length: number;
}

/** The part of a file that a range selects, cut at the file's end; undefined when the selection is empty. */
export function partOf({ offset, length }: ByteRange, fileBytes: number): FilePart | undefined {
  const start = offset ?? Math.max(0, fileBytes - (length ?? fileBytes));
  const available = Math.max(0, fileBytes - start);
  const part = { offset: start, length: Math.min(available, length ?? available) };
  return part.length === 0 ? undefined : part;
}
