import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The site of `npm run docs`. What lies outside docs/ is linked at SOURCE_URL, such as the page of the repository's main branch. */
const DOCS = join(import.meta.dirname, '..');
const SECTIONS = {
  tutorials: 'Tutorials',
  'how-to': 'How-to guides',
  reference: 'Reference',
  explanation: 'Explanation',
  benchmarks: 'Measurements',
  adr: 'Decisions',
};

/** Anchors as the hosts of repositories make them, so that one link fits both. */
export function slugify(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

const titleOf = (path) => /^# (.*)$/m.exec(readFileSync(join(DOCS, path), 'utf8'))[1].replaceAll('`', '');
const pagesOf = (folder) =>
  readdirSync(join(DOCS, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ text: titleOf(`${folder}/${name}`), link: `/${folder}/${name.slice(0, -3)}` }));

/** A path of the repository that is no page of this site, of a link in `page`; else undefined. */
function outside(href, page) {
  if (/^[a-z]+:|^#/.test(href)) return undefined;
  const [path] = href.split('#');
  const target = posix.join('docs', posix.dirname(page), path);
  return target.startsWith('docs/') && target.endsWith('.md') ? undefined : target;
}

function linkSource(markdown) {
  const render =
    markdown.renderer.rules.link_open ??
    ((tokens, at, options, _env, self) => self.renderToken(tokens, at, options));
  markdown.renderer.rules.link_open = (tokens, at, options, env, self) => {
    const token = tokens[at];
    const target = outside(token.attrGet('href') ?? '', env.relativePath);
    if (target === undefined) return render(tokens, at, options, env, self);
    if (process.env.SOURCE_URL) token.attrSet('href', `${process.env.SOURCE_URL}/${target}`);
    return self.renderToken(tokens, at, options);
  };
}

export default {
  title: 'Image search',
  description: 'Search images, and know what you may do with each',
  cleanUrls: true,
  markdown: { anchor: { slugify }, config: linkSource },
  themeConfig: {
    search: { provider: 'local' },
    sidebar: Object.entries(SECTIONS).map(([folder, text]) => ({
      text,
      collapsed: true,
      items: pagesOf(folder),
    })),
  },
};
