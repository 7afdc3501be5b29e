const LINE_FEED = 10;

/** The lines of a file that begin with some text; the lines are sorted by their bytes. */
export function linesStarting(file: Buffer, start: string): string[] {
  const wanted = Buffer.from(start, 'latin1');
  const compare = (at: number): number =>
    file.compare(wanted, 0, wanted.length, at, Math.min(file.length, at + wanted.length));
  // The first line that is not below the wanted ones.
  let low = 0;
  let high = file.length;
  while (low < high) {
    const middle = lineStartAt(file, (low + high) >> 1);
    if (compare(middle) < 0) low = nextLine(file, middle);
    else high = middle;
  }
  const lines: string[] = [];
  for (let at = low; at < file.length && compare(at) === 0; at = nextLine(file, at))
    lines.push(lineAt(file, at));
  return lines;
}

export function lineAt(file: Buffer, start: number): string {
  const end = file.indexOf(LINE_FEED, start);
  return file.toString('latin1', start, end === -1 ? file.length : end).trimEnd();
}

function lineStartAt(file: Buffer, position: number): number {
  // A position on a line feed belongs to the line that it ends.
  return position === 0 ? 0 : file.lastIndexOf(LINE_FEED, position - 1) + 1;
}

function nextLine(file: Buffer, start: number): number {
  const end = file.indexOf(LINE_FEED, start);
  return end === -1 ? file.length : end + 1;
}
