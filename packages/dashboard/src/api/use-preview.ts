import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Answer, type Input, type PathOf, request } from './client.js';
import type { ApiError } from './error.js';

/**
 * Reads what a change would do, of an address that with `preview: true` in the body changes nothing: as often as the input changes,
 * and without refetching what is shown.
 */
export function usePreview<P extends PathOf<'post'>>(
  path: P,
  input: Input<P, 'post'>,
): UseQueryResult<Answer<P, 'post'>, ApiError> {
  return useQuery({
    queryKey: ['preview', path, input],
    queryFn: ({ signal }) => request('post', path, input, { signal }),
  }) as UseQueryResult<Answer<P, 'post'>, ApiError>;
}
