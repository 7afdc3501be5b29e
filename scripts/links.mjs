import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { slugify } from '../docs/.vitepress/config.js';

/** Whether the links of all Markdown files lead somewhere: files, and headings by their anchors. */
const ROOT = join(import.meta.dirname, '..');
const LINK = /\[(?:[^[\]]|\[[^\]]*\])*\]\(<?([^)\s>]+)>?\)/g;

export function linkFaults() {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: ROOT,
  })
    .toString()
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(ROOT, path)));
  return files.flatMap((file) =>
    [...prose(file).matchAll(LINK)]
      .map(([, link]) => ({ link, reason: faultOf(link, file) }))
      .filter(({ reason }) => reason !== undefined)
      .map(({ link, reason }) => `${file}: ${link}: ${reason}`),
  );
}

function faultOf(link, file) {
  if (/^(?:[a-z]+:|\/\/)/.test(link)) return undefined;
  const [path, anchor] = link.split('#');
  const target = path === '' ? file : normalize(join(dirname(file), decodeURI(path)));
  if (target.startsWith('..') || !existsSync(join(ROOT, target))) return 'there is no such file';
  if (anchor === undefined || !target.endsWith('.md')) return undefined;
  return anchorsOf(target).has(decodeURI(anchor)) ? undefined : 'there is no such heading';
}

const known = new Map();

/** Of every heading; a second one of the same words has `-1` behind it. */
function anchorsOf(file) {
  if (known.has(file)) return known.get(file);
  const anchors = new Set();
  for (const [, heading] of prose(file, true).matchAll(/^#{1,6} (.*)$/gm)) {
    const slug = slugify(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  known.set(file, anchors);
  return anchors;
}

/** Without blocks of code, and without code within lines unless it is kept. */
function prose(file, keepsCode = false) {
  const text = readFileSync(join(ROOT, file), 'utf8').replace(/^( *)(`{3,}|~{3,})[\s\S]*?^\1\2/gm, '');
  return keepsCode ? text : text.replace(/`[^`\n]*`/g, '`');
}
