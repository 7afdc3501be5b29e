import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { describeWith, pythonWith } from '@imagesearch/testkit/engines';
import {
  chart,
  envOf,
  describeWithHelm,
  manifestsOf,
  objectOf,
  podOf,
  podsOf,
  render,
  renderAs,
  valuesOf,
} from './support/helm.js';
import { readYaml } from './support/repository.js';

const EXAMPLES = ['small', 'production', 'gpu', 'openshift'];
const SERVICES = ['gateway', 'embedding', 'retrieval', 'reranker', 'rights', 'ingest'];

/** Of Helm, and of Kubernetes for a service. */
const RELEASE_CHARACTERS_MAX = 53;
const NAME_CHARACTERS_MAX = 63;

describeWithHelm('the chart', () => {
  describeWith(pythonWith('kubernetes_validate'), 'with its validator', (python) => {
    it.each(EXAMPLES)('is valid by the schemas of Kubernetes with the values %s', (name) => {
      const rendered = render(...valuesOf(name));
      expect(rendered).toMatchObject({ status: 0, errors: '' });
      const file = join(mkdtempSync(join(tmpdir(), 'chart-')), 'manifests.yaml');
      writeFileSync(file, rendered.text);
      const { status, stdout, stderr } = spawnSync(
        python,
        ['-m', 'kubernetes_validate', '--strict', '--no-warn', '-k', '1.34', file],
        { encoding: 'utf8' },
      );
      expect({ status, output: stdout + stderr }).toMatchObject({ status: 0 });
      expect(stdout).toContain('passed');
    });
  });

  it('runs every container as another user than root, on a read-only disk, with no capability', () => {
    const pods = podsOf('production', 'qdrant.enabled=true', 'qdrant.url=');
    // Besides the services: the job that migrates, the test and Qdrant.
    expect(pods).toHaveLength(SERVICES.length + 3);
    for (const pod of pods) {
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources).toMatchObject({ requests: {}, limits: {} });
      }
    }
  });

  it('leaves the ids of users and groups to OpenShift', () => {
    for (const { securityContext } of podsOf('openshift'))
      expect(securityContext).toEqual({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
  });

  it('puts no value of a secret into a variable', () => {
    for (const { containers } of podsOf('production')) {
      const names = containers.flatMap(({ env }) => env.map(({ name }) => name));
      const secret = names.filter((name) => /SECRET|TOKEN|DATABASE_URL|REDIS|API_KEY/.test(name));
      expect(secret).not.toEqual([]);
      for (const name of secret) expect(name).toMatch(/_FILE$/);
    }
  });

  it('gives every object a name that Kubernetes takes, however long the name of the release is', () => {
    const values = valuesOf('production', 'qdrant.enabled=true', 'qdrant.url=');
    const rendered = manifestsOf(renderAs('r'.repeat(RELEASE_CHARACTERS_MAX), ...values));
    const names = rendered.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
    const longest = Math.max(...rendered.map(({ metadata }) => metadata.name.length));
    expect(longest).toBeLessThanOrEqual(NAME_CHARACTERS_MAX);
    const store = rendered.find(({ kind }) => kind === 'StatefulSet')?.metadata.name ?? '';
    expect(`${store}-5b9c7d4f8d`.length).toBeLessThanOrEqual(NAME_CHARACTERS_MAX);
  });

  it('begins every name with fullnameOverride, and the addresses that services call with it', () => {
    const rendered = chart('production', 'fullnameOverride=pictures');
    expect(rendered.filter(({ metadata }) => !metadata.name.startsWith('pictures'))).toEqual([]);
    expect(envOf(rendered, 'pictures-embedding')).toMatchObject({
      RETRIEVAL_ADDRESS: 'dns:///pictures-retrieval:7002',
    });
  });

  it('gives every pod the labels and the place of the values', () => {
    const settings = ['affinity.nodeAffinity.a=b', 'priorityClassName=high', 'nodeSelector.disk=fast'];
    const values = [...SERVICES, 'migration'].flatMap((part) => settings.map((set) => `${part}.${set}`));
    for (const { kind, spec, metadata } of chart('small', 'podLabels.team=search', ...values)) {
      if (kind !== 'Deployment' && kind !== 'Job') continue;
      expect([metadata.name, spec['template']]).toMatchObject([
        metadata.name,
        {
          metadata: { labels: { team: 'search' } },
          spec: {
            affinity: { nodeAffinity: { a: 'b' } },
            priorityClassName: 'high',
            nodeSelector: { disk: 'fast' },
          },
        },
      ]);
    }
  });

  it('writes a number into a variable as the values have it', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'chart-')), 'values.yaml');
    writeFileSync(file, 'gateway: { env: { MAINTENANCE_INTERVAL_MS: 3600000, DATABASE_POOL_MAX: 5 } }\n');
    const rendered = manifestsOf(render(...valuesOf('small'), '--values', file));
    expect(envOf(rendered, 'demo-gateway')).toMatchObject({
      MAINTENANCE_INTERVAL_MS: '3600000',
      DATABASE_POOL_MAX: '5',
    });
  });

  it('mounts the certificate of serviceTls into every service, and names its files', () => {
    const rendered = chart('small', 'serviceTls.secretName=tls');
    for (const service of SERVICES) {
      expect(envOf(rendered, `demo-${service}`)).toMatchObject({
        SERVICE_TLS_CERT_FILE: '/run/secrets/service-tls/tls.crt',
        SERVICE_TLS_KEY_FILE: '/run/secrets/service-tls/tls.key',
        SERVICE_TLS_CA_FILE: '/run/secrets/service-tls/ca.crt',
      });
      expect(podOf(rendered, `demo-${service}`)).toMatchObject({
        containers: [{ volumeMounts: containing({ mountPath: '/run/secrets/service-tls', readOnly: true }) }],
        volumes: containing({ name: 'service-tls', secret: expect.objectContaining({ secretName: 'tls' }) }),
      });
    }
  });

  it('gives the gateway the price list of a ConfigMap', () => {
    const rendered = chart('small', 'pricing.existingConfigMap=prices');
    expect(envOf(rendered, 'demo-gateway')).toMatchObject({ PRICING_FILE: '/etc/pricing/pricing.json' });
    expect(podOf(rendered, 'demo-gateway')).toMatchObject({
      containers: [{ volumeMounts: containing({ name: 'pricing', mountPath: '/etc/pricing' }) }],
      volumes: containing({ name: 'pricing', configMap: { name: 'prices' } }),
    });
  });

  it('mounts a model manifest of the operator where models are prepared and where they are used', () => {
    const pod = podOf(
      chart(
        'small',
        'embedding.env.MODEL_MANIFEST=/etc/models/profiles.json',
        'embedding.extraEnv[0].name=HUB_TOKEN',
        'embedding.extraEnv[0].value=x',
        'embedding.extraVolumes[0].name=manifest',
        'embedding.extraVolumes[0].configMap.name=profiles',
        'embedding.extraVolumeMounts[0].name=manifest',
        'embedding.extraVolumeMounts[0].mountPath=/etc/models',
      ),
      'demo-embedding',
    );
    expect(pod.volumes).toContainEqual({ name: 'manifest', configMap: { name: 'profiles' } });
    for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
      expect(container.volumeMounts).toContainEqual({ name: 'manifest', mountPath: '/etc/models' });
      expect(container.env).toContainEqual({ name: 'MODEL_MANIFEST', value: '/etc/models/profiles.json' });
      expect(container.env).toContainEqual({ name: 'HUB_TOKEN', value: 'x' });
    }
  });

  it('makes every service account that it names', () => {
    const rendered = chart('production', 'migration.serviceAccount.create=true');
    const made = rendered.filter(({ kind }) => kind === 'ServiceAccount');
    expect(made.map(({ metadata }) => metadata.name)).toEqual(['demo-rights', 'demo-migrate']);
    expect(podOf(rendered, 'demo-rights').serviceAccountName).toBe('demo-rights');
    expect(podOf(rendered, 'demo-migrate').serviceAccountName).toBe('demo-migrate');
    expect(made[1]?.metadata.annotations).toMatchObject({ 'helm.sh/hook-weight': '-5' });
  });

  it('migrates for as long as the values allow, and removes a job that failed', () => {
    const rendered = chart(
      'small',
      'migration.activeDeadlineSeconds=3600000',
      'migration.resources.limits.memory=2Gi',
    );
    expect(rendered.find(({ kind }) => kind === 'Job')?.spec).toMatchObject({
      activeDeadlineSeconds: 3_600_000,
      ttlSecondsAfterFinished: 86_400,
      template: { spec: { containers: [{ resources: { limits: { memory: '2Gi' } } }] } },
    });
  });

  it('lets a node be drained of pods that crash', () => {
    const budgets = chart('small').filter(({ kind }) => kind === 'PodDisruptionBudget');
    expect(budgets).toHaveLength(SERVICES.length + 1);
    for (const { spec } of budgets)
      expect(spec).toMatchObject({ maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow' });
  });

  it('needs no spare GPU for an update', () => {
    const strategy = (service: string): unknown =>
      objectOf(chart('gpu'), 'Deployment', `demo-${service}`).spec['strategy'];
    expect(strategy('embedding')).toEqual({ rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } });
    expect(strategy('gateway')).toEqual({ rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } });
  });

  it('answers at several hosts, through an ingress or a route', () => {
    const hosts = ['ingress', 'httpRoute'].map((way) => `${way}.hosts={a.example.org,b.example.org}`);
    const rendered = chart('production', 'ingress.enabled=true', 'ingress.tlsSecretName=tls', ...hosts);
    expect(objectOf(rendered, 'Ingress', 'demo-gateway').spec).toMatchObject({
      tls: [{ hosts: ['a.example.org', 'b.example.org'], secretName: 'tls' }],
      rules: [{ host: 'a.example.org' }, { host: 'b.example.org' }],
    });
    expect(objectOf(rendered, 'HTTPRoute', 'demo-gateway').spec).toEqual({
      parentRefs: [{ name: 'public', namespace: 'gateways', sectionName: 'https' }],
      hostnames: ['a.example.org', 'b.example.org'],
      rules: [{ backendRefs: [{ name: 'demo-gateway', port: 80 }] }],
    });
  });

  it('runs a Qdrant of its own, whose nodes find the first one', () => {
    const rendered = chart('small', 'qdrant.replicas=3');
    expect(envOf(rendered, 'demo-retrieval')).toMatchObject({ QDRANT_URL: 'http://demo-qdrant:6333' });
    expect(objectOf(rendered, 'StatefulSet', 'demo-qdrant').spec).toMatchObject({
      replicas: 3,
      serviceName: 'demo-qdrant-peers',
    });
    expect(podOf(rendered, 'demo-qdrant').containers[0]?.command?.at(-1)).toContain(
      '--bootstrap http://demo-qdrant-0.demo-qdrant-peers:6335',
    );
    expect(objectOf(rendered, 'Service', 'demo-qdrant-peers').spec).toMatchObject({
      clusterIP: 'None',
      publishNotReadyAddresses: true,
    });
  });

  it('gives the alerts the job that they watch, and the label `service` of the services', () => {
    const rendered = chart('production');
    const { jobLabel, endpoints, selector } = objectOf(rendered, 'ServiceMonitor', 'demo').spec as {
      jobLabel: string;
      endpoints: unknown[];
      selector: { matchLabels: Record<string, string> };
    };
    const scraped = rendered.filter(
      ({ kind, metadata }) =>
        kind === 'Service' &&
        Object.entries(selector.matchLabels).every(([name, value]) => metadata.labels[name] === value),
    );
    expect(scraped.map(({ metadata }) => metadata.name).toSorted()).toEqual(
      SERVICES.map((service) => `demo-${service}-ops`).toSorted(),
    );
    for (const { metadata } of scraped) expect(metadata.labels[jobLabel]).toMatch(/^image-search.*$/);
    expect(endpoints).toMatchObject([{ honorLabels: true }]);
    expect(objectOf(rendered, 'PrometheusRule', 'demo').spec).toEqual(
      readYaml('infra/prometheus/alerts.yml'),
    );
  });
});

function containing(part: Record<string, unknown>): unknown {
  return expect.arrayContaining([expect.objectContaining(part)]);
}
