import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SCOPES } from '@imagesearch/gateway/keys/api-key';
import type { GatewayService } from '@imagesearch/gateway/service';
import { writeFileAtomic } from '@imagesearch/service-kit/files/atomic-file';
import { z } from 'zod';

const PLANS = ['free', 'starter', 'pro', 'scale'] as const;

/** Credits of the demo accounts reset on the first of the month. */
const BILLING_DAY = 1;

const keysSchema = z.object({ free: z.string(), starter: z.string(), pro: z.string(), scale: z.string() });
const demoFileSchema = z.object({
  base_url: z.string(),
  /** Opens the console with the key of the starter plan. */
  console_url: z.string(),
  keys: keysSchema,
});

/** The fragment hands the key in: a browser sends it to no server. */
export function consoleUrl(baseUrl: string, key: string): string {
  return `${baseUrl}/#key=${encodeURIComponent(key)}`;
}

export type DemoKeys = z.output<typeof keysSchema>;
type DemoFile = z.output<typeof demoFileSchema>;
type Operator = Pick<GatewayService, 'accounts' | 'keys'>;

/** Ensures one account per plan, each with a key. A valid key of an earlier run is kept. */
export async function ensureDemoKeys(operator: Operator, dataDir: string): Promise<DemoKeys> {
  const earlier = await readDemoFile(dataDir);
  const keys = await Promise.all(
    PLANS.map(async (plan) => {
      const account = await operator
        .accounts()
        .ensure({ name: `demo-${plan}`, plan, billingDay: BILLING_DAY });
      const kept = earlier?.keys[plan];
      const owner = kept === undefined ? undefined : await operator.keys().findByKey(kept);
      if (owner?.account.id === account.id && kept !== undefined) return [plan, kept] as const;
      const { key } = await operator.keys().create(account.id, { environment: 'demo', scopes: SCOPES });
      return [plan, key] as const;
    }),
  );
  return keysSchema.parse(Object.fromEntries(keys));
}

/** Writes `demo.json` atomically, readable by its user only, because it holds keys. */
export async function writeDemoFile(dataDir: string, file: DemoFile): Promise<void> {
  await writeFileAtomic(demoFilePath(dataDir), `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
}

async function readDemoFile(dataDir: string): Promise<DemoFile | undefined> {
  try {
    return demoFileSchema.parse(JSON.parse(await readFile(demoFilePath(dataDir), 'utf8')));
  } catch {
    // Absent or unreadable: new keys are issued.
    return undefined;
  }
}

function demoFilePath(dataDir: string): string {
  return join(dataDir, 'demo.json');
}
