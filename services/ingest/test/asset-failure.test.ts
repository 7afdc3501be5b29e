import { AppError, invalid, type ErrorCode } from '@imagesearch/service-kit/errors';
import { expect, test } from '@jest/globals';
import { AssetFault, assetFailureOf, ApiError } from '../src/asset-failure.js';

const RUNNING = new AbortController().signal;
const app = (code: ErrorCode) => new AppError(code, 'No.');
const system = (code: string) => Object.assign(new Error(`${code}: it failed`), { code });

test.each<[string, unknown, string]>([
  ['a fault of the asset', new AssetFault('the file is no image'), 'the file is no image'],
  [
    'a refused request, by its faults',
    invalid({ loc: ['metadata', 'title'], msg: 'The title is too long.', type: 'string_too_long' }),
    'The title is too long.',
  ],
  ['a file that is too large', app('body_too_large'), 'No.'],
  ['a stored file that is missing', app('file_not_found'), 'No.'],
  ['a service that fails on it', app('internal'), 'No.'],
  ['an unknown failure', new TypeError('Input buffer is empty'), 'Input buffer is empty'],
  ['a thrown value', 'broken', 'broken'],
])('%s concerns one asset, which is reported and skipped', (_what, error, reason) => {
  expect(assetFailureOf(error, RUNNING)).toBe(reason);
});

test.each<[string, unknown]>([
  ['an unavailable store', app('dependency_unavailable')],
  ['a service that does not answer in time', app('deadline_exceeded')],
  ['a wrong credential', app('auth_invalid')],
  ['a service without the RPC', app('route_not_found')],
  ['another model', app('model_mismatch')],
  ['a full disk', system('ENOSPC')],
  ["the source's API", new ApiError('api.example answered 500')],
])('%s concerns the run, which stops or retries', (_what, error) => {
  expect(assetFailureOf(error, RUNNING)).toBeUndefined();
});

test('nothing that fails in a stopped run is blamed on an asset', () => {
  const stopped = AbortSignal.abort();
  for (const error of [new AssetFault('cut'), app('internal'), new Error('aborted')])
    expect(assetFailureOf(error, stopped)).toBeUndefined();
});
