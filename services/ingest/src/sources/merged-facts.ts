import { basename, dirname, extname } from 'node:path';
import { isWordless } from '@imagesearch/text-analysis/words';
import type { SaidFacts } from './to-item.js';

/** What the operator says of every image of a collection, on the command line. */
export interface StatedFacts extends Pick<SaidFacts, 'license' | 'creator'> {
  /** Whether the licence also replaces the one that a file itself states. */
  overridesLicense?: boolean;
}

/** Counts files that state a licence of their own beside the operator's. */
export class OwnLicenses {
  #count = 0;

  add(embedded: SaidFacts, { license }: StatedFacts, row: SaidFacts): void {
    const isStated =
      license !== undefined && known(row).license === undefined && known(row).licenseUrl === undefined;
    if (isStated && statesLicense(embedded)) this.#count += 1;
  }

  /** A sentence for the operator; none without such files. */
  notices({ overridesLicense = false }: StatedFacts): string[] {
    if (this.#count === 0) return [];
    const files =
      this.#count === 1
        ? '1 file states a licence of its own'
        : `${this.#count} files state a licence of their own`;
    return overridesLicense
      ? [`${files}, which --license replaces here.`]
      : [`${files}, which stays. --license-override replaces it.`];
  }
}

function statesLicense(facts: SaidFacts): boolean {
  return facts.license !== undefined || facts.licenseUrl !== undefined;
}

/**
 * What is known of an image: a row of a table counts most, then the command line, then the file's own metadata, then
 * its name. A licence and its address come from one of them together, and there the file counts more than the command line,
 * unless that overrides it: otherwise a duty of the rights holder's would disappear. A licence that only the file's metadata
 * states is marked as such.
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
    declaredBy: licensing === embedded ? 'file' : undefined,
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
