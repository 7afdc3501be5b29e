import { basename, dirname, extname } from 'node:path';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { isWordless } from '@imagesearch/text-analysis/words';
import type { Sidecar } from './files/sidecars.js';
import type { SaidFacts } from './to-item.js';

/** What the operator says of every image of a collection, on the command line. */
export interface StatedFacts extends Pick<SaidFacts, 'license' | 'creator'> {
  /** Whether the licence also replaces the one that a file itself states. */
  overridesLicense?: boolean;
}

interface ReadFile {
  name: string;
  embedded: SaidFacts;
  sidecars: readonly Sidecar[];
}

/** Files whose own word on their licence meets the operator's, stands in a sidecar, or cannot be read. */
export class OwnLicenses {
  #stating = 0;
  #besides = 0;
  readonly #unread: string[] = [];

  add({ name, embedded, sidecars }: ReadFile, { license }: StatedFacts, row: SaidFacts): void {
    this.#besides += Number(sidecars.length > 0);
    if (statesLicense(known(row))) return;
    if (embedded.declaredBy === 'unread')
      this.#unread.push(sidecars.find(({ said }) => said.isUnread)?.name ?? name);
    else if (license !== undefined && statesLicense(embedded)) this.#stating += 1;
  }

  /** Sentences for the operator; none without such files. */
  notices({ overridesLicense = false }: StatedFacts): string[] {
    return [...this.#ofSidecars(), ...this.#ofStating(overridesLicense), ...this.#ofUnread(overridesLicense)];
  }

  #ofSidecars(): string[] {
    if (this.#besides === 0) return [];
    const images = this.#besides === 1 ? '1 image has' : `${this.#besides} images have`;
    return [`${images} an XMP sidecar, which counts more than the metadata in the file.`];
  }

  #ofStating(isReplaced: boolean): string[] {
    if (this.#stating === 0) return [];
    const files =
      this.#stating === 1
        ? '1 file states a licence of its own'
        : `${this.#stating} files state a licence of their own`;
    return isReplaced
      ? [`${files}, which --license replaces here.`]
      : [`${files}, which stays. --license-override replaces it.`];
  }

  #ofUnread(isReplaced: boolean): string[] {
    if (this.#unread.length === 0) return [];
    const names = this.#unread.slice(0, NAMED_MAX).map((name) => printableText(name));
    const more = this.#unread.length > NAMED_MAX ? ', …' : '';
    const files =
      this.#unread.length === 1
        ? '1 file has metadata that cannot be read and may state a licence'
        : `${this.#unread.length} files have metadata that cannot be read and may state a licence`;
    const what = isReplaced ? 'which --license replaces here' : 'so it is unknown';
    const way = isReplaced ? '' : ' --license-override states one all the same.';
    return [`${files}, ${what}: ${names.join(', ')}${more}.${way}`];
  }
}

const NAMED_MAX = 10;

/** Or may state one, in a form that cannot be read. */
function statesLicense(facts: SaidFacts): boolean {
  return facts.license !== undefined || facts.licenseUrl !== undefined || facts.declaredBy === 'unread';
}

/**
 * What is known of an image: a row of a table counts most, then the command line, then the file's own metadata, then
 * its name. A licence and its address come from one of them together, and there the file counts more than the command line,
 * unless that overrides it: otherwise a duty of the rights holder's would disappear. A licence that only the file's metadata
 * states is marked as such, and so is metadata that cannot be read.
 */
export function mergedFacts(
  named: Partial<NamedImage>,
  embedded: SaidFacts,
  stated: StatedFacts,
  row: SaidFacts,
): SaidFacts {
  const { overridesLicense = false, ...said } = stated;
  const [byRow, byOperator]: SaidFacts[] = [known(row), known<SaidFacts>(said)];
  const others = overridesLicense ? [byOperator, embedded] : [embedded, byOperator];
  const licensing = [byRow, ...others].find((facts) => facts !== undefined && statesLicense(facts));
  const { license, licenseUrl } = licensing ?? {};
  return {
    ...(embedded.title === undefined ? named : {}),
    ...embedded,
    ...byOperator,
    ...byRow,
    license,
    licenseUrl,
    declaredBy: licensing === embedded ? embedded.declaredBy : undefined,
  };
}

/** Without the fields that say nothing, so that they hide nothing. */
function known<Given extends object>(facts: Given): Partial<Given> {
  const stated: Partial<Given> = {};
  for (const name in facts) {
    const value = facts[name];
    if (value !== undefined && value !== null && value !== '') stated[name] = value;
  }
  return stated;
}

/** What a file's name says of its image. */
interface NamedImage {
  title: string;
  /** Names that were split, as they are written: `gitHub` is a word of its own too. */
  tags: string[];
}

/**
 * `summer/red-barn_02.jpg` → `red barn 02`; `eiffelTower.webp` → `eiffel Tower`, with the tag `eiffelTower`;
 * `hammer1.webp` → `hammer 1`. Short mixtures such as `mp3`, `3d` or `1F34E` stay whole.
 */
export function namedImage(path: string): NamedImage {
  const words = basename(path, extname(path))
    .normalize('NFC')
    .replace(/[_\-.\s]+/g, ' ')
    .replace(RESOLUTION, '')
    .trim();
  const split = words.replace(LETTERS_AND_DIGITS, ' ').replace(CAMEL_CASE, ' ');
  const joined = words.split(' ').filter((word) => CAMEL_CASE_WORD.test(word));
  return { title: split, tags: joined };
}

/**
 * Names of the folders that a file lies in, the outermost first: `Summer_2024/beach/IMG_1.jpg` → `Summer 2024`, `beach`. Those
 * that cameras and programs give, such as `DCIM` or `New folder`, say nothing of an image.
 */
export function folderTags(path: string): string[] {
  const names = dirname(path)
    .normalize('NFC')
    .split('/')
    .map((name) => name.replace(/[_\-.\s]+/g, ' ').trim());
  return names.filter(
    (name) => !GENERIC_FOLDER.test(name) && !isWordless({ title: name, tags: [], description: '' }),
  );
}

const GENERIC_FOLDER =
  /^(?:new folder|misc|unsorted|downloads?|exports?|(?:my )?(?:images|photos|pictures|photographs|scans))$/i;

/** `1920x1080` behind a name says nothing of what the image shows. */
const RESOLUTION = /(?<=\S)\s\d{2,5}\s?[x×]\s?\d{2,5}(?:\s?px)?(?=\s|$)/giu;

/** Between a word of three letters or more and a number, either way around. */
const LETTERS_AND_DIGITS = /(?<=\p{L}{3})(?=\p{N})|(?<=\p{N})(?=\p{L}{3})/gu;
/** Before a capital that starts a word: after a word of two letters or more (not in `iPhone`), or at the end of capitals (`PDFFile`). */
const CAMEL_CASE = /(?<=\p{L}\p{Ll})(?=\p{Lu}\p{Ll})|(?<=\p{Lu}{2})(?=\p{Lu}\p{Ll}{2})/gu;
const CAMEL_CASE_WORD = new RegExp(CAMEL_CASE.source, 'u');
