import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { SCOPES } from '@imagesearch/gateway/keys/api-key';
import { editImage, type Edit } from '@imagesearch/ingest/pipeline/one-image';
import { coloured } from '@imagesearch/testkit/images/camera-files';
import { faultOf, type Answer, type Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import sharp from 'sharp';

const stack = await TestStack.start();
afterAll(() => stack.stop());
const { clients } = stack;

describe('images that people add', () => {
  const newCaller = () => stack.newCaller('custom', SCOPES);
  const add = (caller: Caller, bytes: Buffer, said: object = {}) =>
    caller.post('/v1/asset', { image_base64: bytes.toString('base64'), ...said });
  const edit = (caller: Caller, id: string, body: object, more: Record<string, string> = {}) =>
    caller.send('PATCH', `/v1/asset/${id}`, JSON.stringify(body), {
      'Content-Type': 'application/json',
      ...more,
    });
  const remove = (caller: Caller, id: string) => caller.send('DELETE', `/v1/asset/${id}`, undefined);
  const asset = ({ body }: Answer) => body as { asset_id: string };

  it('are edited by two people at once without the loss of an edit that somebody asked not to lose', async () => {
    const caller = await newCaller();
    const { asset_id: id } = asset(
      await add(caller, await coloured('#31a24c').jpeg().toBuffer(), { title: 'One' }),
    );
    const read = await caller.get(`/v1/asset/${id}`);
    const etag = read.headers.get('ETag') ?? '';
    const editIf = (ifMatch: string, body: object) => edit(caller, id, body, { 'If-Match': ifMatch });

    const first = await editIf(etag, { title: 'Two' });
    expect(first.status).toBe(200);
    expect(first.headers.get('ETag')).not.toBe(etag);
    expect((await caller.get(`/v1/asset/${id}`)).headers.get('ETag')).toBe(first.headers.get('ETag'));
    expect(faultOf(await editIf(etag, { title: 'Three' }))).toMatchObject({
      status: 412,
      type: 'version_mismatch',
      loc: ['header', 'If-Match'],
    });
    // As one whose answer was lost.
    expect(await editIf(etag, { title: 'Two' })).toMatchObject({ status: 200, body: { title: 'Two' } });
    expect(await editIf('*', { title: 'Three' })).toMatchObject({ status: 200, body: { title: 'Three' } });

    // Two gateways share no memory.
    const cause = { actor: 'Acme' };
    const edits: Edit[] = [{ title: 'Four' }, { description: 'A green box' }, { tags: ['green'] }];
    const { signal } = new AbortController();
    await Promise.all(edits.map((each) => editImage(id, each, { clients, signal, cause })));
    expect((await caller.get(`/v1/asset/${id}`)).body).toMatchObject({
      title: 'Four',
      description: 'A green box',
      tags: ['green'],
    });
  });

  it('of one account leave the others their turn, and hold up neither edits nor deletions', async () => {
    const [many, few] = [await newCaller(), await newCaller()];
    const [edited, removed] = [
      asset(await add(few, await coloured('#50a0f0').png().toBuffer(), { title: 'Own' })),
      asset(await add(few, await coloured('#f0a050').png().toBuffer())),
    ];
    const photographs = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        sharp({
          create: { width: 3_000, height: 2_000, channels: 3, background: { r: 20 * at, g: 90, b: 40 } },
        })
          .jpeg()
          .toBuffer(),
      ),
    );
    const answered: string[] = [];
    const note = async (name: string, answer: Promise<Answer>) => {
      expect((await answer).status).toBeLessThan(300);
      answered.push(name);
    };
    const brought = photographs.map((bytes) => note('photograph', add(many, bytes)));
    // Until its first images are in work.
    await sleep(300);
    const small = await coloured('#123456').png().toBuffer();
    await Promise.all([
      note('small', add(few, small)),
      note('edit', edit(few, edited.asset_id, { title: 'Renamed' })),
      note('deletion', remove(few, removed.asset_id)),
    ]);
    expect(answered.filter((name) => name === 'photograph').length).toBeLessThan(9);
    await Promise.all(brought);
  });
});
