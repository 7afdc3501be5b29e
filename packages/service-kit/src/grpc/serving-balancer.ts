import { experimental, status, type Metadata } from '@grpc/grpc-js';
import { ReplicaHealth, type Connection } from './replica-health.js';
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
