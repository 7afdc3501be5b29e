import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { status as grpcStatus } from '@grpc/grpc-js';
import { describe, expect, it } from '@jest/globals';
import { ENGINES, itWith } from '@imagesearch/testkit/engines';
import { readText, ROOT } from '@imagesearch/testkit/repository';
import { documentedMetrics, namedMetrics } from './named-metrics.js';

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

  const rules = readText('infra/prometheus/alerts.yml');

  it('each have a test and a runbook', () => {
    const alerts = [...rules.matchAll(/- alert: (?<name>\w+)/g)].map(([, name]) => name ?? '');
    const tested = readText('infra/prometheus/alerts.test.yml');
    const runbooks = readText('docs/how-to/runbook.md');
    expect(alerts.length).toBeGreaterThan(0);
    for (const name of alerts) {
      expect(tested).toContain(`- alertname: ${name}\n`);
      expect(rules).toContain(`runbook_url: docs/how-to/runbook.md#${name.toLowerCase()}\n`);
      expect(runbooks).toContain(`### ${name}\n`);
    }
  });

  it('select only by values of labels that the documentation lists', () => {
    const pages = ['reference/metrics.md', 'reference/errors.md', 'openapi.json'];
    const texts = pages.map((page) => readText(`docs/${page}`));
    const listed = new Set([...texts.join('\n').matchAll(/[`"]([\w/]+)[`"]/g)].map(([, value]) => value));
    const selected = [...rules.matchAll(/\{?(?<label>\w+)=~?"(?<values>[^"]+)"/g)]
      .filter(([, label]) => label !== 'job' && label !== 'service')
      .flatMap(([, , values = '']) => values.split('|'));
    expect(selected.length).toBeGreaterThan(10);
    expect(selected.filter((value) => !listed.has(value) && !(value in grpcStatus))).toEqual([]);
  });

  it('and the dashboard name only metrics that the documentation lists', () => {
    const listed = new Set(documentedMetrics());
    const ofNode = /^(?:nodejs|process)_/;
    const unknown = [...namedMetrics()].filter((name) => !ofNode.test(name) && !listed.has(name));
    expect(unknown).toEqual([]);
  });
});
