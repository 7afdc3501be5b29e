import { textOf as decoded } from './iptc.js';
import { readTiffDirectory, type TiffDirectory } from './tiff.js';

/** Tags of EXIF 3.0, and those of Windows, whose texts are UTF-16. */
const DESCRIPTION = 0x010e;
const MAKE = 0x010f;
const MODEL = 0x0110;
const ARTIST = 0x013b;
const EXIF_DIRECTORY = 0x8769;
const TAKEN_AT = 0x9003;
const DIGITIZED_AT = 0x9004;
const TAKEN_ZONE = 0x9011;
const DIGITIZED_ZONE = 0x9012;
const WINDOWS_TITLE = 0x9c9b;
const WINDOWS_COMMENT = 0x9c9c;
const WINDOWS_AUTHOR = 0x9c9d;
const WINDOWS_KEYWORDS = 0x9c9e;

const TEXT_BYTES_MAX = 20_000;

export interface ExifFacts {
  title: string | undefined;
  description: string | undefined;
  tags: string[] | undefined;
  creator: string | undefined;
  /** As it is written, with the zone where the camera knows it. */
  taken: string | undefined;
  digitized: string | undefined;
  /** Its make and model. */
  camera: string | undefined;
}

/** What EXIF says of an image. Only these tags are read. A copyright notice is no licence, so it is not among them. */
export function readExifFacts(block: Buffer): ExifFacts {
  const main = readTiffDirectory(block);
  const exif = main?.directory(EXIF_DIRECTORY);
  const description = textOf(main, DESCRIPTION);
  const windowsTitle = wideTextOf(main, WINDOWS_TITLE);
  const keywords = wideTextOf(main, WINDOWS_KEYWORDS)?.split(';');
  const tags = keywords?.map((word) => word.trim()).filter((word) => word !== '');
  return {
    title: windowsTitle,
    // Windows writes its title here too.
    description:
      wideTextOf(main, WINDOWS_COMMENT) ?? (description === windowsTitle ? undefined : description),
    tags: tags === undefined || tags.length === 0 ? undefined : tags,
    creator: textOf(main, ARTIST) ?? wideTextOf(main, WINDOWS_AUTHOR),
    taken: momentOf(exif, TAKEN_AT, TAKEN_ZONE),
    digitized: momentOf(exif, DIGITIZED_AT, DIGITIZED_ZONE),
    camera: cameraOf(main),
  };
}

function textOf(directory: TiffDirectory | undefined, tag: number): string | undefined {
  const bytes = directory?.bytes(tag, TEXT_BYTES_MAX);
  if (bytes === undefined) return undefined;
  const end = bytes.indexOf(0);
  const given = end === -1 ? bytes : bytes.subarray(0, end);
  // The standard says ASCII; programs write UTF-8 or the code page of the machine.
  return filled(decoded(given));
}

function wideTextOf(directory: TiffDirectory | undefined, tag: number): string | undefined {
  const bytes = directory?.bytes(tag, TEXT_BYTES_MAX);
  return bytes === undefined ? undefined : filled(bytes.toString('utf16le').replace(/\0[^]*$/, ''));
}

/** Most models begin with the name of their maker: `NIKON CORPORATION` makes the `NIKON D850`. */
function cameraOf(directory: TiffDirectory | undefined): string | undefined {
  const [make = '', model = ''] = [MAKE, MODEL].map((tag) => textOf(directory, tag)?.trim());
  const [maker = ''] = make.split(' ');
  const isNamed = model.toLowerCase().startsWith(maker.toLowerCase());
  return filled(isNamed && model !== '' ? model : `${make} ${model}`);
}

const filled = (text: string): string | undefined => text.trim() || undefined;

function momentOf(exif: TiffDirectory | undefined, tag: number, zoneTag: number): string | undefined {
  const moment = textOf(exif, tag);
  return moment && `${moment}${textOf(exif, zoneTag) ?? ''}`;
}
