import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isSignedOut } from './error.js';

const FRESH_MS = 15_000;
const MAX_RETRIES = 2;

/** Whether asking again can help: there was no answer, or the service is busy. */
function isWorthRetrying(count: number, error: Error): boolean {
  const passing = error instanceof ApiError && (error.status === 0 || error.status === 503);
  return passing && count < MAX_RETRIES;
}

/**
 * The memory of what was read. `on.signedOut` is called when the service no longer knows the session, `on.twoFactorRequired`
 * when a workspace demands that two-factor authentication is set up first.
 */
export function createQueryClient(on: {
  readonly signedOut: () => void;
  readonly twoFactorRequired: () => void;
}): QueryClient {
  const onError = (error: Error) => {
    if (isSignedOut(error)) on.signedOut();
    if (error instanceof ApiError && error.code === 'two_factor_required') on.twoFactorRequired();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { staleTime: FRESH_MS, retry: isWorthRetrying, refetchOnWindowFocus: true } },
  });
}
