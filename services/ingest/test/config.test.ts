import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { newAuthority } from '@imagesearch/testkit/network/certificates';
import { loadConfig } from '../src/config.js';

const KEPT = 'a'.repeat(64);
const GIVEN = 'b'.repeat(64);

const DATA_DIR = folderOfSuite();
beforeAll(() => writeFile(join(DATA_DIR, 'service-token'), KEPT));

it('the token that a stack keeps in DATA_DIR is sent to the services of this machine', () => {
  expect(loadConfig({ DATA_DIR }).serviceToken).toBe(KEPT);
});

it('the token that a stack keeps for itself is sent to no other machine', () => {
  expect(loadConfig({ DATA_DIR, RIGHTS_ADDRESS: 'dns:///rights:7004' }).serviceToken).toBeUndefined();
});

it('a token of the environment comes before it, the first of a list', () => {
  expect(loadConfig({ DATA_DIR, SERVICE_TOKEN: `${GIVEN},${KEPT}` }).serviceToken).toBe(GIVEN);
});

it('a trust list is read from its file, and one without certificates stops the start', async () => {
  const C2PA_TRUST_LIST_FILE = join(DATA_DIR, 'trust.pem');
  const { cert } = await newAuthority();
  await writeFile(C2PA_TRUST_LIST_FILE, cert);
  expect(loadConfig({ DATA_DIR, C2PA_TRUST_LIST_FILE }).C2PA_TRUST_LIST).toBe(cert.trim());
  await writeFile(C2PA_TRUST_LIST_FILE, 'nothing');
  expect(() => loadConfig({ DATA_DIR, C2PA_TRUST_LIST_FILE })).toThrow(
    'C2PA_TRUST_LIST: expected certificates in PEM',
  );
});
