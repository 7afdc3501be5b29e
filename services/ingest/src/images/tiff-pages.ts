import {
  isLittleEndian,
  readTiffDirectory,
  type TiffDirectory,
} from '@imagesearch/service-kit/image/tiff-directory';

/** What a page is (TIFF 6.0): a set of flags, and the older number. */
const [NEW_SUBFILE_TYPE, SUBFILE_TYPE] = [254, 255];
/** A smaller version of another page, and a mask for one. */
const [REDUCED, MASK] = [1, 4];
const OLD_REDUCED = 2;
/** Longer documents are scans, whose first page is a picture. */
const PAGES_MAX = 100;

/** The directories of the pages of a TIFF, in their order. */
export function tiffPages(file: Buffer): TiffDirectory[] {
  const pages: TiffDirectory[] = [];
  const starts = new Set<number>();
  let page = readTiffDirectory(file);
  while (page !== undefined && !starts.has(page.start) && pages.length < PAGES_MAX) {
    pages.push(page);
    starts.add(page.start);
    const { end } = page;
    if (end + 4 > file.length) break;
    const next = isLittleEndian(file) ? file.readUInt32LE(end) : file.readUInt32BE(end);
    page = next === 0 ? undefined : readTiffDirectory(file, next);
  }
  return pages;
}

/** The number of the first page that is a picture of its own. @throws Error where there are thumbnails alone. */
export function firstPicture(file: Buffer): number {
  const pages = tiffPages(file);
  const found = pages.findIndex(isPicture);
  if (found === -1 && pages.length > 0)
    throw new Error("it is a camera's raw file, of which only a thumbnail can be read: convert it first");
  return Math.max(0, found);
}

function isPicture(page: TiffDirectory): boolean {
  const [flags = 0] = page.numbers(NEW_SUBFILE_TYPE);
  const [old = 0] = page.numbers(SUBFILE_TYPE);
  return (flags & (REDUCED | MASK)) === 0 && old !== OLD_REDUCED;
}
