import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { texts } from '../texts/api.js';
import { type Answer, type Input, type Method, type PathOf, request } from './client.js';
import type { ApiError } from './error.js';

type WriteMethod = Exclude<Method, 'get'>;

interface WriteSettings<A, I> {
  /** Text of the notification on success; omitted, or null: none. */
  readonly done?: string | ((answer: A, input: I) => string | null);
  /** After everything that is shown was invalidated. */
  readonly onDone?: (answer: A, input: I) => void;
  /** The caller shows `error` itself, as a form does; otherwise a notification shows it. */
  readonly showsError?: boolean;
  /** Nothing that is shown is refetched. */
  readonly changesNothing?: boolean;
}

/** A change, as forms and buttons take it. */
export interface Write<A, I> {
  /** Sends it; what comes of it is in the other fields. */
  readonly send: (input: I) => void;
  /** Sends it and waits; null when it failed and the error was shown. */
  readonly sendAndWait: (input: I) => Promise<A | null>;
  readonly isSending: boolean;
  readonly error: ApiError | null;
  /** What was answered last; null: nothing yet. */
  readonly answer: A | null;
  /** Forgets the error, for when a form is opened again. */
  readonly reset: () => void;
}

/**
 * Changes something: `useWrite('post', '/api/programs/{programId}/links', { done: 'Link created' })`.
 * After a change everything that is shown is refetched, so no write has to know which reads depend on it.
 */
export function useWrite<M extends WriteMethod, P extends PathOf<M>>(
  method: M,
  path: P,
  settings: WriteSettings<Answer<P, M>, Input<P, M>> = {},
): Write<Answer<P, M>, Input<P, M>> {
  return useAction((input) => request(method, path, input), settings);
}

/** As `useWrite`, for what is no single request: an `auth` call, or several requests one after the other. */
export function useAction<A, I>(
  act: (input: I) => Promise<A>,
  settings: WriteSettings<A, I> = {},
): Write<A, I> {
  const queries = useQueryClient();
  const { done, onDone, showsError = false, changesNothing = false } = settings;
  const mutation = useMutation<A, ApiError, I>({
    mutationFn: act,
    onSuccess(answer, input) {
      if (!changesNothing) void queries.invalidateQueries();
      if (done !== undefined) {
        const message = typeof done === 'string' ? done : done(answer, input);
        if (message !== null) notifications.show({ message, color: 'brand' });
      }
      onDone?.(answer, input);
    },
    onError(error) {
      if (!showsError)
        notifications.show({ title: texts.somethingWentWrong, message: error.message, color: 'red' });
    },
  });
  return {
    send: mutation.mutate,
    sendAndWait: (input) => mutation.mutateAsync(input).catch(() => null),
    isSending: mutation.isPending,
    error: mutation.error,
    answer: mutation.data ?? null,
    reset: mutation.reset,
  };
}
