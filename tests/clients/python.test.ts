import { describe, expect, it } from '@jest/globals';
import { pythonWith, runPython } from './support/python.js';

const python = pythonWith('httpx', 'pytest');
const itWithPython = python.path === undefined ? it.skip : it;

describe('the Python client', () => {
  itWithPython(
    `passes its own tests${python.path === undefined ? ` (skipped: ${python.reason})` : ''}`,
    async () => {
      const { status, output } = await runPython(python.path ?? '', ['-m', 'pytest', '-q']);
      expect({ status, output }).toMatchObject({ status: 0 });
      expect(output).toMatch(/\d+ passed/);
    },
  );
});
