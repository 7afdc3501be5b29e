import { z } from 'zod';

const schema = z.object({
  IMAGE_SEARCH_URL: z.url({ protocol: /^https?$/ }).describe('address of the image search'),
  IMAGE_SEARCH_API_KEY: z.string().min(1),
  IMAGE_SEARCH_MAX_CREDITS: z.coerce.number().int().min(0).optional(),
});

export interface McpConfig {
  baseUrl: string;
  apiKey: string;
  /** What one session may spend; null without a bound. */
  maxCredits: number | null;
}

/** @throws Error that names every variable that is missing or wrong. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): McpConfig {
  const { data, error } = schema.safeParse(env);
  if (error) {
    const faults = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new Error(`The environment is not complete.\n${faults.join('\n')}`);
  }
  return {
    baseUrl: data.IMAGE_SEARCH_URL,
    apiKey: data.IMAGE_SEARCH_API_KEY,
    maxCredits: data.IMAGE_SEARCH_MAX_CREDITS ?? null,
  };
}
