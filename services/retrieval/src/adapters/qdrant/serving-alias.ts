import { namePrefix } from '../collection-name.js';

/** Each schema version has its own alias, so that two versions of the service can run at the same time. */
export const servingAlias = (collection: string): string => `${namePrefix(collection)}current`;
