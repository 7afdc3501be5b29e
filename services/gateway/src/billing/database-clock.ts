import type { Database } from '@imagesearch/service-kit/postgres/database';

/** An answer that took longer says too little about the time. */
const ROUND_TRIP_MS_MAX = 1_000;

/**
 * The database's clock, which all gateways share. Reservations, billing periods and retention follow it, so that a
 * gateway whose own clock is wrong moves no credits at the wrong time. Between two synchronisations the clock runs with
 * the monotonic time of the process, which a change of the system's time does not move.
 */
export class DatabaseClock {
  readonly #database: Pick<Database, 'query'>;
  /** Unix milliseconds of the database at the start of the monotonic time. */
  #origin = performance.timeOrigin;

  private constructor(database: Pick<Database, 'query'>) {
    this.#database = database;
  }

  static async open(database: Pick<Database, 'query'>): Promise<DatabaseClock> {
    const clock = new DatabaseClock(database);
    await clock.#read(Infinity);
    return clock;
  }

  now(): Date {
    return new Date(this.#origin + performance.now());
  }

  async synchronise(): Promise<void> {
    await this.#read(ROUND_TRIP_MS_MAX);
  }

  async #read(roundTripMsMax: number): Promise<void> {
    const askedAt = performance.now();
    const { rows } = await this.#database.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    const answeredAt = performance.now();
    const now = rows[0]?.now.getTime();
    if (now === undefined || answeredAt - askedAt > roundTripMsMax) return;
    this.#origin = now - (askedAt + answeredAt) / 2;
  }
}
