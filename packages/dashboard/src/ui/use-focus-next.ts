import { useEffect, useRef } from 'react';

/** Gives the focus, once the next change is drawn, to the element with an id: for when what had it goes away or moves. */
export function useFocusNext(): (id: string) => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    document.getElementById(wanted.current)?.focus();
    wanted.current = null;
  });
  return (id) => {
    wanted.current = id;
  };
}
