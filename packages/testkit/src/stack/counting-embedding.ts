import { createEmbeddingClient, embeddingServiceDefinition } from '@imagesearch/contracts/embedding';
import type {
  DescribeModelRequest,
  EmbedImageRequest,
  EmbedTextsRequest,
} from '@imagesearch/contracts/messages';
import { startGrpcServer, unary } from '@imagesearch/service-kit/grpc/server';
import { createLogger } from '@imagesearch/service-kit/logging';

/** Stands before the real embedding service and counts the images that it is asked to look at. */
export interface CountingEmbedding {
  address: string;
  /** Images whose vectors were handed out. */
  images: () => number;
  /** Calls back, once, as the count is reached. */
  atImage: (count: number, reached: () => void) => void;
  close: () => Promise<void>;
}

export async function startCountingEmbedding(
  target: string,
  serviceToken: string,
): Promise<CountingEmbedding> {
  const logger = createLogger({ service: 'counting-embedding', level: 'silent' });
  const client = createEmbeddingClient(target, serviceToken);
  let images = 0;
  let waiting: { count: number; reached: () => void }[] = [];
  const server = await startGrpcServer({
    drainTimeoutMs: 1_000,
    listen: '127.0.0.1:0',
    definition: embeddingServiceDefinition,
    logger,
    handlers: {
      DescribeModel: unary<DescribeModelRequest, unknown>(logger, (request, call) =>
        client.describeModel(request, call),
      ),
      EmbedTexts: unary<EmbedTextsRequest, unknown>(logger, (request, call) =>
        client.embedTexts(request, call),
      ),
      EmbedImage: unary<EmbedImageRequest, unknown>(logger, async (request, call) => {
        const answer = await client.embedImage(request, call);
        images += 1;
        const due = waiting.filter(({ count }) => count <= images);
        waiting = waiting.filter(({ count }) => count > images);
        for (const { reached } of due) reached();
        return answer;
      }),
    },
  });
  server.setServing(true);
  return {
    address: server.address,
    images: () => images,
    atImage: (count, reached) => void waiting.push({ count, reached }),
    close: async () => {
      await server.close();
      client.close();
    },
  };
}
