import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { DOMParser, type Element } from '@xmldom/xmldom';

const run = promisify(execFile);

const PACKAGE = 'openclipart-svg';
const DOWNLOAD_TIMEOUT_MS = 300_000;
/** Folders of drawings of things; the others hold icons of programs, shapes, flags and signs. */
const FOLDERS =
  'animals buildings education electronics food office people plants recreation tools transportation'.split(
    ' ',
  );

export interface Drawing {
  assetId: string;
  title: string;
  tags: string[];
  description: string;
}

/** The captioned drawings of the Debian package `openclipart-svg`, which is downloaded into the folder once. */
export async function openClipArt(dataDir: string): Promise<Drawing[]> {
  const root = join(await unpacked(dataDir), 'usr/share/openclipart/svg');
  const files = await readdir(root, { recursive: true });
  const drawings = new Map<string, Drawing>();
  for (const file of files.filter((name) => name.endsWith('.svg')).sort()) {
    const id = basename(file, '.svg');
    if (!FOLDERS.includes(file.split('/')[0] ?? '') || drawings.has(id)) continue;
    const words = captionIn(await readFile(join(root, file), 'utf8'));
    if (words.title !== '') drawings.set(id, { assetId: `openclipart:${id}`, ...words });
  }
  return [...drawings.values()];
}

async function unpacked(dataDir: string): Promise<string> {
  const folder = join(dataDir, PACKAGE);
  if (await stat(folder).catch(() => undefined)) return folder;
  await mkdir(dataDir, { recursive: true });
  const part = await mkdtemp(join(dataDir, `${PACKAGE}-`));
  try {
    const options = { cwd: part, timeout: DOWNLOAD_TIMEOUT_MS };
    await run('apt-get', ['download', PACKAGE], options);
    const archive = (await readdir(part)).find((name) => name.endsWith('.deb')) ?? '';
    await run('dpkg-deb', ['-x', archive, 'files'], options);
    await rename(join(part, 'files'), folder);
  } finally {
    await rm(part, { recursive: true, force: true });
  }
  return folder;
}

/** Title, keywords and description of the metadata in an SVG file; some files are no well-formed XML. */
function captionIn(svg: string): Pick<Drawing, 'title' | 'tags' | 'description'> {
  const metadata = /<cc:Work[\s>][\s\S]*?<\/cc:Work>/i.exec(svg)?.[0] ?? '';
  const names = ['cc', 'dc', 'rdf', 'sodipodi', 'inkscape', 'svg', 'xlink', 'ns1', 'ns2', 'x'];
  const spaces = names.map((name) => `xmlns:${name}="urn:${name}"`).join(' ');
  const parser = new DOMParser({ onError: () => undefined });
  const work = parser.parseFromString(`<root ${spaces}>${metadata}</root>`, 'text/xml').documentElement;
  const texts = (name: string, within: Element | null | undefined): string[] =>
    Array.from(within?.getElementsByTagName(name) ?? [], ({ textContent }) => textContent?.trim() ?? '');
  const subject = work?.getElementsByTagName('dc:subject').item(0);
  return {
    title: texts('dc:title', work)[0] ?? '',
    tags: texts('rdf:li', subject).filter((tag) => tag !== ''),
    description: texts('dc:description', work)[0] ?? '',
  };
}
