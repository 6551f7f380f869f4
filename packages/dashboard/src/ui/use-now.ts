import { useEffect, useReducer } from 'react';
import { serverNow } from '../format/clock.js';

const TICK_MS = 30_000;

/** The service's time in milliseconds, renewed with every render, and every half minute while `isTicking`. */
export function useNow(isTicking: boolean): number {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [isTicking]);
  return serverNow();
}
