import {
  Client,
  connectivityState,
  credentials,
  type ClientReadableStream,
  type experimental,
} from '@grpc/grpc-js';
import { service as healthDefinition } from 'grpc-health-check';

/** A connection to one replica, shared by every channel of this process. */
export type Connection = ReturnType<experimental.SubchannelInterface['getRealSubchannel']>;

/** A health stream that breaks while its connection stays is opened again. */
const REOPEN_PAUSE_MS = 1_000;

const { Watch } = healthDefinition;

/**
 * What one replica says of itself through `grpc.health.v1.Health/Watch`, on the connection that its calls use. Unknown
 * until it has said so; known again after each new connection.
 */
export class ReplicaHealth {
  readonly #connection: Connection;
  readonly #onChange: () => void;
  #stream: ClientReadableStream<{ status: string }> | undefined;
  #reopening: NodeJS.Timeout | undefined;
  #serving: boolean | undefined;
  #isClosed = false;

  constructor(connection: Connection, onChange: () => void) {
    this.#connection = connection;
    this.#onChange = onChange;
    connection.addConnectivityStateListener(this.#follow);
    this.#follow();
  }

  /** Undefined while the replica has not answered. */
  get isServing(): boolean | undefined {
    return this.#serving;
  }

  close(): void {
    this.#isClosed = true;
    this.#connection.removeConnectivityStateListener(this.#follow);
    this.#stop();
  }

  readonly #follow = (): void => {
    if (this.#connection.getConnectivityState() === connectivityState.READY) this.#watch();
    else {
      this.#stop();
      this.#set(undefined);
    }
  };

  #watch(): void {
    if (this.#isClosed || this.#stream !== undefined || Watch === undefined) return;
    const client = new Client('', credentials.createInsecure(), {
      channelOverride: this.#connection.getChannel(),
    });
    const stream = client.makeServerStreamRequest(
      Watch.path,
      Watch.requestSerialize,
      Watch.responseDeserialize as (bytes: Buffer) => { status: string },
      { service: '' },
    );
    this.#stream = stream;
    stream.on('data', ({ status }: { status: string }) => {
      if (this.#stream === stream) this.#set(status === 'SERVING');
    });
    // The status comes after it and says the same.
    stream.on('error', () => undefined);
    stream.on('status', () => {
      if (this.#stream !== stream) return;
      this.#stop();
      // A server without a health service is used; one that has just said NOT_SERVING is not.
      if (this.#serving !== false) this.#set(undefined);
      this.#reopening = setTimeout(() => {
        this.#follow();
      }, REOPEN_PAUSE_MS).unref();
    });
  }

  #stop(): void {
    clearTimeout(this.#reopening);
    const stream = this.#stream;
    this.#stream = undefined;
    stream?.cancel();
  }

  #set(serving: boolean | undefined): void {
    if (this.#serving === serving) return;
    this.#serving = serving;
    this.#onChange();
  }
}
