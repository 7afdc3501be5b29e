import type { StoreServers } from '@imagesearch/testkit/stores/server-stores';

/** The servers DATABASE_URL, REDIS_URL and, if it is set, QDRANT_URL, for `--five-processes`. @throws Error */
export function serversOfEnvironment(): StoreServers {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, QDRANT_URL: qdrantUrl } = process.env;
  if (databaseUrl === undefined || redisUrl === undefined)
    throw new Error('--five-processes needs DATABASE_URL and REDIS_URL.');
  return { databaseUrl, redisUrl, qdrantUrl };
}
