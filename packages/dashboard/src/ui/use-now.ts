import { useEffect, useReducer } from 'react';
import { serverNow } from '../format/clock.js';

const TICK_MS = 30_000;

/** The service's time in milliseconds, renewed with every render, and, while `isTicking`, every half minute or as often as said. */
export function useNow(isTicking: boolean, everyMs = TICK_MS): number {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [isTicking, everyMs]);
  return serverNow();
}
