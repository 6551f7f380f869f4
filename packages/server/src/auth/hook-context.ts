import type { createAuthMiddleware } from 'better-auth/api';

/** The argument of a hook of the sign-in library. */
export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];
