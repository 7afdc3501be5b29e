import { LRUCache } from 'lru-cache';
import type {
  CreateDownloadRequestInput,
  CreateDownloadResponse,
  Download,
} from '@imagesearch/contracts/messages';
import { detachedCall, type CallContext } from '@imagesearch/service-kit/call-context';

/** Where the bytes of a file are: an address, or a token for `/v1/download`. */
type FileLocation = { url: string } | { token: string };

type Variant = NonNullable<CreateDownloadRequestInput['variant']>;

/** The answer that a file belongs to, with its assets: a page shows the thumbnails of all of them. */
interface AnswerOfFile {
  queryId: string;
  assetIds: Iterable<string>;
}

export interface WantedFile {
  assetId: string;
  variant: Variant;
  /** Undefined for a file that is opened by itself. */
  answer: AnswerOfFile | undefined;
}

interface RightsDownloads {
  createDownload(request: CreateDownloadRequestInput, call: CallContext): Promise<CreateDownloadResponse>;
}

/** A page shows one of them of each image of its answer. */
const THUMBNAILS: ReadonlySet<Variant> = new Set(['VARIANT_THUMBNAIL', 'VARIANT_LARGE_THUMBNAIL']);

const ANSWERS_MAX = 1_000;
/** A location works for at least ten minutes, and the redirect to it may be kept for five. */
const LOCATION_TTL_MS = 30_000;
/** Others may wait for the look-up of an answer, so it goes on when the caller who began it leaves. */
const ANSWER_TIMEOUT_MS = 5_000;

/** Where files are. The thumbnails of one answer are looked up together, once. */
export class FileLocations {
  readonly #rights: RightsDownloads;
  readonly #thumbnails: LRUCache<string, ReadonlyMap<string, FileLocation>, WantedFile>;

  constructor(rights: RightsDownloads) {
    this.#rights = rights;
    this.#thumbnails = new LRUCache({
      max: ANSWERS_MAX,
      ttl: LOCATION_TTL_MS,
      fetchMethod: (_key, _stale, { context }) => this.#ofAnswer(context),
    });
  }

  /** @throws AppError `asset_not_found`, `file_not_found`; those of an unavailable service. */
  async find(wanted: WantedFile, call: CallContext): Promise<FileLocation> {
    const { assetId, variant, answer } = wanted;
    if (answer !== undefined && THUMBNAILS.has(variant)) {
      const key = `${variant} ${answer.queryId}`;
      const found = await this.#thumbnails.fetch(key, { context: wanted }).catch(() => undefined);
      const known = found?.get(assetId);
      if (known) return known;
    }
    const { downloads } = await this.#rights.createDownload({ assetIds: [assetId], variant }, call);
    return locationOf(downloads[0]);
  }

  async #ofAnswer({ assetId, variant, answer }: WantedFile): Promise<ReadonlyMap<string, FileLocation>> {
    const assetIds = [...new Set([assetId, ...(answer?.assetIds ?? [])])];
    const { downloads } = await this.#rights.createDownload(
      { assetIds, variant },
      detachedCall(ANSWER_TIMEOUT_MS),
    );
    return new Map(downloads.map((download) => [download.assetId, locationOf(download)]));
  }
}

const locationOf = (download: Download | undefined): FileLocation =>
  download?.url === undefined ? { token: download?.token ?? '' } : { url: download.url };
