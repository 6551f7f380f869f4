import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a form that is longer than the window: when it or the service finds faults, the first field with one comes into view and
 * takes the focus. `<form ref={useFocusFault(form.errors)}>`
 */
export function useFocusFault(errors: Readonly<Record<string, unknown>>): RefObject<HTMLFormElement | null> {
  const element = useRef<HTMLFormElement>(null);
  const before = useRef(0);
  useEffect(() => {
    const faults = Object.keys(errors).length;
    // Fewer: somebody is correcting them.
    if (faults > 0 && faults >= before.current) {
      const field = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
      field?.scrollIntoView({ block: 'center' });
      field?.focus({ preventScroll: true });
    }
    before.current = faults;
  }, [errors]);
  return element;
}
