import { describe } from '@jest/globals';
import { describeConsole } from './support/describe-console.js';
import { accountFlows } from './flows/account.js';
import { exampleFlows } from './flows/example.js';
import { filterFlows } from './flows/filters.js';
import { imageFlows } from './flows/image.js';
import { lookFlows } from './flows/looks.js';
import { ownFlows } from './flows/own.js';
import { searchFlows } from './flows/search.js';
import { trayFlows } from './flows/tray.js';

describeConsole('the console', (tools) => {
  describe('a search', () => searchFlows(tools));
  describe('an example image', () => exampleFlows(tools));
  describe('filters', () => filterFlows(tools));
  describe('one image', () => imageFlows(tools));
  describe('the tray', () => trayFlows(tools));
  describe('keys and account', () => accountFlows(tools));
  describe('looks', () => lookFlows(tools));
  // Last: the others search without what these add.
  describe("one's own images", () => ownFlows(tools));
});
