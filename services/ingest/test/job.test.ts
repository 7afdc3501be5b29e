import { describe, expect, it } from '@jest/globals';
import { AssetFault } from '../src/asset-failure.js';
import { jobIdOf, readJob, toJob } from '../src/queue/queue.js';
import { toItem } from '../src/sources/to-item.js';

const assetWith = (image: Parameters<typeof toItem>[1]['image']) => ({
  asset: toItem('s', { id: '1', title: 'x', image, bytesVersion: '1' }),
  contentVersion: 'v1',
});

describe('a job', () => {
  it('holds the address of the image, and none of its bytes', () => {
    const job = toJob(assetWith({ path: '/pictures/a.png' }), 'model');
    expect(readJob(JSON.parse(JSON.stringify(job)))).toEqual(job);
    expect(job.asset.image).toEqual({ path: '/pictures/a.png' });
  });

  it('refuses an image that exists only in this process', () => {
    const drawn = assetWith({ draw: () => Promise.resolve(Buffer.alloc(1)) });
    expect(() => toJob(drawn, 'model')).toThrow(AssetFault);
  });

  it('is the same job for the same version and another one for the next', () => {
    const asset = assetWith({ path: 'a' });
    expect(jobIdOf(asset)).toBe(jobIdOf(assetWith({ path: 'a' })));
    expect(jobIdOf({ ...asset, contentVersion: 'v2' })).not.toBe(jobIdOf(asset));
  });

  it('is refused when the data in the queue is not a job', () => {
    const job = toJob(assetWith({ path: 'a' }), 'model');
    expect(() => readJob({ ...job, asset: { ...job.asset, image: { path: 'a', url: 'b' } } })).toThrow();
  });
});
