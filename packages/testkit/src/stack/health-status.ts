import { credentials, makeClientConstructor, type ServiceError } from '@grpc/grpc-js';

export type HealthStatus = 'UNKNOWN' | 'SERVING' | 'NOT_SERVING' | 'SERVICE_UNKNOWN';

const STATUSES: HealthStatus[] = ['UNKNOWN', 'SERVING', 'NOT_SERVING', 'SERVICE_UNKNOWN'];

/** The one method of `grpc.health.v1.Health` that the tests need, as an orchestrator's probe calls it. */
const HealthClient = makeClientConstructor(
  {
    Check: {
      path: '/grpc.health.v1.Health/Check',
      requestStream: false,
      responseStream: false,
      requestSerialize: () => Buffer.alloc(0),
      requestDeserialize: () => undefined,
      responseSerialize: () => Buffer.alloc(0),
      // One field, an enum: its tag and its value; nothing at all stands for the value 0.
      responseDeserialize: (bytes: Buffer) => STATUSES[bytes[1] ?? 0] ?? 'UNKNOWN',
    },
  },
  'Health',
);

/** What the service at this address answers to a health probe. */
export async function healthStatus(address: string): Promise<HealthStatus> {
  const client = new HealthClient(address, credentials.createInsecure());
  try {
    return await new Promise((resolve, reject) => {
      const done = (error: ServiceError | null, status?: HealthStatus): void =>
        error ? reject(error) : resolve(status ?? 'UNKNOWN');
      client['Check']?.({}, done);
    });
  } finally {
    client.close();
  }
}
