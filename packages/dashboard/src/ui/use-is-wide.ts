import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Whether the table within an element is wider than the element, watched while it is shown. */
export function useIsWide(): [RefObject<HTMLDivElement | null>, boolean] {
  const ref = useRef<HTMLDivElement>(null);
  const [isWide, setIsWide] = useState(false);
  useLayoutEffect(() => {
    const frame = ref.current;
    const table = frame?.querySelector('table');
    if (!frame || !table) return setIsWide(false);
    const observer = new ResizeObserver(() => setIsWide(table.offsetWidth > frame.clientWidth + 1));
    observer.observe(frame);
    observer.observe(table);
    return () => observer.disconnect();
  });
  return [ref, isWide];
}
