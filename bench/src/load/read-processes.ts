/** Resident memory and open descriptors of all processes together, from their pages of metrics. */
export async function readProcesses(
  metricsUrls: readonly string[],
): Promise<{ bytes: number; descriptors: number }> {
  const pages = await Promise.all(metricsUrls.map(async (url) => (await fetch(url)).text()));
  const sum = (name: string): number =>
    pages.reduce(
      (total, page) => total + Number(new RegExp(`^${name}\\S* (\\S+)$`, 'm').exec(page)?.[1] ?? 0),
      0,
    );
  return { bytes: sum('process_resident_memory_bytes'), descriptors: sum('process_open_fds') };
}
