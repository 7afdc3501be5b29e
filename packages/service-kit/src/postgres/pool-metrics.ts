import { Gauge, Histogram, type Registry } from 'prom-client';
import type { Engine } from './engine.js';
import { DURATION_BUCKETS_S } from '../metrics.js';
import { inChildSpan, SpanKind } from '../telemetry/spans.js';

/** Runs one statement, with its wait for a connection. */
export type Observed = <Result>(sql: string, work: () => Promise<Result>) => Promise<Result>;

/** Counts the connections, and times and traces the statements. Without a registry it only traces. */
export function observeStatements(
  engine: Pick<Engine, 'connections'>,
  registry: Registry | undefined,
): Observed {
  const durations = registry && poolMetrics(engine, registry);
  return async (sql, work) => {
    const end = durations?.startTimer();
    const [verb = ''] = sql.trimStart().split(/\s/, 1);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql };
    try {
      const result = await inChildSpan(
        `postgres ${verb.toUpperCase()}`,
        { kind: SpanKind.CLIENT, attributes },
        work,
      );
      end?.({ outcome: 'done' });
      return result;
    } catch (error) {
      end?.({ outcome: 'failed' });
      throw error;
    }
  };
}

function poolMetrics(engine: Pick<Engine, 'connections'>, registry: Registry): Histogram<'outcome'> {
  const registers = [registry];
  new Gauge({
    name: 'database_pool_connections',
    help: 'Open connections to Postgres: used by a statement, or idle.',
    labelNames: ['state'],
    registers,
    collect() {
      const { used, idle } = engine.connections();
      this.set({ state: 'used' }, used);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Statements that wait for a connection.',
    registers,
    collect() {
      this.set(engine.connections().waiting);
    },
  });
  return new Histogram({
    name: 'database_query_duration_seconds',
    help: 'Duration of statements with their wait for a connection, by outcome.',
    labelNames: ['outcome'],
    buckets: DURATION_BUCKETS_S,
    registers,
  });
}
