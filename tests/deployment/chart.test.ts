import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { describeWith, pythonWith } from '@imagesearch/testkit/engines';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { readText } from '@imagesearch/testkit/repository';
import {
  chart,
  containersOf,
  describeWithHelm,
  objectsIn,
  podsIn,
  render,
  valuesOf,
} from './support/helm.js';
import { parse } from 'yaml';

const EXAMPLES = ['small', 'production', 'gpu', 'openshift'];
const SERVICES = ['gateway', 'embedding', 'retrieval', 'reranker', 'rights', 'ingest'];
const OWN_QDRANT = ['qdrant.enabled=true', 'qdrant.url='];

/** Of Helm, and of Kubernetes for a service. */
const RELEASE_CHARACTERS_MAX = 53;
const NAME_CHARACTERS_MAX = 63;

const containing = (...parts: object[]): unknown =>
  expect.arrayContaining(parts.map((part): unknown => expect.objectContaining(part)));
const podWith = (container: object, more: object = {}) => ({
  template: { spec: { containers: [container], ...more } },
});
const from = (component: string) => [
  { podSelector: { matchLabels: { 'app.kubernetes.io/component': component } } },
];
const BOOTSTRAP = '--bootstrap http://demo-qdrant-0.demo-qdrant-peers:6335';
const TLS = {
  env: {
    SERVICE_TLS_CERT_FILE: '/run/secrets/service-tls/tls.crt',
    SERVICE_TLS_KEY_FILE: '/run/secrets/service-tls/tls.key',
    SERVICE_TLS_CA_FILE: '/run/secrets/service-tls/ca.crt',
  },
  volumeMounts: containing({ mountPath: '/run/secrets/service-tls', readOnly: true }),
};
const TLS_VOLUME = { name: 'service-tls', secret: expect.objectContaining({ secretName: 'tls' }) };
/** A model manifest of the operator, where models are prepared and where they are used. */
const MANIFEST = {
  env: { MODEL_MANIFEST: '/etc/models/profiles.json', HUB_TOKEN: 'x' },
  volumeMounts: containing({ name: 'manifest', mountPath: '/etc/models' }),
};
const COLLECTOR = { ports: [{ protocol: 'TCP', port: 4318 }], to: [{ ipBlock: { cidr: '10.1.0.0/16' } }] };

/** What values change, by the objects whose `spec` they change. */
const ROWS: [what: string, example: string, values: string[], changed: Record<string, object>][] = [
  [
    'writes a number into a variable as the values have it',
    'small',
    ['gateway.env={"MAINTENANCE_INTERVAL_MS":3600000,"DATABASE_POOL_MAX":5}'],
    {
      'Deployment demo-gateway': podWith({
        env: { MAINTENANCE_INTERVAL_MS: '3600000', DATABASE_POOL_MAX: '5' },
      }),
    },
  ],
  [
    'mounts the certificate of serviceTls into every service, and names its files',
    'small',
    ['serviceTls.secretName=tls'],
    Object.fromEntries(
      SERVICES.map((name) => [`Deployment demo-${name}`, podWith(TLS, { volumes: containing(TLS_VOLUME) })]),
    ),
  ],
  [
    'gives the gateway the price list of a ConfigMap',
    'small',
    ['pricing.existingConfigMap=prices'],
    {
      'Deployment demo-gateway': podWith(
        {
          env: { PRICING_FILE: '/etc/pricing/pricing.json' },
          volumeMounts: containing({ name: 'pricing', mountPath: '/etc/pricing' }),
        },
        { volumes: containing({ name: 'pricing', configMap: { name: 'prices' } }) },
      ),
    },
  ],
  [
    'mounts a model manifest of the operator where models are prepared and where they are used',
    'small',
    [
      'embedding.env.MODEL_MANIFEST=/etc/models/profiles.json',
      'embedding.extraEnv[0].name=HUB_TOKEN,embedding.extraEnv[0].value=x',
      'embedding.extraVolumes[0].name=manifest,embedding.extraVolumes[0].configMap.name=profiles',
      'embedding.extraVolumeMounts[0].name=manifest,embedding.extraVolumeMounts[0].mountPath=/etc/models',
    ],
    {
      'Deployment demo-embedding': podWith(MANIFEST, {
        initContainers: [MANIFEST],
        volumes: containing({ name: 'manifest', configMap: { name: 'profiles' } }),
      }),
    },
  ],
  [
    'runs with the service accounts that it makes',
    'production',
    ['migration.serviceAccount.create=true'],
    {
      'ServiceAccount demo-rights': {},
      'ServiceAccount demo-migrate': {},
      'Deployment demo-rights': podWith({}, { serviceAccountName: 'demo-rights' }),
      'Job demo-migrate': podWith({}, { serviceAccountName: 'demo-migrate' }),
    },
  ],
  [
    'migrates for as long as the values allow, and removes a job that failed',
    'small',
    ['migration.activeDeadlineSeconds=3600000', 'migration.resources.limits.memory=2Gi'],
    {
      'Job demo-migrate': {
        activeDeadlineSeconds: 3_600_000,
        ttlSecondsAfterFinished: 86_400,
        ...podWith({ resources: { limits: { memory: '2Gi' } } }),
      },
    },
  ],
  [
    'needs no spare GPU for an update',
    'gpu',
    [],
    {
      'Deployment demo-embedding': { strategy: { rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } } },
      'Deployment demo-gateway': { strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } } },
    },
  ],
  [
    'answers at several hosts, through an ingress or a route',
    'production',
    [
      'ingress.enabled=true,ingress.tlsSecretName=tls,ingress.hosts={a.example.org,b.example.org}',
      'httpRoute.hosts={a.example.org,b.example.org}',
    ],
    {
      'Ingress demo-gateway': {
        tls: [{ hosts: ['a.example.org', 'b.example.org'], secretName: 'tls' }],
        rules: [{ host: 'a.example.org' }, { host: 'b.example.org' }],
      },
      'HTTPRoute demo-gateway': {
        parentRefs: [{ name: 'public', namespace: 'gateways', sectionName: 'https' }],
        hostnames: ['a.example.org', 'b.example.org'],
        rules: [{ backendRefs: [{ name: 'demo-gateway', port: 80 }] }],
      },
    },
  ],
  [
    'runs a Qdrant of its own, whose nodes find the first one, and which retrieval alone reaches',
    'small',
    ['qdrant.replicas=3'],
    {
      'Deployment demo-retrieval': podWith({ env: { QDRANT_URL: 'http://demo-qdrant:6333' } }),
      'StatefulSet demo-qdrant': {
        replicas: 3,
        serviceName: 'demo-qdrant-peers',
        ...podWith({
          command: expect.arrayContaining([expect.stringContaining(BOOTSTRAP)]),
        }),
      },
      'Service demo-qdrant-peers': { clusterIP: 'None', publishNotReadyAddresses: true },
      'NetworkPolicy demo-qdrant': {
        ingress: [
          { ports: [{ port: 6333 }], from: from('retrieval') },
          { ports: [{ port: 6335 }], from: from('qdrant') },
        ],
      },
    },
  ],
  [
    'lets every pod, and the job that migrates, reach what the values add',
    'small',
    [
      'networkPolicy.extraEgress[0].ports[0].protocol=TCP,networkPolicy.extraEgress[0].ports[0].port=4318',
      'networkPolicy.extraEgress[0].to[0].ipBlock.cidr=10.1.0.0/16',
    ],
    {
      'NetworkPolicy demo-all': { egress: containing(COLLECTOR) },
      'NetworkPolicy demo-migrate': { egress: containing(COLLECTOR) },
    },
  ],
  [
    'lets what reads the web use IPv6, and no address of the cluster',
    'small',
    [],
    {
      'NetworkPolicy demo-embedding': {
        egress: containing({
          to: containing({ ipBlock: { cidr: '::/0', except: ['fc00::/7', 'fe80::/10'] } }),
        }),
      },
    },
  ],
];

describeWithHelm('the chart', () => {
  it.each(ROWS)('%s', async (_what, example, values, changed) => {
    const rendered = await chart(example, ...values);
    const specs = Object.entries(rendered).map(([name, { spec }]) => [name, spec] as const);
    expect(Object.fromEntries(specs)).toMatchObject(changed);
  });

  describeWith(pythonWith('kubernetes_validate'), 'with its validator', (python) => {
    const folder = folderOfSuite();
    it.each(EXAMPLES)('is valid by the schemas of Kubernetes with the values %s', async (name) => {
      const file = `${folder}/manifests.yaml`;
      writeFileSync(file, await render(valuesOf(name)));
      const words = ['-m', 'kubernetes_validate', '--strict', '--no-warn', '-k', '1.34', file];
      const { status, stdout, stderr } = spawnSync(python, words, { encoding: 'utf8' });
      expect({ status, output: stdout + stderr }).toMatchObject({ status: 0 });
      expect(stdout).toContain('passed');
    });
  });

  it('runs every container as another user than root, on a read-only disk, with no capability and no secret in a variable', async () => {
    const pods = podsIn(Object.values(await chart('production', ...OWN_QDRANT)));
    // Besides the services: the job that migrates, the test and Qdrant.
    expect(pods).toHaveLength(SERVICES.length + 3);
    for (const pod of pods) {
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      for (const container of containersOf(pod)) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources).toMatchObject({ requests: {}, limits: {} });
      }
    }
    const names = pods.flatMap(containersOf).flatMap(({ env = {} }) => Object.keys(env));
    // Qdrant reads no file with its key.
    const secret = names.filter((name) => /SECRET|TOKEN|DATABASE_URL|REDIS|^QDRANT_API_KEY/.test(name));
    expect(secret.length).toBeGreaterThan(6);
    for (const name of secret) expect(name).toMatch(/_FILE$/);
  });

  it('leaves the ids of users and groups to OpenShift', async () => {
    for (const { securityContext } of podsIn(Object.values(await chart('openshift'))))
      expect(securityContext).toEqual({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
  });

  it('gives every object a name that Kubernetes takes, however long the name of the release is', async () => {
    const text = await render(valuesOf('production', ...OWN_QDRANT), 'r'.repeat(RELEASE_CHARACTERS_MAX));
    const names = Object.values(objectsIn(text)).map(({ kind, metadata: { name } }) =>
      // Its pods have the name of a revision.
      kind === 'StatefulSet' ? `${name}-5b9c7d4f8d` : name,
    );
    expect(names).toHaveLength(text.match(/^kind: /gm)?.length ?? 0);
    expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(NAME_CHARACTERS_MAX);
  });

  it('begins every name with fullnameOverride, and the addresses that services call with it', async () => {
    const rendered = await chart('production', 'fullnameOverride=pictures');
    expect(Object.values(rendered).filter(({ metadata }) => !metadata.name.startsWith('pictures'))).toEqual(
      [],
    );
    expect(rendered['Deployment pictures-embedding']?.spec).toMatchObject(
      podWith({ env: { RETRIEVAL_ADDRESS: 'dns:///pictures-retrieval:7002' } }),
    );
  });

  it('gives every pod the labels and the place of the values', async () => {
    const settings = ['affinity.nodeAffinity.a=b', 'priorityClassName=high', 'nodeSelector.disk=fast'];
    const values = [...SERVICES, 'migration'].flatMap((part) => settings.map((set) => `${part}.${set}`));
    const placed = {
      affinity: { nodeAffinity: { a: 'b' } },
      priorityClassName: 'high',
      nodeSelector: { disk: 'fast' },
    };
    const rendered = await chart('small', 'podLabels.team=search', ...values);
    for (const name of [...SERVICES.map((service) => `Deployment demo-${service}`), 'Job demo-migrate'])
      expect([name, rendered[name]?.spec['template']]).toMatchObject([
        name,
        { metadata: { labels: { team: 'search' } }, spec: placed },
      ]);
  });

  it('lets a node be drained of pods that crash', async () => {
    const budgets = Object.values(await chart('small')).filter(({ kind }) => kind === 'PodDisruptionBudget');
    expect(budgets).toHaveLength(SERVICES.length + 1);
    for (const { spec } of budgets)
      expect(spec).toMatchObject({ maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow' });
  });

  it('allows each service only the peers that it calls', async () => {
    const rendered = await chart('production');
    const callers = (service: string): unknown =>
      JSON.stringify(rendered[`NetworkPolicy demo-${service}`]?.spec['ingress']);
    expect(callers('rights')).toContain('"gateway"');
    expect(callers('rights')).not.toContain('"embedding"');
    expect(callers('reranker')).not.toContain('"ingest"');
    // Only what scrapes metrics.
    expect(callers('ingest')).not.toMatch(/podSelector|grpc/);
    // `helm test` is a caller too.
    expect(callers('gateway')).toContain('"test"');
    for (const example of EXAMPLES)
      expect(
        Object.keys(await chart(example)).filter((name) => name.startsWith('NetworkPolicy')).length,
      ).toBeGreaterThan(7);
  });

  it('lets the job that migrates reach DNS and Postgres in a namespace that denies everything, before the job is there', async () => {
    const rendered = await chart(
      'production',
      'networkPolicy.dnsPorts={5353}',
      'migration.serviceAccount.create=true',
    );
    const hookOf = (kind: string) => {
      const { 'helm.sh/hook': hook, 'helm.sh/hook-weight': weight } =
        rendered[`${kind} demo-migrate`]?.metadata.annotations ?? {};
      return { hook, weight: Number(weight) };
    };
    const job = hookOf('Job');
    for (const kind of ['NetworkPolicy', 'ServiceAccount']) {
      expect(hookOf(kind).hook).toBe(job.hook);
      expect(hookOf(kind).weight).toBeLessThan(job.weight);
    }
    const { egress } = rendered['NetworkPolicy demo-migrate']?.spec as { egress: { ports?: object[] }[] };
    expect(egress.flatMap(({ ports = [] }) => ports)).toEqual([
      { protocol: 'UDP', port: 5353 },
      { protocol: 'TCP', port: 5353 },
      { protocol: 'TCP', port: 5432 },
    ]);
  });

  it('gives the alerts the job that they watch, and the label `service` of the services', async () => {
    const rendered = await chart('production');
    const { jobLabel, endpoints, selector } = rendered['ServiceMonitor demo']?.spec as {
      jobLabel: string;
      endpoints: unknown[];
      selector: { matchLabels: Record<string, string> };
    };
    const scraped = Object.values(rendered).filter(
      ({ kind, metadata }) =>
        kind === 'Service' &&
        Object.entries(selector.matchLabels).every(([name, value]) => metadata.labels[name] === value),
    );
    expect(scraped.map(({ metadata }) => metadata.name).toSorted()).toEqual(
      SERVICES.map((service) => `demo-${service}-ops`).toSorted(),
    );
    for (const { metadata } of scraped) expect(metadata.labels[jobLabel]).toMatch(/^image-search.*$/);
    expect(endpoints).toMatchObject([{ honorLabels: true }]);
    expect(rendered['PrometheusRule demo']?.spec).toEqual(parse(readText('infra/prometheus/alerts.yml')));
  });
});
