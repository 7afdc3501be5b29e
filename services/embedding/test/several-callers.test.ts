import { describe, expect, it } from '@jest/globals';
import { SeveralCallers } from '../src/app/several-callers.js';

describe('SeveralCallers', () => {
  it('are not expected from one that sends its next item well after each result', () => {
    const callers = new SeveralCallers();
    for (const now of [0, 20, 40]) {
      callers.itemCame({}, true, now);
      expect(callers.areExpected(now)).toBe(false);
      callers.resultsWent(now + 8);
    }
  });

  it('are expected for a while after two items were there at a time', () => {
    const callers = new SeveralCallers();
    callers.itemCame({}, true, 0);
    callers.itemCame({}, false, 1);
    expect([1, 60, 61].map((now) => callers.areExpected(now))).toEqual([true, true, false]);
  });

  it('are expected after an item that came just behind the results of others', () => {
    const callers = new SeveralCallers();
    callers.itemCame({}, true, 0);
    callers.resultsWent(8);
    callers.itemCame({}, true, 10);
    expect(callers.areExpected(10)).toBe(true);
  });

  it('are not expected after the items of one call', () => {
    const callers = new SeveralCallers();
    const call = {};
    callers.itemCame(call, true, 0);
    callers.itemCame(call, false, 0);
    expect(callers.areExpected(0)).toBe(false);
  });
});
