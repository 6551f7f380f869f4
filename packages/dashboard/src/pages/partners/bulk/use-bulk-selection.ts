import { useState } from 'react';
import type { Row } from '../../../api/client.js';
import type { Selection } from '../../../ui/data-table.js';
import type { Chosen } from './bulk.js';

type Status = Row<'/api/programs/{programId}/partners'>['status'];

const NOTHING: ReadonlySet<string> = new Set();

/** Which partners of a list are selected: some of those shown, or all that its filter finds. */
export function useBulkSelection(
  rows: readonly { readonly id: number; readonly status: Status }[],
  hasMore: boolean,
  filter: NonNullable<Chosen['filter']>,
): {
  readonly selection: Selection;
  readonly bar: {
    readonly chosen: Chosen;
    readonly count: number | null;
    readonly canApprove: boolean;
    readonly canReject: boolean;
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
  /** Whether one of them may have such a status: which ones all have is not known where the list shows any. */
  const some = (isSuch: (status: Status) => boolean) =>
    isAll
      ? filter.status === undefined || isSuch(filter.status as Status)
      : chosen.some(({ status }) => isSuch(status));
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
      canApprove: some((status) => status !== 'approved'),
      canReject: some((status) => status === 'pending'),
      onSelectAll: isAll || !hasMore ? undefined : () => setAllOf(found),
      onClear: () => choose(NOTHING),
    },
  };
}
