import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useRef } from 'react';

/**
 * Keeps a form that nobody has changed at what is stored. Otherwise a form made from what was read earlier would, when it is saved, undo
 * what a colleague has changed meanwhile. Call `form.resetDirty()` once the form is saved. `stored` has to stay the same object
 * until what is stored changes.
 */
export function useStoredValues<Values extends object>(
  form: Pick<UseFormReturnType<Values>, 'getValues' | 'getInitialValues' | 'setValues' | 'resetDirty'>,
  stored: Values,
): void {
  const shown = useRef(stored);
  useEffect(() => {
    if (shown.current === stored) return;
    shown.current = stored;
    // Compared here, because Mantine's `isDirty` overlooks items of lists that came or went.
    if (JSON.stringify(form.getValues()) !== JSON.stringify(form.getInitialValues())) return;
    form.setValues(stored);
    form.resetDirty(stored);
  }, [stored, form]);
}
