import { describe, expect, it } from '@jest/globals';
import type { ShownImage } from '../src/api/types.js';
import { creditsOf, decidersOf, strictest, usableSet } from '../src/tray/set-rights.js';

type Facts = Partial<ShownImage['rights']>;

const FREE: Facts = { commercial: true, derivatives: true, attribution_required: false, share_alike: false };

function image(title: string, facts: Facts = {}): ShownImage {
  return {
    asset_id: `drawn:${title}`,
    title,
    source: 'drawn',
    rights: {
      license: 'cc0',
      license_verbatim: 'CC0',
      attribution: null,
      provenance_url: '',
      basis: '',
      delivery: 'host',
      ...FREE,
      ...facts,
    },
  } as ShownImage;
}

describe('the use of a set', () => {
  const usable = (answer: 'yes' | 'no' | 'unknown', says: string) => ({
    answer,
    because: [{ code: 'x', says, source: 'license' as const }],
  });
  const free = { title: 'free', usable: usable('yes', 'It may.') };
  const open = { title: '', usable: usable('unknown', 'Who knows.') };
  const nc = { title: 'nc', usable: usable('no', 'It may not.') };

  it.each([
    [[free], 'yes', ['free: It may.']],
    [[free, open], 'unknown', ['Untitled: Who knows.']],
    [[open, nc, free], 'no', ['nc: It may not.']],
  ] as const)('is that of its worst image (%#)', (images, answer, says) => {
    const set = usableSet(images);
    expect({ answer: set.answer, says: set.because.map((reason) => reason.says) }).toEqual({ answer, says });
  });
});

describe('the rights of a set', () => {
  it('are those of the strictest licence', () => {
    const set = [
      image('free'),
      image('nc', { commercial: false }),
      image('by', { attribution_required: true }),
    ];
    expect(strictest(set)).toEqual({
      commercial: false,
      derivatives: true,
      attribution_required: true,
      share_alike: false,
    });
    expect(decidersOf(set)).toEqual({
      commercial: ['nc'],
      derivatives: [],
      attribution_required: ['by'],
      share_alike: [],
    });
  });

  it('never take an unknown for a permission, nor for the absence of a duty', () => {
    const set = [image('free'), image('open', { commercial: null, share_alike: null })];
    expect(strictest(set)).toMatchObject({ commercial: null, share_alike: null });
    expect(decidersOf(set)).toMatchObject({ commercial: ['open'], share_alike: ['open'] });
  });

  it('are refused by a no, whatever is unknown beside it', () => {
    expect(
      strictest([image('open', { commercial: null }), image('nc', { commercial: false })]).commercial,
    ).toBe(false);
  });
});

describe('the credits of a set', () => {
  it('leave out images that need none', () => {
    expect(creditsOf([image('free'), image('by', { attribution: '"by" by Ada' })], 'text')).toBe(
      '"by" by Ada\n',
    );
  });

  it('name the images of which nobody says whether they need one', () => {
    const open = image('<open>', { attribution_required: null, provenance_url: 'https://example.org/1' });
    expect(creditsOf([image('free'), open], 'text')).toBe(
      '<open>: it is unknown whether a credit is needed. Source: https://example.org/1\n',
    );
    expect(creditsOf([open], 'html')).toContain('&lt;open&gt;: it is unknown');
  });

  it('escape what a source wrote', () => {
    const hostile = image('x', { attribution: '<img src=x onerror=alert(1)> by *Ada*' });
    expect(creditsOf([hostile], 'html')).toContain('&lt;img src=x');
    expect(creditsOf([hostile], 'markdown')).toContain('\\*Ada\\*');
  });

  it('stay text in a spreadsheet, with quotes and commas kept', () => {
    const rows = creditsOf([image('=HYPERLINK("x")'), image('a, "b"')], 'csv').split('\r\n');
    expect(rows[0]).toMatch(/^"asset_id","title","source","license",/);
    expect(rows[1]).toContain(`,"'=HYPERLINK(""x"")",`);
    expect(rows[2]).toContain(',"a, ""b""",');
  });

  it.each([',', ';', '\t', '|'])('hold no formula where cells are separated by %j', (separator) => {
    const titles = [
      'Sea;=1+2',
      'Sea,+1',
      'Sea\t-1',
      'Sea|@SUM(1)',
      'Sea\n=1',
      '＝1+2',
      '＋1',
      '－1',
      '＠SUM(1)',
      '−1',
    ];
    const csv = creditsOf(
      titles.map((title) => image(title)),
      'csv',
    );
    // A program that separates otherwise does not see the quotes as quotes.
    const cells = csv.split(/[\r\n]/).flatMap((line) => line.split(separator));
    expect(cells.filter((cell) => /^"?[=+\-@＝＋－＠−]/u.test(cell))).toEqual([]);
  });
});
