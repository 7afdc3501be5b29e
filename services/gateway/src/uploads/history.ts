import type { AssetEvent } from '@imagesearch/contracts/messages';
import type { RightsClient } from '@imagesearch/contracts/clients';
import { z } from 'zod';
import { assetNotFound, parseAssetId, type LookupParts } from '../assets/operations.js';
import { ASSET_ID, ASSET_ID_FAULTS } from '../assets/parameters.js';
import type { AuthenticatedKey } from '../keys/authentication.js';
import { ERRORS_BEHIND, jsonAnswer } from '../operations/answers.js';
import { operation } from '../operations/operation.js';
import { answerSchema } from '../operations/schemas.js';
import { isOwn } from './uploads.js';

const TIMEOUT_MS = 5_000;

const STATES = {
  ASSET_STATE_ACTIVE: 'active',
  ASSET_STATE_WITHDRAWN: 'withdrawn',
  ASSET_STATE_DELETED: 'deleted',
} as const;

const changeSchema = z.strictObject({
  at: z.iso.datetime(),
  key_prefix: z
    .string()
    .nullable()
    .describe('How the key begins that asked for it; null for what the operator did.'),
  what: z
    .string()
    .nullable()
    .describe('In words, such as "edited title, license"; null for what the operator did.'),
  state: z.enum(['active', 'withdrawn', 'deleted']).nullable().describe('Of the image after it.'),
  license: z.string().nullable().describe('The new licence; null where the rights stayed as they were.'),
  previous_license: z.string().nullable(),
});

const historySchema = answerSchema(
  'History',
  z
    .strictObject({
      changes: z.array(changeSchema).describe('Oldest first. Empty for one that nobody changed.'),
    })
    .describe('What was changed of an image since it was added.'),
);

export const getAssetHistory = operation({
  get: '/v1/asset/{asset_id}/history',
  client: { method: 'history' },
  summary: 'What was changed of an image, when and with which key',
  description:
    'Only of an image that the account has added; also of one that is deleted. What a field was before is not kept, except the licence. Costs nothing.',
  scope: 'ingest',
  parameters: [ASSET_ID],
  read: (_sent, { asset_id }) => ({ asset_id: parseAssetId(asset_id) }),
  answers: {
    200: jsonAnswer('The changes.', historySchema, {
      edited: {
        changes: [
          {
            at: '2026-11-21T10:00:00.000Z',
            key_prefix: 'isk_live_Ab12c',
            what: 'edited title, license',
            state: 'active',
            license: 'cc0',
            previous_license: 'unknown',
          },
        ],
      },
    }),
  },
  errors: ['asset_not_found', ...ERRORS_BEHIND],
  faults: ASSET_ID_FAULTS,
  run: async ({ rights, assets }: HistoryParts, { asset_id: assetId }, { by, call }) => {
    if (!isOwn(by, assetId)) throw assetNotFound(assetId);
    const asked = call(TIMEOUT_MS);
    const { events } = await rights.listAssetEvents({ assetId }, asked);
    const [known] = events.length > 0 ? events : await assets.catalogue.assets([assetId], asked);
    if (!known) throw assetNotFound(assetId);
    return { changes: events.map((event) => changeOf(event, by)) };
  },
});

export interface HistoryParts {
  rights: Pick<RightsClient, 'listAssetEvents'>;
  assets: Pick<LookupParts, 'catalogue'>;
}

/** The names and reasons of operators are theirs. */
function changeOf(
  { atMs, actor, reason, state, license, previousLicense }: AssetEvent,
  { account }: AuthenticatedKey,
): z.output<typeof changeSchema> {
  const own = actor.startsWith(`${account.name} (`) ? actor.slice(account.name.length + 2, -1) : null;
  return {
    at: new Date(atMs).toISOString(),
    key_prefix: own,
    what: own === null ? null : reason,
    state: state in STATES ? STATES[state as keyof typeof STATES] : null,
    license: license ?? null,
    previous_license: previousLicense ?? null,
  };
}
