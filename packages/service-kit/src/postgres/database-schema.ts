/** A service's own schema, with all of its tables. */
export interface DatabaseSchema {
  schema: string;
  /** Folder of numbered, forward-only `.sql` files. */
  migrationsDir: string;
  /**
   * Folders of `.sql` files with one function, trigger or view each. A changed file is applied after the migrations, so
   * it must be repeatable. A migration must drop the objects of a removed file.
   */
  functionsDirs?: readonly string[];
}
