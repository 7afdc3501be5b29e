/** The public entry of the package; what is not exported here may change in any version. */
export {
  ImageSearch,
  type AssetOptions,
  type FileOptions,
  type FileVariant,
  type SearchInput,
} from './client.js';
export type { RotateKeyOptions, UsageByDayOptions } from './generated/methods.js';
export type {
  Asset,
  Collection,
  ContractErrorType,
  Duplicate,
  Edit,
  Fault,
  Filters,
  IssuedKey,
  Key,
  KeyRequest,
  Pricing,
  Readiness,
  Result,
  Rights,
  SearchAnswer,
  SearchRequest,
  SimilarRequest,
  UploadFacts,
  Usable,
  Usage,
  UsageByDay,
  Use,
} from './generated/contract.js';
export { ImageSearchError, isImageSearchError, type ClientErrorType, type ErrorType } from './errors.js';
export type { ImageInput } from './image-input.js';
export type { CallOptions, ClientOptions, SearchOptions } from './options.js';
export { credit, type CreditFormat } from './rights.js';
export { may, type Permission, type Permissions } from './rights.js';
export type { Answer, LimitState } from './transport/answer.js';
