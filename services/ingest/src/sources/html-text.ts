import { compile } from 'html-to-text';

const convert = compile({
  wordwrap: false,
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'table', format: 'block' },
  ],
});

/** The words of a small piece of HTML on one line. */
export function textOfHtml(html: string): string {
  return convert(html).replace(/\s+/g, ' ').trim();
}
