import { ACCOUNT_OPERATIONS } from '../accounts/operations.js';
import { download, getFile, getFileOfAnswer } from '../assets/file-routes.js';
import { getAsset, getCollection } from '../assets/operations.js';
import { warm } from '../health/operations.js';
import type { Routed } from '../operations/operation.js';
import { findSimilar, search, searchByAddress } from '../search/operations.js';
import { getAssetHistory } from '../uploads/history.js';
import { addAsset, deleteAsset, editAsset } from '../uploads/operations.js';
import { getContract, getPricing, readContract } from './service-operations.js';

/** Everything that accounts do, by the part of the document that describes it. The name of each is its `operationId`. */
export const TAGS = {
  Search: { search, searchByAddress, findSimilar },
  Assets: { getAsset, addAsset, editAsset, deleteAsset, getAssetHistory, getFileOfAnswer, getFile, download },
  Account: ACCOUNT_OPERATIONS,
  Service: { warm, getCollection, getPricing, getContract, readContract },
};

const OPERATIONS = { ...TAGS.Search, ...TAGS.Assets, ...TAGS.Account, ...TAGS.Service };

type TakenBy<One> = One extends Routed<infer Parts> ? (parts: Parts) => void : never;
type Together<Taken> = [Taken] extends [(parts: infer All) => void] ? All : never;

/** What all operations use together. */
export type RouteParts = Together<TakenBy<(typeof OPERATIONS)[keyof typeof OPERATIONS]>>;

/** All of them. */
export const ROUTES: Readonly<Record<string, Routed<RouteParts>>> = OPERATIONS;
