import { describe, expect, it } from '@jest/globals';
import { AppError } from '@imagesearch/service-kit/errors';
import { validateBody } from '../src/http/validation.js';
import { searchBodySchema } from '../src/search/request.js';

function issuesOf(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error.issues;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a fault of a search body', () => {
  it.each([
    ['q', 'query'],
    ['qurey', 'query'],
    ['limit', 'k'],
    ['imageUrl', 'image_url'],
    ['colour', 'palette_near'],
    ['commercial', 'commercial'],
    ['offset', undefined],
    ['order', 'sort'],
    ['z', undefined],
    ['constructor', undefined],
    ['', undefined],
    ['質問', undefined],
  ])('suggests for %j what it is near to, or nothing', (name, suggested) => {
    const [issue] = issuesOf(() => validateBody(searchBodySchema, { query: 'x', [name]: 1 }));
    expect(issue?.ctx).toEqual(suggested === undefined ? {} : { did_you_mean: suggested });
  });

  it.each([
    ['colour', 'palette_near'],
    ['luminance', 'luminance_min'],
    ['faceMin', 'faces_min'],
    ['k', 'k'],
    ['size', 'k'],
  ])('suggests for the filter %j what it is near to', (name, suggested) => {
    const [issue] = issuesOf(() => validateBody(searchBodySchema, { query: 'x', filters: { [name]: 1 } }));
    expect(issue?.ctx).toEqual({ did_you_mean: suggested });
  });

  it('says where a known field belongs', () => {
    const messages = issuesOf(() =>
      validateBody(searchBodySchema, { query: 'x', commercial: true, filters: { k: 5 } }),
    ).map(({ msg }) => msg);
    expect(messages.toSorted()).toEqual([
      'This field is not known. `commercial` belongs in `filters`.',
      'This field is not known. `k` belongs beside `filters`.',
    ]);
  });

  it.each<[unknown, string]>([
    [{ query: 'x', min_score: 'high' }, 'This must be a number from 0 to 1, or "auto".'],
    [{ query: 'x', min_score: 2 }, 'This may be at most 1.'],
    [{ query: '' }, 'This must not be empty.'],
    [{ query: 7 }, 'This must be text, not a number.'],
    [{ query: 'x'.repeat(1_001) }, 'This may have at most 1,000 characters.'],
    [{ query: 'x', k: 0 }, 'This must be at least 1.'],
    [{ query: 'x', k: 1.5 }, 'This must be a whole number, not a fraction.'],
    [{ query: 'x', parse_design: 'yes' }, 'This must be true or false, not text.'],
    [{ query: 'x', filters: [] }, 'This must be an object, not a list.'],
    [{ query: 'x', filters: { aspect_min: 0 } }, 'This must be more than 0.'],
    [{ query: 'x', filters: { license_any: [] } }, 'This list must not be empty.'],
    [{ query: 'x', filters: { source_any: Array(51).fill('a') } }, 'This list may have at most 50 items.'],
    [{ query: 'x', filters: { neg_space_any: ['up'] } }, 'This must be "left", "right", "top" or "bottom".'],
    [{ query: 'x', filters: { palette_near: 'red' } }, 'Expected a colour such as #f80 or #ff8800.'],
  ])('of %j is refused in plain words', (body, msg) => {
    expect(issuesOf(() => validateBody(searchBodySchema, body)).map((issue) => issue.msg)).toEqual([msg]);
  });
});
