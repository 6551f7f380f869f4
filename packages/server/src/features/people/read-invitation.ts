import { InvitationView } from '@svc/contract';
import Type from 'typebox';
import { defineRead } from '../../operations/define-operation.js';
import { findInvitation } from './find-invitation.js';

export const readInvitation = defineRead({
  name: 'readInvitation',
  route: 'GET /api/invitation',
  permission: 'anyone',
  summary: 'The invitation whose token is in the header x-invitation-token',
  input: Type.Object({ token: Type.Optional(Type.String()) }),
  inputHeaders: { token: 'x-invitation-token' },
  output: InvitationView,
  errors: ['invitation_not_found'],
  run: ({ pool, input }) => findInvitation(pool, input.token ?? '', { lock: false }),
});
