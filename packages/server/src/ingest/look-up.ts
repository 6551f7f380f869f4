import type { Statement } from '../database/statements.js';
import { arrayOf, type ColumnValue } from './columns.js';

/**
 * A statement that reads rows by their ids or keys and passes each row to `add`; null when there are no keys. The text gets
 * the keys as the array `$1`.
 */
export function lookUp<Row>(
  name: string,
  keys: Iterable<ColumnValue>,
  text: string,
  add: (row: Row) => void,
): Statement | null {
  const array = arrayOf(keys);
  if (array === '{}') return null;
  return {
    name,
    text,
    values: [array],
    take(rows: readonly Row[]) {
      for (const row of rows) add(row);
    },
  };
}
