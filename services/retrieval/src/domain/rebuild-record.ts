/** How far a copy of the serving collection has come, and which replica makes it. All replicas share one record. */
export interface RebuildRecord {
  /** Raised by every write. A holder whose record stands still for the time of a lease is dead. */
  beat: number;
  /** The replica that copies; null: none does, and the next one goes on. */
  holder: string | null;
  /** The collection that is filled; null while there is none. */
  target: string | null;
  /** Where the copy goes on; null begins. */
  cursor: string | null;
  /** Points that are copied. */
  done: number;
}

export const NO_REBUILD: Omit<RebuildRecord, 'beat'> = { holder: null, target: null, cursor: null, done: 0 };
