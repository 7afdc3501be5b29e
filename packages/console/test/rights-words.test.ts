import { expect, it } from '@jest/globals';
import { creditOf } from '../src/image/rights-words.js';

it.each([
  ['Red barn by Ada. CC BY 4.0', true, 'Red barn by Ada. CC BY 4.0'],
  ['Red barn by Ada. CC0', false, 'Red barn by Ada. CC0'],
  [null, false, 'No credit needed'],
  [null, null, 'Credit: unknown'],
  [null, true, 'Credit needed'],
])('the credit of %j, needed: %j, reads %j', (attribution, required, says) => {
  expect(creditOf({ attribution, attribution_required: required })).toBe(says);
});
