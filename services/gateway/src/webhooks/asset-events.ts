import type { ListAssetEventsResponse } from '@imagesearch/contracts/messages';
import type { RightsClient } from '@imagesearch/contracts/clients';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import type { Statements } from '@imagesearch/service-kit/postgres/bulkhead';

const READ_TIMEOUT_MS = 5_000;
/** A page reads the log of every account with a webhook once: about 8 seconds for a million searches of 20 images. */
const WRITE_TIMEOUT_MS = 2 * 60_000;

/** An account is told of the images in its answers of this many days. */
const ANSWERED_DAYS = 90;

/**
 * Moves the cursor and writes the deliveries of a page of events in one statement, so that neither happens without the other.
 * Of several replicas with the same page, one has the cursor; for the others nothing happens.
 *
 * $1: where the page begins. $2: where it ends. $3: its events. $4: the days. $5: now.
 */
const TAKE_PAGE = `
  WITH moved AS (
    UPDATE gateway.webhook_cursor SET event_id = $2
     WHERE only_one = (SELECT only_one FROM gateway.webhook_cursor WHERE event_id = $1 FOR UPDATE SKIP LOCKED)
    RETURNING event_id
  ), happened AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($3::jsonb) AS e (occurrence bigint, event text, subject text, at timestamptz, data jsonb)
  ), answered AS MATERIALIZED (
    SELECT asking.account_id, q.asset_id, q.at
      FROM (SELECT DISTINCT account_id FROM gateway.webhooks
             WHERE events && (SELECT array_agg(event) FROM happened)) asking
     CROSS JOIN LATERAL (
       SELECT asset_id, max(created_at) AS at FROM gateway.queries CROSS JOIN LATERAL unnest(asset_ids) AS asset_id
        WHERE account_id = asking.account_id
          AND created_at >= (SELECT min(at) FROM happened) - make_interval(days => $4)
          AND asset_id IN (SELECT subject FROM happened)
        GROUP BY asset_id) q
  ), written AS (
    INSERT INTO gateway.webhook_deliveries (webhook_id, event, subject, occurrence, data, occurred_at, due_at)
    SELECT h.id, e.event, e.subject, e.occurrence::text, e.data, e.at, $5
      FROM happened e
      JOIN answered a ON a.asset_id = e.subject AND a.at >= e.at - make_interval(days => $4)
      JOIN gateway.webhooks h ON h.account_id = a.account_id AND e.event = ANY(h.events)
     WHERE EXISTS (SELECT FROM moved)
     ORDER BY e.occurrence
    ON CONFLICT DO NOTHING
  )
  SELECT FROM moved`;

type AssetEvent = ListAssetEventsResponse['events'][number];

interface AssetEventsDeps {
  database: Statements;
  rights: Pick<RightsClient, 'listAssetEvents'>;
  now: () => Date;
}

/**
 * Writes the deliveries of what happened to images since the last call, for the accounts that were answered with them.
 * @throws AppError while the rights service or the database does not answer; the next call goes on from there.
 */
export async function takeAssetEvents(
  { database, rights, now }: AssetEventsDeps,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await database.query<{ after: string }>(
      'SELECT event_id AS after FROM gateway.webhook_cursor',
    );
    const after = Number(rows[0]?.after ?? 0);
    const { events } = await rights.listAssetEvents({ after }, detachedCall(READ_TIMEOUT_MS, signal));
    const last = events.at(-1)?.eventId;
    if (last === undefined) return;
    const told = JSON.stringify(events.flatMap(deliverable));
    const values = [after, last, told, ANSWERED_DAYS, now()];
    const { rowCount } = await database.query(TAKE_PAGE, values, { timeoutMs: WRITE_TIMEOUT_MS });
    if (rowCount === 0) return;
  }
}

/** Restorations are not sent. A deletion is sent as a withdrawal. */
function deliverable({ eventId, assetId, atMs, state, license, previousLicense }: AssetEvent) {
  const told = { occurrence: eventId, subject: assetId, at: new Date(atMs) };
  if (license !== undefined) {
    const data = { asset_id: assetId, license, previous_license: previousLicense ?? null };
    return [{ ...told, event: 'asset.relicensed', data }];
  }
  if (state === 'ASSET_STATE_ACTIVE') return [];
  return [{ ...told, event: 'asset.withdrawn', data: { asset_id: assetId } }];
}
