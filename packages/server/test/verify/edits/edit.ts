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

/** An edit of one commission: `set` is SQL. */
export function commissionEdit(name: string, id: number, set: string, what: RegExp): Edit {
  return {
    name: `commissions.${name}`,
    tables: ['commissions'],
    sql: [`update commissions set ${set} where id = ${id}`],
    table: 'commissions',
    id,
    what,
  };
}
