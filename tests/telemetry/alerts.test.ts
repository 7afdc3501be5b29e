import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { status as grpcStatus } from '@grpc/grpc-js';
import { describe, expect, it } from '@jest/globals';
import { ENGINES, itWith } from '@imagesearch/testkit/engines';
import { documentedMetrics, namedMetrics } from './named-metrics.js';

const ROOT = join(import.meta.dirname, '../..');
const RULES = join(ROOT, 'infra/prometheus');

const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: RULES, encoding: 'utf8' });
  return { status, said: stdout + stderr };
};

describe('the alert rules', () => {
  itWith(ENGINES.promtool, 'are valid, and each fires on its fault and is silent before it', () => {
    expect(promtool('check', 'rules', 'alerts.yml')).toMatchObject({ status: 0 });
    const { status, said } = promtool('test', 'rules', 'alerts.test.yml');
    expect([status, said]).toEqual([0, said]);
    expect(said).toContain('SUCCESS');
  });

  it('each have a test and a runbook', async () => {
    const rules = await readFile(join(RULES, 'alerts.yml'), 'utf8');
    const alerts = [...rules.matchAll(/- alert: (?<name>\w+)/g)].map(([, name]) => name ?? '');
    const tested = await readFile(join(RULES, 'alerts.test.yml'), 'utf8');
    const runbooks = await readFile(join(ROOT, 'docs/how-to/runbook.md'), 'utf8');
    expect(alerts.length).toBeGreaterThan(0);
    for (const name of alerts) {
      expect(tested).toContain(`- alertname: ${name}\n`);
      expect(rules).toContain(`runbook_url: docs/how-to/runbook.md#${name.toLowerCase()}\n`);
      expect(runbooks).toContain(`### ${name}\n`);
    }
  });

  it('select only by values of labels that the documentation lists', async () => {
    const rules = await readFile(join(RULES, 'alerts.yml'), 'utf8');
    const pages = ['reference/metrics.md', 'reference/errors.md', 'openapi.json'];
    const texts = await Promise.all(pages.map((page) => readFile(join(ROOT, 'docs', page), 'utf8')));
    const listed = new Set([...texts.join('\n').matchAll(/[`"]([\w/]+)[`"]/g)].map(([, value]) => value));
    const selected = [...rules.matchAll(/\{?(?<label>\w+)=~?"(?<values>[^"]+)"/g)]
      .filter(([, label]) => label !== 'job' && label !== 'service')
      .flatMap(([, , values = '']) => values.split('|'));
    expect(selected.length).toBeGreaterThan(10);
    expect(selected.filter((value) => !listed.has(value) && !(value in grpcStatus))).toEqual([]);
  });

  it('and the dashboard name only metrics that the documentation lists', async () => {
    const listed = new Set(await documentedMetrics());
    const ofNode = /^(?:nodejs|process)_/;
    const unknown = [...(await namedMetrics())].filter((name) => !ofNode.test(name) && !listed.has(name));
    expect(unknown).toEqual([]);
  });
});
