import { useState } from 'react';
import type { Row } from '../../../api/client.js';
import type { Selection } from '../../../ui/data-table.js';
import type { Chosen } from './bulk.js';

const NOTHING: ReadonlySet<string> = new Set();

/** Which partners of a list are selected: some of those shown, or all that its filter finds. */
export function useBulkSelection(
  rows: readonly Pick<Row<'/api/programs/{programId}/partners'>, 'id' | 'status'>[],
  hasMore: boolean,
  filter: NonNullable<Chosen['filter']>,
): {
  readonly selection: Selection;
  readonly bar: {
    readonly chosen: Chosen;
    readonly count: number | null;
    readonly areApproved: boolean;
    readonly onSelectAll: (() => void) | undefined;
    readonly onClear: () => void;
  };
} {
  const [selected, setSelected] = useState(NOTHING);
  const [allOf, setAllOf] = useState<string | null>(null);
  const found = JSON.stringify(filter);
  // With another filter, "all" would be others.
  const isAll = allOf === found;
  const chosen = rows.filter(({ id }) => selected.has(String(id)));
  const ids = chosen.map(({ id }) => id);
  const choose = (next: ReadonlySet<string>) => {
    setAllOf(null);
    setSelected(next);
  };
  return {
    selection: {
      selected: isAll ? new Set(rows.map(({ id }) => String(id))) : selected,
      onChange: choose,
    },
    bar: {
      chosen: isAll ? { filter } : { ids },
      count: isAll ? null : ids.length,
      areApproved: isAll ? filter.status === 'approved' : chosen.every(({ status }) => status === 'approved'),
      onSelectAll: isAll || !hasMore ? undefined : () => setAllOf(found),
      onClear: () => choose(NOTHING),
    },
  };
}
