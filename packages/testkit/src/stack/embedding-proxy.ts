import { createEmbeddingClient, serviceDefinition } from '@imagesearch/contracts/clients';
import type {
  DescribeModelRequest,
  EmbedImageRequest,
  EmbedTextsRequest,
  Vector,
} from '@imagesearch/contracts/messages';
import { AppError } from '@imagesearch/service-kit/errors';
import { startGrpcServer, unary } from '@imagesearch/service-kit/grpc/server';
import { createLogger } from '@imagesearch/service-kit/logging';

export interface EmbeddingProxy {
  address: string;
  /** Images whose vectors were handed out. */
  images: () => number;
  /** Calls back, once, as the count is reached, and answers when that is done. */
  atImage: (count: number, reached: () => void | Promise<void>) => void;
  /** From now on so many images are refused, as ones that the model cannot read. */
  refuse: (images: number) => void;
  close: () => Promise<void>;
}

export const OTHER_FINGERPRINT = 'sha256:of-another-model';

/**
 * Stands before the real embedding service and counts the images that it is asked to look at. As another model it answers
 * with the vectors in another space, under another fingerprint.
 */
export async function startEmbeddingProxy(
  target: string,
  serviceToken: string,
  { isOtherModel = false } = {},
): Promise<EmbeddingProxy> {
  const logger = createLogger({ service: 'embedding-proxy', level: 'silent' });
  const client = createEmbeddingClient(target, serviceToken);
  const signed = isOtherModel ? { fingerprint: OTHER_FINGERPRINT } : {};
  const turned = (vector: Vector | null): Vector | null =>
    isOtherModel ? { values: [...(vector?.values ?? [])].reverse() } : vector;
  let images = 0;
  let refused = 0;
  let waiting: { count: number; reached: () => void | Promise<void> }[] = [];
  const server = await startGrpcServer({
    drainTimeoutMs: 1_000,
    listen: '127.0.0.1:0',
    definition: serviceDefinition('embedding'),
    logger,
    handlers: {
      DescribeModel: unary<DescribeModelRequest, unknown>(logger, async (request, call) => ({
        ...(await client.describeModel(request, call)),
        ...signed,
      })),
      EmbedTexts: unary<EmbedTextsRequest, unknown>(logger, async (request, call) => {
        const answer = await client.embedTexts(request, call);
        const { vectors, sightVectors } = answer;
        return { ...answer, ...signed, vectors: vectors.map(turned), sightVectors: sightVectors.map(turned) };
      }),
      EmbedImage: unary<EmbedImageRequest, unknown>(logger, async (request, call) => {
        refused -= 1;
        if (refused >= 0) throw new AppError('invalid_request', 'This picture cannot be read.');
        const answer = await client.embedImage(request, call);
        images += 1;
        const due = waiting.filter(({ count }) => count <= images);
        waiting = waiting.filter(({ count }) => count > images);
        for (const { reached } of due) await reached();
        return { ...answer, ...signed, vector: turned(answer.vector), sight: turned(answer.sight) };
      }),
    },
  });
  return {
    address: server.address,
    images: () => images,
    atImage: (count, reached) => void waiting.push({ count, reached }),
    refuse: (count) => void (refused = count),
    close: async () => {
      await server.close();
      client.close();
    },
  };
}
