import type { Quantization } from '../../domain/recall-policy.js';

export interface QdrantOptions {
  url: string;
  apiKey: string | undefined;
  /** The alias that is read and written, and the prefix of the collections behind it. */
  collection: string;
  /** Undefined: the cluster decides, one shard per node. */
  shardNumber: number | undefined;
  replicationFactor: number;
  /** How many replicas confirm a write before it counts. */
  writeConsistencyFactor: number;
  /** How vectors are compressed in memory. Undefined: the recall policy decides by the size of the index. */
  quantization: Quantization | undefined;
  /** Keeps full vectors on disk; with quantization only the compressed ones stay in memory. */
  onDiskVectors: boolean;
  /** Of one attempt. */
  readTimeoutMs: number;
  writeTimeoutMs: number;
  /** Further attempts of a read after a transient failure. Writes are not repeated. */
  readRetries: number;
}
