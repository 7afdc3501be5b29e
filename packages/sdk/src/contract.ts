import type { components } from './generated/contract.js';

type Schemas = components['schemas'];

/** Body of a search. */
export type SearchRequest = Schemas['SearchRequest'];
/** Body of a search for similar images. */
export type SimilarRequest = Schemas['SimilarRequest'];
export type Filters = Schemas['Filters'];
/** Answer of `search` and `similar`. */
export type SearchAnswer = Schemas['SearchAnswer'];
/** One image of an answer. */
export type Result = Schemas['Result'];
/** A near-duplicate of a result that satisfies the same filters. */
export type Duplicate = Schemas['Duplicate'];
/** All metadata of one image. */
export type Asset = Schemas['Asset'];
/** What is said of an image that is added; what is absent is read from its file. */
export type UploadFacts = Omit<Schemas['Upload'], 'image_base64'>;
/** What is said of an image now; an absent field stays as it is. */
export type Edit = Schemas['Edit'];
/** What may be done with an image, as its source declares it. Null means that it is not known. */
export type Rights = Schemas['Rights'];
/** What an image is for. A purpose that you leave out is not checked. */
export type Use = Schemas['Use'];
/** Whether an image may be used for that, and why. */
export type Usable = Schemas['Usable'];
export type Usage = Schemas['Usage'];
/** What the searches of each key cost on each day, in credits. Days are in UTC. */
export type UsageByDay = Schemas['UsageByDay'];
/** A key of the account, without the key itself. */
export type Key = Schemas['Key'];
/** A new key. Nothing shows its `key` again. */
export type IssuedKey = Schemas['IssuedKey'];
/** A key to make; by default it has all scopes that need no operator, no bounds and no expiry. */
export type NewKey = Schemas['NewKey'];
export type Pricing = Schemas['Pricing'];
export type Readiness = Schemas['Readiness'];
export type Collection = Schemas['Collection'];
/** One fault of a refused request. */
export type Fault = Schemas['Fault'];

/** Every `type` of an error or a fault that the contract lists. */
export type ContractErrorType = Schemas['ErrorType'];
