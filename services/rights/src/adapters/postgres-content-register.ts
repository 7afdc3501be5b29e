import type { Database } from '@imagesearch/service-kit/postgres/database';
import type { ContentRegister } from '../domain/content-register.js';

/**
 * Long after the removal of a few files has ended or timed out: the sweeper died, and whoever comes next takes over.
 */
const CONDEMNED_FOR = `interval '10 minutes'`;

const CLAIM = `
  insert into rights.contents (sha256) values ($1)
  on conflict (sha256) do update set claimed_at = now(), condemned_at = null
    where contents.condemned_at is null or contents.condemned_at < now() - ${CONDEMNED_FOR}`;

/** The row's lock orders this against a claim: one that came first has moved `claimed_at`, which is read again. */
const CONDEMN = `
  update rights.contents set condemned_at = now()
  where sha256 in (
    select sha256 from rights.contents candidates
    where claimed_at < now() - $1::float8 * interval '1 millisecond'
      and (condemned_at is null or condemned_at < now() - ${CONDEMNED_FOR})
      and not exists (select from rights.assets where content_sha256 = candidates.sha256)
    order by claimed_at
    limit $2
    for update skip locked
  )
  and claimed_at < now() - $1::float8 * interval '1 millisecond'
  returning sha256`;

const FORGET = 'delete from rights.contents where sha256 = $1 and condemned_at is not null';

export function createPostgresContentRegister(database: Pick<Database, 'query'>): ContentRegister {
  return {
    claim: async (sha256) => (await database.query(CLAIM, [sha256])).rowCount === 1,
    condemn: async (graceMs, limit) => {
      const { rows } = await database.query<{ sha256: string }>(CONDEMN, [graceMs, limit]);
      return rows.map(({ sha256 }) => sha256);
    },
    forget: async (sha256) => {
      await database.query(FORGET, [sha256]);
    },
  };
}
