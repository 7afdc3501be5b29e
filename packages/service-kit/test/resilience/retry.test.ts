import { describe, expect, test } from '@jest/globals';
import { AppError, type ErrorCode } from '../../src/errors.js';
import { backoffMs, retryWithBackoff, type RetryOptions } from '../../src/resilience/retry.js';
import { isTransient, isTransientStatus } from '../../src/resilience/transient-errors.js';

const PAUSES = { firstPauseMs: 1, pauseMsMax: 5 };
const unavailable = () => new AppError('dependency_unavailable', 'No.');

/** Work that fails with each of the errors in turn and then succeeds. */
function failing(...errors: Error[]) {
  let attempts = 0;
  return {
    work: () => {
      const error = errors[attempts];
      attempts += 1;
      return error === undefined ? Promise.resolve('done') : Promise.reject(error);
    },
    attempts: () => attempts,
  };
}

const retry = (work: () => Promise<string>, options: Partial<RetryOptions> = {}) =>
  retryWithBackoff(work, { ...PAUSES, retries: 3, ...options });

describe('a retry', () => {
  test('follows every transient failure, until one attempt succeeds', async () => {
    const { work, attempts } = failing(unavailable(), new AppError('overloaded', 'No.'));
    await expect(retry(work)).resolves.toBe('done');
    expect(attempts()).toBe(3);
  });

  test('does not follow a failure that would come again', async () => {
    const { work, attempts } = failing(new AppError('invalid_request', 'No.'));
    await expect(retry(work)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(attempts()).toBe(1);
  });

  test('throws the last failure unchanged, of any class, after all attempts', async () => {
    const last = new TypeError('fetch failed');
    const { work, attempts } = failing(new Error('1'), new Error('2'), new Error('3'), last);
    await expect(retry(work, { isRetryable: () => true })).rejects.toBe(last);
    expect(attempts()).toBe(4);
  });

  test('waits as long as the other side asks, up to the longest pause', async () => {
    const startedAt = Date.now();
    await retry(failing(unavailable()).work, { pauseMsMax: 60, retryAfterMs: () => 60_000 });
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(55);
  });

  test('does not begin when the deadline would pass in the pause', async () => {
    const { work, attempts } = failing(unavailable());
    const options = { firstPauseMs: 1_000, pauseMsMax: 1_000, deadlineAt: Date.now() + 500 };
    await expect(retry(work, options)).rejects.toMatchObject({ code: 'dependency_unavailable' });
    expect(attempts()).toBe(1);
  });

  test.each([{}, { retryAfterMs: () => 60_000 }])(
    'ends in its pause when the signal fires',
    async (asked) => {
      const stop = new AbortController();
      const { work, attempts } = failing(unavailable());
      const options = { firstPauseMs: 60_000, pauseMsMax: 60_000, signal: stop.signal, ...asked };
      const retrying = retry(work, options);
      setTimeout(() => stop.abort(new Error('stopped')), 20);
      await expect(retrying).rejects.toThrow();
      expect(attempts()).toBe(1);
    },
  );
});

test('a pause doubles up to its bound, with chance in its second half', () => {
  for (const [attempt, wholeMs] of [
    [1, 100],
    [2, 200],
    [3, 400],
    [9, 1_000],
    [2_000, 1_000],
  ] as const) {
    const pauseMs = backoffMs(attempt, { firstPauseMs: 100, pauseMsMax: 1_000 });
    expect(pauseMs).toBeGreaterThanOrEqual(wholeMs / 2);
    expect(pauseMs).toBeLessThanOrEqual(wholeMs);
  }
});

test.each<[isExpected: boolean, codes: ErrorCode[]]>([
  [true, ['overloaded', 'rate_limited', 'dependency_unavailable', 'deadline_exceeded']],
  [false, ['cancelled', 'invalid_request', 'auth_invalid', 'model_mismatch', 'internal']],
])('transient, %s: %j', (isExpected, codes) => {
  for (const code of codes)
    expect([code, isTransient(new AppError(code, 'No.'))]).toEqual([code, isExpected]);
});

test('an answer of a busy or broken server is transient, and one that refuses the request is not', () => {
  expect([408, 429, 500, 502, 503, 504, 599].filter(isTransientStatus)).toHaveLength(7);
  expect([200, 206, 304, 400, 401, 403, 404, 416].filter(isTransientStatus)).toEqual([]);
});
