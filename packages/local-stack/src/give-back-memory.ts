import { promisify } from 'node:util';

export type GiveBackMemory = () => Promise<void>;

/** glibc, on every Linux that has it. */
const LIBRARY = 'libc.so.6';

/**
 * Opens the C library's function that gives the memory which nothing uses back to the system. Images, models and stores free
 * small blocks between others that stay, and glibc keeps them until it is asked: `malloc_trim(3)`.
 * @returns a function that does nothing where the C library is another one.
 */
export async function openGiveBackMemory(): Promise<GiveBackMemory> {
  if (process.platform !== 'linux') return nothing;
  try {
    const { default: koffi } = await import('koffi');
    const trim = koffi.load(LIBRARY).func('int malloc_trim(size_t)');
    // In a thread of Node's pool, because it walks through every heap.
    const trimBeside = promisify<number, number>(trim.async.bind(trim));
    return async () => {
      await trimBeside(0);
    };
  } catch {
    return nothing;
  }
}

const nothing: GiveBackMemory = () => Promise.resolve();
