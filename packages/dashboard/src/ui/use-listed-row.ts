import { useEffect, useState } from 'react';
import type { ListState } from '../api/use-read.js';

/** As many pages are looked through for a row that an address names; who needs an older one searches for it. */
const MOST_PAGES = 20;

/** The row of a list that an address names; looks through further pages where it is not on the first. null: it is not there. */
export function useListedRow<Item>(
  { rows, more, isLoadingMore = false, isChanging = false }: ListState<Item>,
  wanted: string | undefined,
  keyOf: (item: Item) => string | number,
): Item | null | undefined {
  const [asked, setAsked] = useState(0);
  const row = wanted === undefined ? undefined : rows?.find((item) => String(keyOf(item)) === wanted);
  const isMissing = wanted !== undefined && rows !== undefined && !isChanging && row === undefined;
  const canLook = more !== undefined && asked < MOST_PAGES;
  const looksOn = isMissing && canLook && !isLoadingMore;
  useEffect(() => {
    if (!looksOn) return;
    setAsked((count) => count + 1);
    more?.();
  }, [looksOn, more]);
  return row ?? (isMissing && !canLook && !isLoadingMore ? null : undefined);
}
