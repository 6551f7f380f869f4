import { randomUUID } from 'node:crypto';
import {
  InvitationAccept,
  InvitationAccepted,
  InvitationView,
  SetupDone,
  SetupInput,
  SetupState,
} from '@svc/contract';
import { findPasswordFault } from '../../auth/password-rules.js';
import { hashPassword } from '../../auth/passwords.js';
import { demand } from '../../operations/demand.js';
import { acceptInvitation } from '../../operations/people/accept-invitation.js';
import { findInvitation } from '../../operations/people/find-invitation.js';
import { isSetupNeeded, setUp } from '../../operations/people/set-up.js';
import { passwordType } from '../../operations/provision/values.js';
import { RefusedError } from '../errors.js';
import { isLocalRequest } from '../local-request.js';
import { isSecret } from '../secret-text.js';
import { type Call, type ManagedRoute, read, write } from './routes.js';

/** The hash of a new password, which is refused where signing in would refuse it or where it is too easy to guess. */
function hashUsable(password: string, email: string): Promise<string> {
  const fault = findPasswordFault(password, email);
  if (fault !== null) throw new RefusedError(fault, 'password');
  return hashPassword(demand(passwordType, password, 'password'));
}

/** The first account owns everything, so it takes the token that the operator has, or being at the machine itself. */
function requireSetupToken(call: Call<unknown, SetupInput>): void {
  if (isLocalRequest(call.request)) return;
  const { setupTokenHash } = call.context.settings;
  if (!isSecret(call.body.setup_token ?? '', setupTokenHash)) throw new RefusedError('setup_token_required');
}

/**
 * How an account comes to be: the first one while there is none, all others by invitation. Nobody is signed in here;
 * what is sent is what lets somebody in, so these routes have the limit of signing in.
 */
export const JOINING_ROUTES: readonly ManagedRoute[] = [
  read({
    url: '/api/setup',
    permission: 'anyone',
    summary: 'Whether the first account is still to be made',
    answer: SetupState,
    read: async (call) => {
      const needed = await isSetupNeeded(call.pool);
      return { needed, needs_token: needed && !isLocalRequest(call.request) };
    },
  }),
  write({
    method: 'POST',
    url: '/api/setup',
    permission: 'anyone',
    action: 'workspace.create',
    summary: 'Make the first account and its workspace, while there is none',
    body: SetupInput,
    answer: SetupDone,
    errors: ['already_set_up', 'setup_token_required', 'name_taken'],
    // Hashing comes first and outside the transaction: it is slow on purpose, and would keep others waiting.
    prepare: async (call) => {
      if (!(await isSetupNeeded(call.pool))) throw new RefusedError('already_set_up');
      requireSetupToken(call);
      const { password, email } = call.body;
      return { userId: randomUUID(), passwordHash: await hashUsable(password, email) };
    },
    // The account that is made here.
    actorOf: ({ body, prepared }) => ({ userId: prepared.userId, email: body.email.toLowerCase() }),
    change: (client, { body, prepared }) =>
      setUp(client, { email: body.email, name: body.name, ...prepared }, body.workspace),
  }),
  read({
    url: '/api/invitation',
    permission: 'anyone',
    summary: 'The invitation whose token stands in the header x-invitation-token',
    answer: InvitationView,
    errors: ['invitation_not_found'],
    // In a header, because addresses end up in logs.
    read: (call) => {
      const token = call.request.headers['x-invitation-token'];
      return findInvitation(call.pool, typeof token === 'string' ? token : '', { lock: false });
    },
  }),
  write({
    method: 'POST',
    url: '/api/invitation/accept',
    permission: 'anyone',
    action: 'invitation.accept',
    summary: 'Accept an invitation, with a name and a password where there is no account yet',
    body: InvitationAccept,
    answer: InvitationAccepted,
    errors: ['invitation_not_found'],
    prepare: async ({ pool, body }) => {
      // Whoever has no invitation shall not make the service hash for them.
      const { email } = await findInvitation(pool, body.token, { lock: false });
      const passwordHash = body.password === undefined ? null : await hashUsable(body.password, email);
      return { email, passwordHash };
    },
    // The address the invitation was sent to, which the token proves; not one that is typed here.
    actorOf: ({ prepared }) => ({ userId: null, email: prepared.email }),
    change: (client, { body, prepared }) =>
      acceptInvitation(client, body.token, {
        name: body.name ?? null,
        passwordHash: prepared.passwordHash,
      }),
  }),
];
