import { describe, expect, it } from '@jest/globals';
import type { ShownImage } from '../src/api/types.js';
import { creditsOf, strictest, usableSet } from '../src/tray/set-rights.js';

type Facts = Partial<ShownImage['rights']>;

const FREE = { commercial: true, derivatives: true, attribution_required: false, share_alike: false };
const NONE = { commercial: [], derivatives: [], attribution_required: [], share_alike: [] };

function image(title: string, facts: Facts = {}): ShownImage {
  const rights = { license: 'cc0', license_verbatim: 'CC0', attribution: null, provenance_url: '' };
  return {
    asset_id: `drawn:${title}`,
    title,
    source: 'drawn',
    rights: { ...rights, ...FREE, ...facts },
  } as ShownImage;
}

it.each([
  [['yes'], 'yes', ['0: yes.']],
  [['yes', 'unknown'], 'unknown', ['1: unknown.']],
  [['unknown', 'no', 'yes'], 'no', ['1: no.']],
] as const)('the use of a set of %j is %j', (answers, answer, says) => {
  const set = usableSet(
    answers.map((each, at) => ({
      title: String(at),
      usable: { answer: each, because: [{ code: 'x', says: `${each}.`, source: 'license' }] },
    })),
  );
  expect({ answer: set.answer, says: set.because.map((reason) => reason.says) }).toEqual({ answer, says });
});

const NC = image('nc', { commercial: false });
const OPEN = image('open', { commercial: null, share_alike: null });

it.each([
  [[image('free')], FREE, NONE],
  [
    [image('free'), NC, image('', { attribution_required: true })],
    { ...FREE, commercial: false, attribution_required: true },
    { ...NONE, commercial: ['nc'], attribution_required: ['Untitled'] },
  ],
  // An unknown is no permission, nor the absence of a duty.
  [
    [image('free'), OPEN],
    { ...FREE, commercial: null, share_alike: null },
    { ...NONE, commercial: ['open'], share_alike: ['open'] },
  ],
  [
    [OPEN, NC],
    { ...FREE, commercial: false, share_alike: null },
    { ...NONE, commercial: ['nc'], share_alike: ['open'] },
  ],
])('the rights of a set are those of the strictest licence (%#)', (set, facts, because) => {
  expect(strictest(set)).toEqual({ facts, because });
});

describe('the credits of a set', () => {
  it('leave out images that need none, and name those of which nobody says', () => {
    const open = image('<open>', { attribution_required: null, provenance_url: 'https://example.org/1' });
    const set = [image('free'), image('by', { attribution: '"by" by Ada' }), open];
    expect(creditsOf(set, 'text')).toBe(
      '"by" by Ada\n<open>: it is unknown whether a credit is needed. Source: https://example.org/1\n',
    );
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
    const starts = [
      'Sea;=1',
      'Sea,+1',
      'Sea\t-1',
      'Sea|@SUM(1)',
      'Sea\n=1',
      '＝1',
      '＋1',
      '－1',
      '＠SUM(1)',
      '−1',
    ];
    const csv = creditsOf(
      starts.map((title) => image(title)),
      'csv',
    );
    // A program that separates otherwise does not see the quotes as quotes.
    const cells = csv.split(/[\r\n]/).flatMap((line) => line.split(separator));
    expect(cells.filter((cell) => /^"?[=+\-@＝＋－＠−]/u.test(cell))).toEqual([]);
  });
});
