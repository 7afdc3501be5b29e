import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { until } from '@imagesearch/testkit/processes/until';
import { coloured } from '@imagesearch/testkit/images/camera-files';
import { alternatives, xmpPacket } from '@imagesearch/testkit/images/xmp';
import { Caller, faultOf, type Answer } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import sharp from 'sharp';

const call = () => detachedCall(20_000);

const stack = await TestStack.start();
afterAll(() => stack.stop());
const { clients } = stack;

describe('images that a person adds', () => {
  const newCaller = async () => {
    const { gateway } = stack.stack;
    const name = `Acme ${crypto.randomUUID()}`;
    const account = await gateway.accounts().ensure({ name, plan: 'custom', billingDay: 1 });
    const { key } = await gateway
      .keys()
      .create(account.id, { environment: 'live', scopes: ['search', 'asset', 'ingest'] });
    const source = `upload-${account.id.replaceAll('-', '').slice(0, 12)}`;
    return { caller: new Caller(stack.baseUrl, key), key, name, source };
  };
  const add = (caller: Caller, bytes: Buffer, said: object = {}) =>
    caller.post('/v1/asset', { image_base64: bytes.toString('base64'), ...said });
  const edit = (caller: Caller, id: string, body: object) =>
    caller.send('PATCH', `/v1/asset/${id}`, JSON.stringify(body), { 'Content-Type': 'application/json' });
  const remove = (caller: Caller, id: string) => caller.send('DELETE', `/v1/asset/${id}`, undefined);
  const asset = ({ body }: Answer) => body as { asset_id: string };
  const idsFor = async (caller: Caller, query: string, source: string) =>
    (await caller.search({ query, filters: { source_any: [source] } })).results.map(
      ({ asset_id }) => asset_id,
    );

  it('are found by their titles at once, edited, and deleted for good', async () => {
    const { caller, key, name, source } = await newCaller();
    const bytes = await coloured('#345678').jpeg().toBuffer();
    const id = `${source}:${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`;

    const said = { title: 'Zanzibar quokka', creator: 'Ada' };
    const added = await add(caller, bytes, { ...said, license: 'CC BY-NC 4.0' });
    const whole = { ...said, asset_id: id, source, license: 'cc-by-nc-4.0', indexed: true };
    expect(added).toMatchObject({ status: 201, body: whole });
    expect((await caller.get(`/v1/asset/${id}`)).body).toEqual(added.body);
    expect(await idsFor(caller, 'quokka', source)).toEqual([id]);

    const edited = await edit(caller, id, { license: 'CC0 1.0', tags: ['numbat'], creator: null });
    expect(edited).toMatchObject({ status: 200, body: { license: 'cc0', tags: ['numbat'], creator: null } });
    const { body: after } = await caller.get(`/v1/asset/${id}?use_commercial=true`);
    expect(after).toMatchObject({ usable: { answer: 'yes' } });
    expect(await idsFor(caller, 'numbat', source)).toEqual([id]);

    expect((await remove(caller, id)).status).toBe(204);
    expect(faultOf(await caller.get(`/v1/asset/${id}`))).toMatchObject({
      status: 404,
      type: 'asset_not_found',
    });
    expect(faultOf(await remove(caller, id))).toMatchObject({ status: 404, type: 'asset_not_found' });
    const actor = `${name} (${key.slice(0, 14)})`;
    const { events } = await clients.rights.listAssetEvents({ assetId: id }, call());
    expect(events).toMatchObject([
      { actor, reason: 'edited tags, creator, license', license: 'cc0', previousLicense: 'cc-by-nc-4.0' },
      { actor, reason: 'deleted over the API', state: 'ASSET_STATE_DELETED' },
    ]);
    expect(await add(caller, bytes, { title: 'Back again' })).toMatchObject({
      status: 201,
      body: { title: 'Back again' },
    });
  });

  it('are one asset each, however often and at whatever time the same bytes are sent', async () => {
    const { caller, source } = await newCaller();
    const bytes = await coloured('#99aa33').png().toBuffer();
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(caller, bytes, { title: 'Twin' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => asset(answer).asset_id)).size).toBe(1);
    const { sources } = await clients.rights.countAssets({}, call());
    expect(sources).toContainEqual({ source, active: 1, withdrawn: 0, withLocation: 0 });
    const [id = ''] = answers.map((answer) => asset(answer).asset_id);
    expect((await clients.rights.listAssetEvents({ assetId: id }, call())).events).toEqual([]);

    const again = await add(caller, bytes, { title: 'Twin', license: 'CC BY 4.0' });
    expect(again).toMatchObject({ status: 200, body: { license: 'cc-by-4.0' } });
    const { events } = await clients.rights.listAssetEvents({ assetId: id }, call());
    expect(events).toMatchObject([
      { reason: 'added again', license: 'cc-by-4.0', previousLicense: 'unknown' },
    ]);
  });

  it('say that their files have metadata that cannot be read, unless the person states a licence', async () => {
    const { caller } = await newCaller();
    const packet = xmpPacket(alternatives('xmpRights:UsageTerms', 'All rights reserved')).replace(
      '</rdf:RDF>',
      '',
    );
    const bytes = await coloured('#813254').withXmp(packet).jpeg().toBuffer();
    const unread = { license: 'unknown', rights: { basis: expect.stringContaining('cannot be read') } };
    expect(await add(caller, bytes)).toMatchObject({ status: 201, body: unread });
    const stated = await add(caller, bytes, { license: 'CC BY 4.0' });
    expect(stated).toMatchObject({ status: 200, body: { license: 'cc-by-4.0' } });
    expect(JSON.stringify(stated.body)).not.toContain('cannot be read');
  });

  it('say what their files say, and never where they were taken', async () => {
    const { caller } = await newCaller();
    const gps = {
      GPSLatitudeRef: 'N',
      GPSLatitude: '48/1 30/1 5/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '9/1 3/1 0/1',
    };
    const exif = { IFD0: { Artist: 'Ada Martin', ImageDescription: 'A blue box' }, IFD3: gps };
    const latitude = Buffer.from(Uint32Array.of(48, 1, 30, 1, 5, 1).buffer);
    const image = coloured('#2244cc').withExif(exif);
    for (const bytes of [await image.jpeg().toBuffer(), await image.avif().toBuffer()]) {
      expect(bytes.includes(latitude)).toBe(true);
      const added = await add(caller, bytes, { file_name: 'blue-box.jpg' });
      expect(added).toMatchObject({
        status: 201,
        body: { title: 'blue box', creator: 'Ada Martin', description: 'A blue box', has_location: false },
      });
      const file = await caller.get(`/v1/asset/direct/${asset(added).asset_id}`);
      const { body: stored } = await caller.get(String(file.headers.get('Location')));
      expect((await sharp(stored as Buffer).metadata()).format).toBe('jpeg');
      expect((stored as Buffer).includes(latitude)).toBe(false);
    }
    const tiff = await add(caller, await coloured('#cc4422').tiff().toBuffer(), { file_name: 'redBox.tif' });
    expect(tiff).toMatchObject({ status: 201, body: { title: 'red Box', tags: ['redBox'] } });
  });

  it('name the camera that their file declares, which nobody can say over the API', async () => {
    const { caller } = await newCaller();
    const exif = { IFD0: { Make: 'Ada', Model: 'Mark 2' } };
    const bytes = await coloured('#22cc44').withExif(exif).jpeg().toBuffer();
    const forged = await add(caller, bytes, { camera: 'Leica' });
    expect(faultOf(forged)).toMatchObject({ status: 422, type: 'extra_forbidden', loc: ['body', 'camera'] });

    const added = await add(caller, bytes);
    expect(added).toMatchObject({ status: 201, body: { camera: 'Ada Mark 2' } });
    const id = asset(added).asset_id;
    expect(faultOf(await edit(caller, id, { camera: 'Leica' }))).toMatchObject({ type: 'extra_forbidden' });
    expect((await edit(caller, id, { license: 'CC0 1.0', creator: 'Leica' })).status).toBe(200);
    expect((await caller.get(`/v1/asset/${id}`)).body).toMatchObject({
      camera: 'Ada Mark 2',
      creator: 'Leica',
    });

    const undeclared = await add(caller, await coloured('#22cc45').jpeg().toBuffer());
    expect(undeclared.body).not.toHaveProperty('camera');
  });

  it('are all that an account can edit or delete: no image of a collection', async () => {
    const { caller, source } = await newCaller();
    const { results } = await caller.search({ query: 'ball', k: 1 });
    const id = String(results[0]?.asset_id);
    for (const refused of [await edit(caller, id, { title: 'Stolen' }), await remove(caller, id)])
      expect(faultOf(refused)).toMatchObject({ status: 404, type: 'asset_not_found' });
    expect((await caller.get(`/v1/asset/${id}`)).body).toMatchObject({ title: results[0]?.title });
    expect((await caller.get('/v1/collection')).body).toMatchObject({ uploads: source });
    const reader = await stack.newCaller();
    expect((await reader.get('/v1/collection')).body).toMatchObject({ uploads: null });
  });

  it('are repaired by the same request where a killed gateway left them out of the index', async () => {
    const { caller, source } = await newCaller();
    const bytes = await coloured('#00aa77').png().toBuffer();
    const { asset_id: id } = asset(await add(caller, bytes, { title: 'Wombat' }));
    // The index is written last, so this is what a kill leaves.
    await clients.retrieval.deletePoints({ assetIds: [id] }, call());
    expect(await idsFor(caller, 'wombat', source)).toEqual([]);
    expect((await add(caller, bytes, { title: 'Wombat' })).status).toBe(200);
    expect(await idsFor(caller, 'wombat', source)).toEqual([id]);

    await clients.retrieval.deletePoints({ assetIds: [id] }, call());
    expect((await edit(caller, id, { title: 'Wombat' })).status).toBe(200);
    expect(await idsFor(caller, 'wombat', source)).toEqual([id]);

    await clients.retrieval.deletePoints({ assetIds: [id] }, call());
    expect((await remove(caller, id)).status).toBe(204);
    expect((await clients.rights.getAssets({ assetIds: [id] }, call())).assets).toEqual([]);
  });

  it('are finished although their sender hangs up', async () => {
    const { caller, key, source } = await newCaller();
    const bytes = await coloured('#5500aa', { width: 6_000, height: 4_000 })
      .tiff({ compression: 'lzw' })
      .toBuffer();
    const body = JSON.stringify({ image_base64: bytes.toString('base64'), title: 'Pangolin' });
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const sent = request(`${stack.baseUrl}/v1/asset`, { method: 'POST', headers }).on(
      'error',
      () => undefined,
    );
    sent.end(body);
    await once(sent, 'finish');
    // The gateway has the body by now, and decodes such an image for a second.
    await sleep(200);
    expect((await clients.rights.listAssets({ source }, call())).assets).toEqual([]);
    sent.destroy();
    await until(async () => (await clients.rights.listAssets({ source }, call())).assets.length === 1);
    await until(async () => (await idsFor(caller, 'pangolin', source)).length === 1);
    expect((await add(caller, bytes, { title: 'Pangolin' })).status).toBe(200);
  });

  it('are found by their first words, and by their pixels alone again after their last ones', async () => {
    const { caller, source } = await newCaller();
    const filters = { source_any: [source] };
    const matchedBy = async (query: string) =>
      (await caller.search({ query, filters })).results.flatMap(({ matched }) => matched);
    const { asset_id: id } = asset(await add(caller, await coloured('#cc2222').png().toBuffer()));
    const words = { title: 'Red tractor on a farm', tags: ['tractor'], creator: 'Ada Martin' };
    expect(await edit(caller, id, words)).toMatchObject({ status: 200 });
    expect(await matchedBy('tractor on a farm')).toEqual(expect.arrayContaining(['words', 'meaning']));

    const none = { title: '', tags: [], creator: null };
    expect(await edit(caller, id, none)).toMatchObject({ status: 200, body: { title: '', creator: null } });
    for (const query of ['tractor on a farm', 'Ada Martin', 'tractor', 'Red tractor on a farm, tractor'])
      expect((await matchedBy(query)).filter((list) => list !== 'sight')).toEqual([]);
    for (const facet of [{ creator: 'Ada Martin' }, { tags_any: ['tractor'] }])
      expect((await caller.search({ query: 'red', filters: { ...filters, ...facet } })).results).toEqual([]);
    const { body } = await caller.post('/v1/search', { query: 'red', filters, facets: ['creator', 'tags'] });
    expect(body).toMatchObject({ facets: { creator: [], tags: [] } });
    expect((await caller.get(`/v1/asset/${id}`)).body).toMatchObject({ indexed: true });
  });

  it('keep every field of edits at once, and end in the index as in the catalogue', async () => {
    const { caller, source } = await newCaller();
    const { asset_id: id } = asset(await add(caller, await coloured('#22aacc').png().toBuffer()));
    for (const word of ['aardvark', 'bandicoot', 'capybara']) {
      const edits = [{ title: `A ${word}` }, { tags: [`${word}-tag`] }, { creator: `Ada ${word}` }];
      const answers = await Promise.all(edits.map((body) => edit(caller, id, body)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await caller.get(`/v1/asset/${id}`)).body).toMatchObject(Object.assign({}, ...edits) as object);
      await until(async () => (await idsFor(caller, word, source)).includes(id));
    }
  });

  it('stay away once the operator has withdrawn them', async () => {
    const { caller } = await newCaller();
    const bytes = await coloured('#226600').png().toBuffer();
    const { asset_id: assetId } = asset(await add(caller, bytes, { title: 'Unwanted' }));
    const cause = { actor: 'operator', reason: 'a complaint' };
    await clients.rights.changeAssetState({ assetId, state: 'ASSET_STATE_WITHDRAWN', ...cause }, call());
    expect(faultOf(await remove(caller, assetId))).toMatchObject({ status: 404, type: 'asset_not_found' });
    const refusal = {
      status: 422,
      type: 'image_removed',
      loc: ['body', 'image_base64'],
      msg: 'The operator has removed this image, and only they can let it come back.',
    };
    expect(faultOf(await add(caller, bytes))).toMatchObject(refusal);
    const { caller: other } = await newCaller();
    const elsewhere = await add(other, bytes);
    expect(faultOf(elsewhere)).toMatchObject(refusal);
    expect(JSON.stringify(elsewhere.body)).not.toContain(assetId.split(':')[0]);
    await clients.rights.changeAssetState({ assetId, state: 'ASSET_STATE_ACTIVE', ...cause }, call());
    expect((await add(other, bytes)).status).toBe(201);
  });

  it('that were withdrawn stay away from an account though their location was cut out or they were converted', async () => {
    const withdrawn = { state: 'ASSET_STATE_WITHDRAWN', actor: 'operator', reason: 'a complaint' } as const;
    const gps = {
      GPSLatitudeRef: 'N',
      GPSLatitude: '48/1 30/1 5/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '9/1',
    };
    const image = coloured('#118833').withExif({ IFD0: {}, IFD3: gps });
    for (const bytes of [await image.jpeg().toBuffer(), await image.tiff().toBuffer()]) {
      const { caller } = await newCaller();
      const { asset_id: assetId } = asset(await add(caller, bytes, { title: 'Placed' }));
      const file = await caller.get(`/v1/asset/direct/${assetId}`);
      const { body: served } = await caller.get(String(file.headers.get('Location')));
      expect((served as Buffer).equals(bytes)).toBe(false);
      await clients.rights.changeAssetState({ assetId, ...withdrawn }, call());
      const { caller: other } = await newCaller();
      for (const again of [bytes, served as Buffer])
        expect(faultOf(await add(other, again))).toMatchObject({ status: 422, type: 'image_removed' });
    }
  });

  it('are refused without a licence where one is required and nobody states it', async () => {
    const { caller, source } = await newCaller();
    const required = { license_required: true };
    const bare = await coloured('#661122').jpeg().toBuffer();
    expect(faultOf(await add(caller, bare, required))).toMatchObject({
      status: 422,
      type: 'missing',
      loc: ['body', 'license'],
    });
    const { sources } = await clients.rights.countAssets({}, call());
    expect(sources.find((one) => one.source === source)).toBeUndefined();
    expect(await add(caller, bare, { ...required, license: 'CC BY 4.0' })).toMatchObject({
      status: 201,
      body: { license: 'cc-by-4.0' },
    });
    const xmp = xmpPacket('<cc:license>https://creativecommons.org/licenses/by/4.0/</cc:license>');
    const stating = await coloured('#112266').withXmp(xmp).jpeg().toBuffer();
    expect((await add(caller, stating, required)).status).toBe(201);
  });

  it('are put into the order of the index soon after', async () => {
    const { caller } = await newCaller();
    await add(caller, await coloured('#113355').png().toBuffer(), { title: 'Okapi' });
    await until(async () => (await clients.retrieval.describeIndex({}, call())).settled);
  });
});
