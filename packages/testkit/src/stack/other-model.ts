import { createEmbeddingClient, embeddingServiceDefinition } from '@imagesearch/contracts/embedding';
import type {
  DescribeModelRequest,
  EmbedImageRequest,
  EmbedTextsRequest,
  Vector,
} from '@imagesearch/contracts/messages';
import { AppError } from '@imagesearch/service-kit/errors';
import { startGrpcServer, unary } from '@imagesearch/service-kit/grpc/server';
import { createLogger } from '@imagesearch/service-kit/logging';

/** An embedding service of another model: the real one's vectors in another space, under another fingerprint. */
export interface OtherModel {
  address: string;
  fingerprint: string;
  /** Images that were embedded. */
  images: () => number;
  /** From now on so many images are refused, as ones that the model cannot read. */
  refuse: (images: number) => void;
  close: () => Promise<void>;
}

export async function startOtherModel(target: string, serviceToken: string): Promise<OtherModel> {
  const logger = createLogger({ service: 'other-model', level: 'silent' });
  const client = createEmbeddingClient(target, serviceToken);
  const fingerprint = 'sha256:of-another-model';
  let images = 0;
  let refused = 0;
  const turned = (vector: Vector | null): Vector => ({ values: [...(vector?.values ?? [])].reverse() });
  const server = await startGrpcServer({
    drainTimeoutMs: 1_000,
    listen: '127.0.0.1:0',
    definition: embeddingServiceDefinition,
    logger,
    handlers: {
      DescribeModel: unary<DescribeModelRequest, unknown>(logger, async (request, call) => ({
        ...(await client.describeModel(request, call)),
        fingerprint,
      })),
      EmbedTexts: unary<EmbedTextsRequest, unknown>(logger, async (request, call) => {
        const answer = await client.embedTexts(request, call);
        const { vectors, sightVectors } = answer;
        return {
          ...answer,
          fingerprint,
          vectors: vectors.map(turned),
          sightVectors: sightVectors.map(turned),
        };
      }),
      EmbedImage: unary<EmbedImageRequest, unknown>(logger, async (request, call) => {
        refused -= 1;
        if (refused >= 0) throw new AppError('invalid_request', 'This picture cannot be read.');
        const answer = await client.embedImage(request, call);
        images += 1;
        return {
          ...answer,
          fingerprint,
          vector: turned(answer.vector),
          sight: turned(answer.sight),
        };
      }),
    },
  });
  server.setServing(true);
  return {
    address: server.address,
    fingerprint,
    images: () => images,
    refuse: (count) => void (refused = count),
    close: async () => {
      await server.close();
      client.close();
    },
  };
}
