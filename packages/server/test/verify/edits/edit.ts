/** What somebody with access to the database changes by hand, and the difference that verify has to name. */
export interface Edit {
  /** The column, or what is done. */
  readonly name: string;
  readonly tables: readonly string[];
  readonly sql: readonly string[];
  readonly table: string;
  readonly id: number | string;
  readonly what: RegExp;
}
