import { describe, expect, it } from '@jest/globals';
import { ItemFault } from '../src/pipeline/item-fault.js';
import { toItem } from '../src/sources/to-item.js';
import { jobIdOf, readJob, toJob } from '../src/executors/queue/job.js';

const itemWith = (image: Parameters<typeof toItem>[1]['image']) => ({
  item: toItem('s', { id: '1', title: 'x', image, bytesVersion: '1' }),
  contentVersion: 'v1',
});

describe('a job', () => {
  it('carries where the picture is, and none of its bytes', () => {
    const job = toJob(itemWith({ path: '/pictures/a.png' }), 'model');
    expect(readJob(JSON.parse(JSON.stringify(job)))).toEqual(job);
    expect(job.item.image).toEqual({ path: '/pictures/a.png' });
  });

  it('is not made of a picture that exists in one process only', () => {
    const drawn = itemWith({ draw: () => Promise.resolve(Buffer.alloc(1)) });
    expect(() => toJob(drawn, 'model')).toThrow(ItemFault);
  });

  it('is the same job for the same version and another one for the next', () => {
    const item = itemWith({ path: 'a' });
    expect(jobIdOf(item)).toBe(jobIdOf(itemWith({ path: 'a' })));
    expect(jobIdOf({ ...item, contentVersion: 'v2' })).not.toBe(jobIdOf(item));
  });

  it('is refused when something else stands in the queue', () => {
    const job = toJob(itemWith({ path: 'a' }), 'model');
    expect(() => readJob({ ...job, item: { ...job.item, image: { path: 'a', url: 'b' } } })).toThrow();
  });
});
