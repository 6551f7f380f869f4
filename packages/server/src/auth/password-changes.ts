import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import type { Pool } from 'pg';

/**
 * What a new password ends: everything that was started with the old one. All other sessions, whatever the caller asked
 * for, and what still opens the account beside them: mails to choose a password, sign-ins that wait for a code, devices
 * that need none. Options of better-auth.
 */
export function passwordChanges(pool: Pool) {
  // The identifier of a verification is hashed, so they are found by whose they are.
  const endBegun = (userId: string) => pool.query('delete from verifications where value = $1', [userId]);
  return {
    endBegun,
    hooks: {
      before: createAuthMiddleware(async ({ path, body }) =>
        path === CHANGE_PASSWORD ? { context: { body: { ...body, revokeOtherSessions: true } } } : undefined,
      ),
      after: createAuthMiddleware(async ({ path, context }) => {
        if (path !== CHANGE_PASSWORD || isAPIError(context.returned)) return;
        const userId = context.session?.user.id;
        if (userId !== undefined) await endBegun(userId);
      }),
    },
  };
}

const CHANGE_PASSWORD = '/change-password';
