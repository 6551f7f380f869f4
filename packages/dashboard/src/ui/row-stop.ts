import { createContext, useContext } from 'react';

/**
 * Whether what is shown is part of a row that leads somewhere itself and does not have the focus: then the row is the one stop for the
 * keyboard. Once the focus is in the row, Tab goes on to what else is in it.
 */
export const InRow = createContext(false);

/** Properties of a control that may stand in a row: `<ActionIcon {...useRowStop()}>`. */
export function useRowStop(): { readonly tabIndex?: -1 } {
  return useContext(InRow) ? { tabIndex: -1 } : {};
}
