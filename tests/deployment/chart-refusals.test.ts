import { expect, it } from '@jest/globals';
import { describeWithHelm, render, valuesOf } from './support/helm.js';

/** What the API would refuse in the middle of an installation, or never say; and what Helm says instead. */
const REFUSED: [what: string, values: string[], error: RegExp][] = [
  ['a variable that the service does not read', ['embedding.env.EMBEDDING_TREADS=4'], /EMBEDDING_TREADS/],
  ['files of images in a folder that no volume keeps', ['blobs.existingClaim='], /existingClaim/],
  ['images of Docker Hub, which nobody pushed', ['image.registry='], /registry/],
  ['no Qdrant at all', ['qdrant.enabled=false'], /qdrant/],
  ['two Qdrants', ['qdrant.url=http://qdrant:6333'], /qdrant/],
  [
    'more replicas at least than at most',
    ['rights.autoscaling.enabled=true', 'rights.autoscaling.minReplicas=9'],
    /rights\.autoscaling: minReplicas is more than maxReplicas/,
  ],
  [
    'a limit below its request',
    ['gateway.resources.limits.memory=128Mi'],
    /gateway\.resources: the limit of memory/,
  ],
  ['such a limit in other units', ['rights.resources.limits.cpu=0.2'], /rights\.resources: the limit of cpu/],
  [
    'such a limit of models',
    ['models.resources.limits.memory=900M'],
    /models\.resources: the limit of memory/,
  ],
  ['an unknown unit', ['gateway.resources.limits.memory=1GB'], /gateway.*limits/s],
  ['TLS without a host', ['ingress.enabled=true', 'ingress.tlsSecretName=tls'], /ingress.*hosts/s],
  ['a route without a gateway', ['httpRoute.enabled=true'], /httpRoute.*parentRefs/s],
  ['a number as a label', ['podLabels.release=1'], /podLabels.*release/s],
  ['a number as a label of nodes', ['gateway.nodeSelector.rack=1'], /gateway.*nodeSelector.*rack/s],
  ['a label by which the chart selects', ['podLabels.app\\.kubernetes\\.io/component=x'], /podLabels/],
  ['to wait longer than to live', ['preStopSeconds=60'], /preStopSeconds/],
  ['scrapes that its own policies block', ['serviceMonitor.enabled=true'], /networkPolicy\.monitoringFrom/],
];

describeWithHelm('the chart refuses', () => {
  it.each(REFUSED)('%s, and says so', async (_what, values, stderr) => {
    await expect(render(valuesOf('small', ...values))).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(stderr),
    });
  });

  it('to be installed without the addresses of the stores', async () => {
    const stderr: unknown = expect.stringContaining('publicBaseUrl');
    await expect(render([])).rejects.toMatchObject({ code: 1, stderr });
  });

  it('none of what its own examples set', async () => {
    await render(valuesOf('production', 'serviceMonitor.enabled=true'));
    await render(valuesOf('small', 'serviceMonitor.enabled=true', 'networkPolicy.enabled=false'));
  });
});
