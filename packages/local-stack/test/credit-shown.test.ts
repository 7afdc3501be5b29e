import { describe, expect, it } from '@jest/globals';
import { creditShown } from '../src/sample-searches.js';

describe('the credit line that a table shows', () => {
  it.each([
    ['the line itself where there is one', '"x" by Ada', true, '"x" by Ada'],
    ['that none is required where the licence says so', null, false, 'none required'],
    ['"unknown" where the licence is unknown', null, null, 'unknown'],
    ['"unknown" where a line is required and cannot be written', null, true, 'unknown'],
  ])('is %s', (_, attribution, required, shown) => {
    expect(creditShown({ attribution, attribution_required: required })).toBe(shown);
  });
});
