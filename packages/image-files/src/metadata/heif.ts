/** An item of a HEIF file (ISO/IEC 23008-12). */
interface HeifItem {
  /** `Exif`, `mime`, `hvc1` … */
  kind: string;
  /** Of a `mime` item; else empty. */
  contentType: string;
  /** Undefined for one that is compressed, in another file, or not within the bound. */
  data: Buffer | undefined;
}

const ITEMS_MAX = 10_000;

/**
 * The items that describe the image: Exif, and those with a type such as XMP. The box that lists them may follow the pixels.
 * @param bytesMax Of one item.
 */
export function describingItems(file: Buffer, bytesMax: number): HeifItem[] {
  const meta = boxesIn(file).find(({ kind }) => kind === 'meta');
  if (meta === undefined) return [];
  const inside = boxesIn(meta.data.subarray(FULL_BOX_BYTES));
  const dataOf = (name: string): Buffer | undefined => inside.find(({ kind }) => kind === name)?.data;
  const [info, locations] = [dataOf('iinf'), dataOf('iloc')];
  if (info === undefined) return [];
  const places = locations === undefined ? new Map<number, ItemPlace>() : placesIn(locations);
  const stores = [file, dataOf('idat')];
  return infosIn(info)
    .filter(({ kind }) => kind === 'Exif' || kind === 'mime')
    .map(({ id, isEncoded, ...item }) => {
      const place = places.get(id);
      return {
        ...item,
        data: isEncoded || place === undefined ? undefined : dataAt(place, stores, bytesMax),
      };
    });
}

function dataAt(
  { method, pieces }: ItemPlace,
  stores: readonly (Buffer | undefined)[],
  bytesMax: number,
): Buffer | undefined {
  const store = stores[method];
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  if (store === undefined || bytes > bytesMax) return undefined;
  return Buffer.concat(pieces.map(({ offset, length }) => store.subarray(offset, offset + length)));
}

/** The numbers by which a file declares its colours (ISO/IEC 23091-2), where it has no profile. */
export function declaredColours(file: Buffer): { primaries: number; transfer: number } | undefined {
  const inside = (block: Buffer | undefined, name: string): Buffer | undefined =>
    block && boxesIn(block).find(({ kind }) => kind === name)?.data;
  const properties = inside(inside(inside(file, 'meta')?.subarray(FULL_BOX_BYTES), 'iprp'), 'ipco');
  const colours = boxesIn(properties ?? Buffer.alloc(0)).find(
    ({ kind, data }) => kind === 'colr' && data.length >= 10 && data.toString('latin1', 0, 4) === 'nclx',
  )?.data;
  return colours && { primaries: colours.readUInt16BE(4), transfer: colours.readUInt16BE(6) };
}

interface ItemInfo {
  id: number;
  kind: string;
  contentType: string;
  isEncoded: boolean;
}

function infosIn(iinf: Buffer): ItemInfo[] {
  const countBytes = iinf[0] === 0 ? 2 : 4;
  return boxesIn(iinf.subarray(FULL_BOX_BYTES + countBytes)).flatMap(({ kind, data }) => {
    const reader = new Reader(data);
    const version = reader.number(1);
    reader.skip(3);
    if (kind !== 'infe' || version < 2) return [];
    const id = reader.number(version === 2 ? 2 : 4);
    reader.skip(2);
    const item = reader.text(4);
    // The item's name ends with a zero byte; a `mime` item then has its type, and perhaps how it is compressed.
    reader.text();
    const [contentType, encoding] = item === 'mime' ? [reader.text(), reader.text()] : ['', ''];
    return [{ id, kind: item, contentType, isEncoded: encoding !== '' }];
  });
}

/** Where an item lies. */
interface ItemPlace {
  /** 0: by places in the file; 1: in the `meta` box; others: by another item. */
  method: number;
  pieces: { offset: number; length: number }[];
}

/** Of all items: editors write one for each, and a hostile file claims billions. */
const PIECES_MAX = 10_000;

function placesIn(iloc: Buffer): Map<number, ItemPlace> {
  const places = new Map<number, ItemPlace>();
  const reader = new Reader(iloc);
  const version = reader.number(1);
  reader.skip(3);
  const sizes = reader.number(2);
  const [offsetBytes, lengthBytes, baseBytes] = [(sizes >> 12) & 15, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  const count = Math.min(ITEMS_MAX, reader.number(version < 2 ? 2 : 4));
  let piecesLeft = PIECES_MAX;
  for (let item = 0; item < count && !reader.isAtEnd; item += 1) {
    const id = reader.number(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : reader.number(2) & 15;
    reader.skip(2);
    const base = reader.number(baseBytes);
    const extents = reader.number(2);
    piecesLeft -= extents;
    // What lies further behind is unread.
    if (piecesLeft < 0) break;
    const pieces = Array.from({ length: extents }, () => {
      reader.skip(indexBytes);
      return { offset: base + reader.number(offsetBytes), length: reader.number(lengthBytes) };
    });
    places.set(id, { method, pieces });
  }
  return places;
}

/** Reads numbers one after another; beyond the end they are 0. */
class Reader {
  readonly #block: Buffer;
  #at = 0;

  constructor(block: Buffer) {
    this.#block = block;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#block.length;
  }

  skip(bytes: number): void {
    this.#at += bytes;
  }

  number(bytes: number): number {
    let value = 0;
    for (let read = 0; read < bytes; read += 1) value = value * 256 + (this.#block[this.#at + read] ?? 0);
    this.#at += bytes;
    return value;
  }

  /** Of this many bytes, or up to the next zero byte. */
  text(bytes?: number): string {
    const zero = this.#block.indexOf(0, this.#at);
    const end = bytes === undefined ? (zero === -1 ? this.#block.length : zero) : this.#at + bytes;
    const text = this.#block.toString('latin1', this.#at, end);
    this.#at = bytes === undefined ? end + 1 : end;
    return text;
  }
}

/** A box of an ISO base media file (ISO/IEC 14496-12). */
interface Box {
  kind: string;
  data: Buffer;
}

const BOXES_MAX = 1_000;
const HEAD_BYTES = 8;
/** With a length of 64 bits behind it. */
const LONG_HEAD_BYTES = 16;
/** Version and flags of a "full" box. */
const FULL_BOX_BYTES = 4;

/** The boxes of a block, in one pass over their heads; a box that is cut off ends the list. */
export function boxesIn(block: Buffer): Box[] {
  const boxes: Box[] = [];
  let at = 0;
  while (at + HEAD_BYTES <= block.length && boxes.length < BOXES_MAX) {
    const declared = block.readUInt32BE(at);
    const isLong = declared === 1 && at + LONG_HEAD_BYTES <= block.length;
    const headBytes = isLong ? LONG_HEAD_BYTES : HEAD_BYTES;
    // 0 means up to the end.
    const length =
      declared === 0 ? block.length - at : isLong ? Number(block.readBigUInt64BE(at + HEAD_BYTES)) : declared;
    if (length < headBytes || at + length > block.length) break;
    boxes.push({
      kind: block.toString('latin1', at + 4, at + 8),
      data: block.subarray(at + headBytes, at + length),
    });
    at += length;
  }
  return boxes;
}
