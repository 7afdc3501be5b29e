import { describe } from '@jest/globals';
import { describeConsole } from './support/describe-console.js';
import { filterControlFlows } from './flows/filter-controls.js';
import { otherLookFlows } from './flows/other-looks.js';

describeConsole('the console in every state', (tools) => {
  describe('each filter', () => filterControlFlows(tools));
  describe('looks', () => otherLookFlows(tools));
});
