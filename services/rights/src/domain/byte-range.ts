/** A part of a file as it is asked for: without an offset the last `length` bytes, without a length all that follows. */
export interface ByteRange {
  offset: number | null;
  length: number | null;
}

/** A part that a file has. */
export interface FilePart {
  offset: number;
  length: number;
}

/** The bytes of a file that a range stands for, cut at the file's end; undefined when it has none of them. */
export function partOf({ offset, length }: ByteRange, fileBytes: number): FilePart | undefined {
  const start = offset ?? Math.max(0, fileBytes - (length ?? fileBytes));
  const available = Math.max(0, fileBytes - start);
  const part = { offset: start, length: Math.min(available, length ?? available) };
  return part.length === 0 ? undefined : part;
}
