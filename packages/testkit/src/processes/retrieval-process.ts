import { createRetrievalClient, type RetrievalClient } from '@imagesearch/contracts/retrieval';
import { freePort } from '../network/free-port.js';
import { ServiceProcess } from './service-process.js';

/** The retrieval service in a process of its own, which a test can kill. */
export class RetrievalProcess {
  readonly client: RetrievalClient;
  readonly #service: ServiceProcess;

  private constructor(service: ServiceProcess) {
    this.#service = service;
    this.client = createRetrievalClient(service.address);
  }

  /** Answers when it serves. */
  static async start(env: Readonly<Record<string, string>>): Promise<RetrievalProcess> {
    const address = `127.0.0.1:${await freePort()}`;
    const service = new ServiceProcess({
      name: 'retrieval',
      address,
      env: { ...env, RETRIEVAL_LISTEN: address },
    });
    await service.start();
    return new RetrievalProcess(service);
  }

  /** As a power cut would: nothing is flushed, closed or released. */
  async kill(): Promise<void> {
    await this.#service.stop('SIGKILL');
    this.client.close();
  }
}
