import { describe, expect, it } from '@jest/globals';
import { credit, type Rights } from '@imagesearch/sdk';
import fc from 'fast-check';

const LINK = /<a href="[^"<>]+" rel="noopener nofollow">[^<>]+<\/a>/g;
const SIGNS = 'ab "\'<>&[](){}*_`~|\\:/.@#!\nwhtps'.split('');
const words = fc.string({ unit: fc.constantFrom(...SIGNS) });

const rightsOf = (attribution: string, provenance_url: string): Rights => ({
  license: 'cc-by-4.0',
  license_verbatim: 'CC BY 4.0',
  commercial: true,
  attribution_required: true,
  derivatives: true,
  share_alike: false,
  attribution,
  provenance_url,
  basis: 'As declared by the source.',
  delivery: 'host',
});

describe('a credit line', () => {
  it('in HTML holds no markup but its two links, whatever a source says', () => {
    fc.assert(
      fc.property(words, words, (title, page) => {
        const line = `"${title}", licensed under CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/). Source: ${page}`;
        const html = credit({ rights: rightsOf(line, page) }, 'html');
        expect(html.replace(LINK, '')).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/);
        expect(html.match(LINK)?.length ?? 0).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('in Markdown has a backslash before every sign of markup in the words of a source', () => {
    fc.assert(
      fc.property(words, (title) => {
        const markdown = credit(
          { rights: rightsOf(`"${title}", licensed under CC BY 4.0.`, '') },
          'markdown',
        );
        expect(markdown.replace(/\\[\\`*_[\]<>&~|:@#!.]/g, '')).not.toMatch(/[\\`*_[\]<>&~|:@#!\n]|www\./i);
      }),
    );
  });
});
