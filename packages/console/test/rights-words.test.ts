import { expect, it } from '@jest/globals';
import { answersOf, creditOf } from '../src/image/rights-words.js';

it.each([
  ['Red barn by Ada. CC BY 4.0', true, 'Red barn by Ada. CC BY 4.0'],
  ['Red barn by Ada. CC0', false, 'Red barn by Ada. CC0'],
  [null, false, 'No credit needed'],
  [null, null, 'Credit: unknown'],
  [null, true, 'Credit needed'],
])('the credit of %j, needed: %j, reads %j', (attribution, required, says) => {
  expect(creditOf({ attribution, attribution_required: required })).toBe(says);
});

it('never says under which licence a change may be published where none may, or where that is unknown', () => {
  const said = (derivatives: boolean | null) =>
    answersOf({ commercial: true, derivatives, attribution_required: true, share_alike: false }).map(
      ({ meaning }) => meaning,
    );
  expect(said(true)).toContain('A changed version may have another licence.');
  for (const derivatives of [false, null])
    expect(said(derivatives).join(' ')).not.toContain('A changed version may');
});

it('takes no unknown for a permission, nor for the absence of a duty', () => {
  const unknown = { commercial: null, derivatives: null, attribution_required: null, share_alike: null };
  expect(answersOf(unknown).map(({ verdict }) => verdict)).toEqual(['open', 'open', 'open', 'open']);
});
