import { variables as ofEmbedding } from '@imagesearch/embedding/config';
import { variables as ofGateway } from '@imagesearch/gateway/config';
import { variables as ofIngest } from '@imagesearch/ingest/config';
import { variables as ofReranker } from '@imagesearch/reranker/config';
import { variables as ofRetrieval } from '@imagesearch/retrieval/config';
import { variables as ofRights } from '@imagesearch/rights/config';

/** What each service reads, with its defaults, as its own configuration says. */
export const DEFAULTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  gateway: ofGateway,
  embedding: ofEmbedding,
  retrieval: ofRetrieval,
  reranker: ofReranker,
  rights: ofRights,
  ingest: ofIngest,
};

/** The names alone. */
export const VARIABLES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(DEFAULTS).map(([service, variables]) => [service, Object.keys(variables)]),
);
