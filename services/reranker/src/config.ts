import { availableParallelism } from 'node:os';
import { modelVariables, toProfileSettings } from '@imagesearch/models/profile-settings';
import { parseConfig, variablesIn } from '@imagesearch/service-kit/config';
import { serviceSchema, serviceSettingsOf } from '@imagesearch/service-kit/grpc/service-settings';
import { z } from 'zod';

export type RerankerConfig = ReturnType<typeof loadConfig>;

/** @throws ConfigError listing every invalid variable at once. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>) {
  const values = parseConfig(schema, env);
  return {
    ...serviceSettingsOf(values.RERANKER_LISTEN, values),
    settings: toProfileSettings(values),
    /** How texts are scored. */
    method: values.RERANKER,
    /** Of a search, for the cross-encoder: it scores as many candidates as it can read within it. */
    budgetMs: values.RERANKER_BUDGET_MS,
    session: { threads: values.RERANKER_THREADS, device: values.MODEL_DEVICE },
  };
}

const schema = serviceSchema('RERANKER_LISTEN', '127.0.0.1:7003', {
  RERANKER: z.enum(['lexical', 'cross-encoder']).default('lexical'),
  RERANKER_BUDGET_MS: z.coerce.number().int().min(1).max(10_000).default(60),
  ...modelVariables,
  RERANKER_THREADS: z.coerce.number().int().min(1).max(256).default(availableParallelism()),
});

/** Every variable that the service reads. */
export const variables = variablesIn(schema);
