import { type Language, MeAnswer } from '@svc/contract';
import type { Pool } from 'pg';
import { defineRead } from '../../operations/define-operation.js';
import { permissionsOf } from '../../operations/permissions.js';
import { RefusedError } from '../../operations/refused-error.js';
import { isPartner } from '../programs/partner-access.js';
import { listMemberships } from './list-memberships.js';

export const readMe = defineRead({
  name: 'readMe',
  route: 'GET /api/me',
  permission: 'session',
  summary: 'Who is signed in, with workspaces and permissions',
  output: MeAnswer,
  async run({ pool, session }) {
    if (session === null) throw new RefusedError('authentication_required');
    const { hasTwoFactor, ...user } = session.user;
    const memberships = await listMemberships(pool, user.id);
    return {
      user: { ...user, two_factor: hasTwoFactor, language: await chosenLanguage(pool, user.id) },
      workspaces: memberships.map(({ id, name, role, requiresTwoFactor }) => ({
        id,
        name,
        role,
        permissions: [...permissionsOf(role)],
        two_factor_required: requiresTwoFactor,
      })),
      is_partner: await isPartner(pool, user.id),
    };
  },
});

async function chosenLanguage(pool: Pool, userId: string): Promise<Language | null> {
  const { rows } = await pool.query<{ language: Language | null }>(
    'select language from users where id = $1',
    [userId],
  );
  return rows[0]?.language ?? null;
}
