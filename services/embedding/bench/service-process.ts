import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from '#src/config';
import { createEmbeddingService } from '#src/service';

/** Messages to the parent process: first the address, then the memory after each question. */
export type Message = { address: string } | { residentMib: number };

const SETTLE_MS = 2_000;
const MIB = 1024 * 1024;

// Run with --expose-gc.
process.on('message', () => void tellMemory());
const service = createEmbeddingService(loadConfig({ ...process.env, EMBEDDING_LISTEN: '127.0.0.1:0' }));
await service.start();
await service.whenReady();
tell({ address: service.address });

async function tellMemory(): Promise<void> {
  globalThis.gc?.();
  // What V8 gives back, it gives back a while later.
  await delay(SETTLE_MS);
  globalThis.gc?.();
  tell({ residentMib: process.memoryUsage.rss() / MIB });
}

function tell(message: Message): void {
  process.send?.(message);
}
