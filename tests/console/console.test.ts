import { describe } from '@jest/globals';
import { describeConsole } from './support/describe-console.js';
import { accountFlows } from './flows/account.js';
import { addressFlows } from './flows/address.js';
import { exampleFlows } from './flows/example.js';
import { filterFlows } from './flows/filters.js';
import { imageFlows } from './flows/image.js';
import { keyFlows } from './flows/keys.js';
import { lookFlows } from './flows/looks.js';
import { ownFlows } from './flows/own.js';
import { resultFlows } from './flows/results.js';
import { trayFlows } from './flows/tray.js';
import { wordFlows } from './flows/words.js';

describeConsole('the console', (tools) => {
  describe('words', () => wordFlows(tools));
  describe('an example image', () => exampleFlows(tools));
  describe('filters', () => filterFlows(tools));
  describe('results', () => resultFlows(tools));
  describe('one image', () => imageFlows(tools));
  describe('the tray', () => trayFlows(tools));
  describe('account and failures', () => accountFlows(tools));
  describe('keys and usage', () => keyFlows(tools));
  describe('the address', () => addressFlows(tools));
  describe('looks', () => lookFlows(tools));
  // Last: the others search without what these add.
  describe("one's own images", () => ownFlows(tools));
});
