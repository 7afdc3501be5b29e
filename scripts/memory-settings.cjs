'use strict';

/**
 * For the C library of Linux: images, models and stores have dozens of threads and large blocks that live briefly. Few areas
 * for threads, and large blocks that go back to the system at once, keep a third less.
 */
exports.MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};
