import {
  PUBLIC_INTERNET as PUBLIC_NETWORK,
  type PublicNetwork,
} from '@imagesearch/service-kit/guarded-fetch/public-internet';

/** The outside world as the fetch sees it, and what it may cost. */
export interface ImageNetwork extends PublicNetwork {
  /** All of it: names, redirects, headers and body. */
  timeoutMs: number;
  /** Fetches at once. Servers that dawdle cost this many sockets and buffers of 5 MiB, and no more. */
  fetchesMax: number;
}

export const PUBLIC_INTERNET: ImageNetwork = {
  ...PUBLIC_NETWORK,
  timeoutMs: 5_000,
  fetchesMax: 64,
};
