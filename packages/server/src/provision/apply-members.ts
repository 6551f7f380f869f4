import { randomUUID } from 'node:crypto';
import { findPasswordFault, PASSWORD_RULES } from '../auth/password-rules.js';
import { auditEffect } from './audit-effects.js';
import { columnsOf, MEMBER_FIELDS, USER_FIELDS } from './fields.js';
import type { MemberEntry, WorkspaceEntry } from './provision-file.js';
import type { Run } from './run.js';
import { settle } from './settle.js';

/** Lets a new account sign in with the password of the file, which is refused where nobody could choose it. */
async function insertPassword(
  run: Run,
  userId: string,
  { email, password, path }: MemberEntry,
): Promise<void> {
  const fault = findPasswordFault(password, email);
  if (fault !== null) run.problems.push(`${path}.password: ${PASSWORD_RULES[fault]}`);
  await run.client.query(
    `insert into accounts (id, user_id, provider_id, account_id, password) values ($1, $2, 'credential', $2, $3)`,
    [randomUUID(), userId, await run.passwords.hash(password)],
  );
}

/** The account of a person; null where it was removed. `workspaces`: those of the file that the person is in. */
async function applyUser(
  run: Run,
  member: MemberEntry,
  workspaces: readonly { readonly id: number; readonly name: string }[],
): Promise<string | null> {
  const settled = await settle(run, {
    kind: 'users',
    path: member.path,
    where: { workspace: workspaces[0]?.name ?? '', program: null },
    table: 'users',
    key: [member.email],
    find: { email: member.email },
    hasId: true,
    columns: columnsOf(USER_FIELDS, member),
    // Anyone who runs the service vouches for the address.
    onInsert: { id: randomUUID(), email_verified: true },
  });
  if (settled === null) return null;
  const { id } = settled.row;
  // Never for an account that is there, forced or not: its owner may have chosen another password.
  if (settled.outcome === 'created') await insertPassword(run, id, member);
  for (const workspace of workspaces) {
    const actions = { created: 'account.create', updated: 'account.update' };
    const place = { workspaceId: workspace.id, programId: null };
    const { email } = member;
    auditEffect(run, settled, actions, { on: 'account', id, place }, (fields) => ({ id, email, ...fields }));
  }
  return id;
}

/**
 * The people the file names, who can sign in with the password of the file if their account is new: ids by email. One
 * who is in several workspaces is described the same way everywhere. In the order of their emails, so that no two
 * transactions lock them in opposite orders.
 */
export async function applyUsers(
  run: Run,
  workspaces: readonly WorkspaceEntry[],
  workspaceIds: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, string>> {
  const people = new Map<string, { member: MemberEntry; workspaces: { id: number; name: string }[] }>();
  for (const { name, members } of workspaces) {
    const id = workspaceIds.get(name);
    if (id === undefined) continue;
    for (const member of members) {
      const person = people.get(member.email) ?? { member, workspaces: [] };
      person.workspaces.push({ id, name });
      people.set(member.email, person);
    }
  }
  const ids = new Map<string, string>();
  for (const [email, person] of [...people].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const id = await applyUser(run, person.member, person.workspaces);
    if (id !== null) ids.set(email, id);
  }
  return ids;
}

/** Makes the people of the list members of the workspace, with the role of the file. One who was removed stays so. */
export async function applyMembers(
  run: Run,
  workspace: { readonly id: number; readonly name: string },
  members: readonly MemberEntry[],
  userIds: ReadonlyMap<string, string>,
): Promise<void> {
  for (const member of members) {
    const userId = userIds.get(member.email);
    if (userId === undefined) continue;
    const settled = await settle(run, {
      kind: 'members',
      path: member.path,
      where: { workspace: workspace.name, program: null },
      table: 'workspace_members',
      key: [workspace.id, userId],
      find: { workspace_id: workspace.id, user_id: userId },
      columns: columnsOf(MEMBER_FIELDS, member),
    });
    if (settled === null) continue;
    const actions = { created: 'member.create', updated: 'member.update' };
    const place = { workspaceId: workspace.id, programId: null };
    const identity = { user_id: userId, email: member.email, name: member.name };
    auditEffect(run, settled, actions, { on: 'member', id: userId, place }, (fields) => ({
      ...identity,
      ...fields,
    }));
  }
}
