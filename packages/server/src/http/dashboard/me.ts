import { MeAnswer, responsesOf } from '@svc/contract';
import type { FastifyInstance } from 'fastify';
import { permissionsOf } from '../../auth/permissions.js';
import { listMemberships } from '../../operations/list-memberships.js';
import { isPartner } from '../../operations/portal/list-partner-programs.js';
import { type DashboardContext, userOf } from './access.js';

/** Tells who is signed in, and what they may do where. Contract section 5. */
export function registerMe(app: FastifyInstance, { database }: DashboardContext): void {
  app.get('/api/me', {
    config: { permission: 'session' },
    schema: {
      tags: ['dashboard'],
      security: [{ session: [] }],
      summary: 'Who is signed in, with workspaces and permissions',
      response: responsesOf(MeAnswer, ['authentication_required']),
    },
    handler: async (request): Promise<MeAnswer> => {
      const { hasTwoFactor, ...user } = userOf(request);
      const memberships = await listMemberships(database.pool, user.id);
      return {
        user: { ...user, two_factor: hasTwoFactor },
        workspaces: memberships.map(({ id, name, role, requiresTwoFactor }) => ({
          id,
          name,
          role,
          permissions: [...permissionsOf(role)],
          two_factor_required: requiresTwoFactor,
        })),
        is_partner: await isPartner(database.pool, user.id),
      };
    },
  });
}
