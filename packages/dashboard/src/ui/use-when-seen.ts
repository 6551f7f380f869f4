import { useIntersection } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/**
 * For what stands far down a page and costs the service much: `isSeen` once somebody has scrolled to the element with `ref`, and from the
 * beginning where it is cheap.
 */
export function useWhenSeen({ isCostly }: { readonly isCostly: boolean }) {
  const { ref, entry } = useIntersection({ rootMargin: '100px' });
  const [isSeen, setSeen] = useState(!isCostly);
  useEffect(() => {
    if (entry?.isIntersecting) setSeen(true);
  }, [entry]);
  return { ref, isSeen };
}
