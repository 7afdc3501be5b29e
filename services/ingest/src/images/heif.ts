/** An item of a HEIF file (ISO/IEC 23008-12) that lies in the file in one piece. */
interface HeifItem {
  /** `Exif`, `mime`, `hvc1` … */
  kind: string;
  /** Of a `mime` item; else empty. */
  contentType: string;
  offset: number;
  length: number;
}

const ITEMS_MAX = 10_000;

/** The items of a file, by its head. */
export function heifItems(head: Buffer): HeifItem[] {
  const meta = boxesIn(head).find(({ kind }) => kind === 'meta');
  if (meta === undefined) return [];
  const inside = boxesIn(meta.data.subarray(FULL_BOX_BYTES));
  const info = inside.find(({ kind }) => kind === 'iinf')?.data;
  const locations = inside.find(({ kind }) => kind === 'iloc')?.data;
  if (info === undefined || locations === undefined) return [];
  const places = placesIn(locations);
  return infosIn(info).flatMap(({ id, ...item }) => {
    const place = places.get(id);
    return place === undefined ? [] : [{ ...item, ...place }];
  });
}

interface ItemInfo {
  id: number;
  kind: string;
  contentType: string;
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
    // The item's name ends with a zero byte; a `mime` item then has its type.
    reader.text();
    return [{ id, kind: item, contentType: item === 'mime' ? reader.text() : '' }];
  });
}

/** Items in several pieces, and items inside the `meta` box, are left out. */
function placesIn(iloc: Buffer): Map<number, Pick<HeifItem, 'offset' | 'length'>> {
  const places = new Map<number, Pick<HeifItem, 'offset' | 'length'>>();
  const reader = new Reader(iloc);
  const version = reader.number(1);
  reader.skip(3);
  const sizes = reader.number(2);
  const [offsetBytes, lengthBytes, baseBytes] = [(sizes >> 12) & 15, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  const count = Math.min(ITEMS_MAX, reader.number(version < 2 ? 2 : 4));
  for (let item = 0; item < count && !reader.isAtEnd; item += 1) {
    const id = reader.number(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : reader.number(2) & 15;
    reader.skip(2);
    const base = reader.number(baseBytes);
    const extents = reader.number(2);
    if (extents === 1 && method === 0) {
      reader.skip(indexBytes);
      places.set(id, { offset: base + reader.number(offsetBytes), length: reader.number(lengthBytes) });
    } else reader.skip(extents * (indexBytes + offsetBytes + lengthBytes));
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
/** Version and flags of a "full" box. */
const FULL_BOX_BYTES = 4;

/** The boxes of a block, in one pass; a box that is cut off ends the list. */
export function boxesIn(block: Buffer): Box[] {
  const boxes: Box[] = [];
  let at = 0;
  while (at + HEAD_BYTES <= block.length && boxes.length < BOXES_MAX) {
    const declared = block.readUInt32BE(at);
    // 0 means up to the end. A box of 64 bits holds pixels and is not entered.
    const length = declared === 0 ? block.length - at : declared;
    if (length < HEAD_BYTES || at + length > block.length) break;
    boxes.push({
      kind: block.toString('latin1', at + 4, at + 8),
      data: block.subarray(at + HEAD_BYTES, at + length),
    });
    at += length;
  }
  return boxes;
}
