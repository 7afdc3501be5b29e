import { textOf as decoded } from '@imagesearch/service-kit/image/iptc-record';
import { readTiffDirectory, type TiffDirectory } from '@imagesearch/service-kit/image/tiff-directory';

/** Tags of EXIF 3.0, and those of Windows, whose texts are UTF-16. */
const DESCRIPTION = 0x010e;
const CHANGED_AT = 0x0132;
const ARTIST = 0x013b;
const EXIF_DIRECTORY = 0x8769;
const TAKEN_AT = 0x9003;
const TAKEN_ZONE = 0x9011;
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
  created: string | undefined;
}

/** What EXIF says of an image. Only these tags are read. A copyright notice is no licence, so it is not among them. */
export function readExifFacts(block: Buffer): ExifFacts {
  const main = readTiffDirectory(block);
  const exif = main?.directory(EXIF_DIRECTORY);
  const description = described(textOf(main, DESCRIPTION));
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
    created: momentOf(textOf(exif, TAKEN_AT), textOf(exif, TAKEN_ZONE)) ?? momentOf(textOf(main, CHANGED_AT)),
  };
}

/** Cameras write their own name or nothing into the description. */
const CAMERA_WORDS =
  /^(?:(?:[a-z]+ ){0,2}digital (?:still )?camera|(?:sony|epson) dsc(?: picture)?|samsung camera pictures|exif_jpeg_picture|dcim\W.*|screenshot|default)$/i;

function described(text: string | undefined): string | undefined {
  return text === undefined || CAMERA_WORDS.test(text) ? undefined : text;
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

const filled = (text: string): string | undefined => text.trim() || undefined;

const MOMENT = /^(\d{4}):(\d{2}):(\d{2}) (\d{2}:\d{2}:\d{2})$/;
const ZONE = /^[+-]\d{2}:\d{2}$/;

/** `2024:05:01 12:30:00` → `2024-05-01T12:30:00`, with the zone where the camera knows it. */
function momentOf(text: string | undefined, zone = ''): string | undefined {
  const [, year, month, day, time] = MOMENT.exec(text ?? '') ?? [];
  const isKnown = year !== undefined && year !== '0000' && month !== '00' && day !== '00';
  return isKnown ? `${year}-${month}-${day}T${time}${ZONE.test(zone) ? zone : ''}` : undefined;
}
