import { useIntersection } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/**
 * For what often stands far down a page and would keep what is above it waiting: `isSeen` once the element with `ref` is in view, or nearly.
 */
export function useWhenSeen() {
  const { ref, entry } = useIntersection({ rootMargin: '100px' });
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (entry?.isIntersecting) setSeen(true);
  }, [entry]);
  return { ref, isSeen };
}
