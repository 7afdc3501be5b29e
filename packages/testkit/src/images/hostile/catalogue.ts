import sharp, { type Sharp } from 'sharp';

const NOISE_EDGE_PX = 240;

export interface HostileImage {
  name: string;
  bytes: Buffer;
}

/** An image with something in every part of it, so that damage anywhere shows. */
export function noise(width = NOISE_EDGE_PX, height = NOISE_EDGE_PX, channels: 1 | 2 | 3 | 4 = 3): Sharp {
  const data = Buffer.alloc(width * height * channels);
  let seed = 1;
  for (let index = 0; index < data.length; index += 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    data[index] = (seed >>> 26) + (index % width);
  }
  return sharp(data, { raw: { width, height, channels } });
}

/** The sound files that are cut, patched and flipped. */
export async function soundFiles() {
  const [jpeg, progressive, png, interlaced, lossy, lossless] = await Promise.all([
    noise().jpeg().toBuffer(),
    noise().jpeg({ progressive: true }).toBuffer(),
    noise().png().toBuffer(),
    noise().png({ progressive: true }).toBuffer(),
    noise().webp().toBuffer(),
    noise().webp({ lossless: true }).toBuffer(),
  ]);
  return { jpeg, progressive, png, interlaced, lossy, lossless };
}

export type SoundFiles = Awaited<ReturnType<typeof soundFiles>>;

/** Every sound file, cut near its start, in the middle and near its end. */
export function truncations(sound: SoundFiles): HostileImage[] {
  return Object.entries(sound).flatMap(([format, whole]) =>
    [1, 5, 9].map((tenths) => ({
      name: `${format} cut at ${tenths} tenths`,
      bytes: whole.subarray(0, Math.floor((whole.length * tenths) / 10)),
    })),
  );
}

/** Every sound file with some of its bytes changed; the same ones in each run. */
export function flips(sound: SoundFiles, variants: number): HostileImage[] {
  let seed = 7;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  return Object.entries(sound).flatMap(([format, whole]) =>
    Array.from({ length: variants }, (_unused, variant) => {
      const bytes = Buffer.from(whole);
      for (let count = 0; count <= variant; count += 1) bytes[next(bytes.length)] = next(256);
      return { name: `${format} with ${variant + 1} bytes changed`, bytes };
    }),
  );
}

/** Files of other kinds, and files that are of two kinds at once. */
export function otherKinds({ jpeg, png, lossy }: SoundFiles): HostileImage[] {
  const file = (name: string, bytes: Buffer | string): HostileImage => ({
    name,
    bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes,
  });
  const page = Buffer.from('<script>alert(1)</script>'.repeat(40));
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(200)]);
  return [
    file('one byte', '\xff'),
    file('an SVG that reads a file', '<svg xmlns:xlink="x"><image xlink:href="file:///etc/passwd"/></svg>'),
    file(
      'an SVG of ten billion laughs',
      '<!DOCTYPE a [<!ENTITY a "&b;&b;"><!ENTITY b "&a;">]><svg>&a;</svg>',
    ),
    file('a GIF', `GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;`),
    file('a BMP', `BM${'\0'.repeat(100)}`),
    file('a TIFF', `II*\0\x08${'\0'.repeat(100)}`),
    file('a PDF', '%PDF-1.7\n%%EOF'),
    file('a PostScript program', '%!PS-Adobe-3.0 EPSF-3.0\nshowpage'),
    file('an AVIF', '\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf'),
    file('a HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
    file('a JPEG XL', '\xff\x0a\xfa\x7f\x01\x90'),
    file('a JPEG 2000', '\0\0\0\x0cjP  \r\n\x87\n'),
    file('an ICO', `\0\0\x01\0\x01\0${'\0'.repeat(60)}`),
    file('a PSD', `8BPS\0\x01${'\0'.repeat(60)}`),
    file('a script of ImageMagick', 'push graphic-context\nfill "url(https://127.0.0.1/x)"'),
    file('an archive', zip),
    file('a sound in RIFF', `RIFF\x24\0\0\0WAVEfmt ${'\0'.repeat(40)}`),
    file('zeros', Buffer.alloc(10_000)),
    file('a PNG signature before a JPEG', Buffer.concat([png.subarray(0, 8), jpeg])),
    file('a JPEG signature before a PNG', Buffer.concat([jpeg.subarray(0, 3), png])),
    file('a WebP container around a JPEG', Buffer.concat([lossy.subarray(0, 12), jpeg])),
    file('a blank before a JPEG', Buffer.concat([Buffer.from('\n'), jpeg])),
    file('a JPEG that is a page too', Buffer.concat([jpeg, page])),
    file('a PNG that is an archive too', Buffer.concat([png, zip])),
    file('a WebP that is a page too', Buffer.concat([lossy, page])),
    file('a JPEG after a JPEG', Buffer.concat([jpeg, jpeg])),
  ];
}
