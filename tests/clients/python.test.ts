import { describe, expect } from '@jest/globals';
import { itWith, pythonWith } from '@imagesearch/testkit/engines';
import { runPython } from './support/python.js';

describe('the Python client', () => {
  itWith(pythonWith('httpx', 'pytest'), 'passes its own tests', async (python) => {
    const { code, output } = await runPython(python, ['-m', 'pytest', '-q']);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toMatch(/\d+ passed/);
  });
});
