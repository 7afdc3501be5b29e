import {
  experimental,
  status,
  type Metadata,
  Client,
  connectivityState,
  credentials,
  type ClientReadableStream,
} from '@grpc/grpc-js';
import { service as healthDefinition } from 'grpc-health-check';
import { isAnswered } from './status.js';

const NAME = 'serving_replicas';

/** The load balancing policy that sends calls to replicas that serve, and spreads them as `child` does. */
export function servingReplicas(child: object): object {
  registerOnce();
  return { [NAME]: { child_policy: [child] } };
}

function registerOnce(): void {
  if (!experimental.isLoadBalancerNameRegistered(NAME)) {
    experimental.registerLoadBalancerType(NAME, ServingBalancer, ServingConfig);
  }
}

class ServingConfig implements experimental.TypedLoadBalancingConfig {
  readonly child: experimental.TypedLoadBalancingConfig;

  constructor(child: experimental.TypedLoadBalancingConfig) {
    this.child = child;
  }

  static createFromJson({ child_policy: child }: { child_policy: object[] }): ServingConfig {
    const parsed = experimental.selectLbConfigFromList(child as never);
    if (parsed === null) throw new Error(`${NAME}: no known child policy`);
    return new ServingConfig(parsed);
  }

  getLoadBalancerName(): string {
    return NAME;
  }

  toJsonObject(): object {
    return { [NAME]: { child_policy: [this.child.toJsonObject()] } };
  }
}

/** A connection as the policies below see it: unhealthy while its replica is not to be called. */
class Replica extends experimental.BaseSubchannelWrapper {
  readonly #onDestroy: (replica: Replica) => void;

  constructor(child: experimental.SubchannelInterface, onDestroy: (replica: Replica) => void) {
    super(child);
    this.#onDestroy = onDestroy;
  }

  setCallable(isCallable: boolean): void {
    this.setHealthy(isCallable);
  }

  getWrapped(): experimental.SubchannelInterface {
    return this.child;
  }

  protected override destroy(): void {
    super.destroy();
    this.#onDestroy(this);
  }
}

interface KnownReplica {
  health: ReplicaHealth;
  /** Each update of the address list makes new ones of the same connection. */
  replicas: Set<Replica>;
}

/**
 * Keeps calls from replicas that do not serve yet or no longer. While no replica is known to serve, every connected one
 * is called: its error says more than "unavailable".
 */
class ServingBalancer implements experimental.LoadBalancer {
  readonly #child: experimental.ChildLoadBalancerHandler;
  readonly #known = new Map<Connection, KnownReplica>();

  constructor(helper: experimental.ChannelControlHelper) {
    this.#child = new experimental.ChildLoadBalancerHandler(
      experimental.createChildChannelControlHelper(helper, {
        createSubchannel: (address, options) => this.#add(helper.createSubchannel(address, options)),
        updateState: (state, picker, message) => helper.updateState(state, unwrapping(picker), message),
      }),
    );
  }

  updateAddressList(
    endpoints: Parameters<experimental.LoadBalancer['updateAddressList']>[0],
    config: experimental.TypedLoadBalancingConfig,
    options: Parameters<experimental.LoadBalancer['updateAddressList']>[2],
    note: string,
  ): boolean {
    if (!(config instanceof ServingConfig)) return false;
    return this.#child.updateAddressList(endpoints, config.child, options, note);
  }

  exitIdle(): void {
    this.#child.exitIdle();
  }

  resetBackoff(): void {
    this.#child.resetBackoff();
  }

  destroy(): void {
    this.#child.destroy();
    for (const { health } of this.#known.values()) health.close();
    this.#known.clear();
  }

  getTypeName(): string {
    return NAME;
  }

  #add(subchannel: experimental.SubchannelInterface): Replica {
    const connection = subchannel.getRealSubchannel();
    const known = this.#known.get(connection) ?? this.#follow(connection);
    const replica = new Replica(subchannel, (gone) => {
      known.replicas.delete(gone);
      // A new address list drops a connection and takes it up again in one turn.
      setImmediate(() => this.#forgetUnused(connection));
    });
    known.replicas.add(replica);
    replica.setCallable(this.#isCallable(known));
    return replica;
  }

  #follow(connection: Connection): KnownReplica {
    const known = {
      health: new ReplicaHealth(connection, () => this.#update()),
      replicas: new Set<Replica>(),
    };
    this.#known.set(connection, known);
    return known;
  }

  #forgetUnused(connection: Connection): void {
    const known = this.#known.get(connection);
    if (known === undefined || known.replicas.size > 0) return;
    known.health.close();
    this.#known.delete(connection);
    this.#update();
  }

  #isCallable({ health }: KnownReplica): boolean {
    if (health.isServing === true) return true;
    return ![...this.#known.values()].some(
      (other) => other.replicas.size > 0 && other.health.isServing === true,
    );
  }

  #update(): void {
    for (const known of this.#known.values()) {
      const isCallable = this.#isCallable(known);
      for (const replica of known.replicas) replica.setCallable(isCallable);
    }
  }
}

/** Hands on the connection that the channel knows, and tells the policy below only of failures of the replica. */
function unwrapping(picker: experimental.Picker): experimental.Picker {
  return {
    pick: (args) => {
      const picked = picker.pick(args);
      if (!(picked.subchannel instanceof Replica)) return picked;
      const { onCallEnded } = picked;
      return {
        ...picked,
        subchannel: picked.subchannel.getWrapped(),
        onCallEnded:
          onCallEnded &&
          ((code, details, metadata) => {
            if (code !== status.CANCELLED) onCallEnded(healthOf(code, metadata), details, metadata);
          }),
      };
    },
  };
}

const FAULTS_WITHOUT_ANSWER: ReadonlySet<status> = new Set([
  status.UNAVAILABLE,
  status.DEADLINE_EXCEEDED,
  status.UNKNOWN,
]);

/** A refused request says nothing about the replica: a caller must not be able to have replicas left out. */
function healthOf(code: status, metadata: Metadata): status {
  const isFault = code === status.INTERNAL || (FAULTS_WITHOUT_ANSWER.has(code) && !isAnswered(metadata));
  return isFault ? code : status.OK;
}

/** A connection to one replica, shared by every channel of this process. */
type Connection = ReturnType<experimental.SubchannelInterface['getRealSubchannel']>;

/** A health stream that breaks while its connection stays is opened again. */
const REOPEN_PAUSE_MS = 1_000;

const { Watch } = healthDefinition;

/**
 * What one replica says of itself through `grpc.health.v1.Health/Watch`, on the connection that its calls use. Unknown
 * until it has said so; known again after each new connection.
 */
class ReplicaHealth {
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
