/** What a member of a workspace may be. Contract section 5. */
export const ROLES = ['owner', 'admin', 'member', 'viewer', 'none'] as const;
export type Role = (typeof ROLES)[number];

const READ = ['tracking:read', 'program:read', 'report:read'] as const;
const MANAGE_PARTNERS = ['partner:write', 'link:write'] as const;
const MANAGE_PROGRAMS = [
  'program:write',
  'key:write',
  'api_key:write',
  'commission:write',
  'payout:write',
  'webhook:write',
] as const;
const MANAGE_WORKSPACE = ['workspace:write', 'member:write'] as const;

export type Permission =
  | (typeof READ)[number]
  | (typeof MANAGE_PARTNERS)[number]
  | (typeof MANAGE_PROGRAMS)[number]
  | (typeof MANAGE_WORKSPACE)[number];

/**
 * The matrix of contract section 5, `webhook:write` of contract 2 section 9, and `api_key:write`: each role can do what the one after it can,
 * and more.
 */
export const PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: [...READ, ...MANAGE_PARTNERS, ...MANAGE_PROGRAMS, ...MANAGE_WORKSPACE],
  admin: [...READ, ...MANAGE_PARTNERS, ...MANAGE_PROGRAMS],
  member: [...READ, ...MANAGE_PARTNERS],
  viewer: [...READ],
  none: [],
};

/** What a role may do; null, somebody who is no member, may do nothing. */
export function permissionsOf(role: Role | null): readonly Permission[] {
  return role === null ? [] : PERMISSIONS[role];
}

/** Whether a role includes a permission. */
export function isPermitted(role: Role | null, permission: Permission): boolean {
  return permissionsOf(role).includes(permission);
}
