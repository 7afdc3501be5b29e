/** What a process held when it was asked. */
export interface ProcessState {
  residentBytes: number;
  heapBytes: number;
  descriptors: number;
}

/** From the page of metrics of each process. */
export async function readProcesses(
  metricsUrls: Readonly<Record<string, string>>,
): Promise<Record<string, ProcessState>> {
  const states = Object.entries(metricsUrls).map(async ([name, url]) => {
    const page = await (await fetch(url)).text();
    const read = (metric: string): number =>
      Number(new RegExp(`^${metric}\\S* (\\S+)$`, 'm').exec(page)?.[1] ?? 0);
    const state: ProcessState = {
      residentBytes: read('process_resident_memory_bytes'),
      heapBytes: read('nodejs_heap_size_used_bytes'),
      descriptors: read('process_open_fds'),
    };
    return [name, state] as const;
  });
  return Object.fromEntries(await Promise.all(states));
}
