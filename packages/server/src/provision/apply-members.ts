import type { MemberItem } from '@svc/contract';
import { findPasswordFault, PASSWORD_RULES } from '../crypto/password-rules.js';
import { changeRole } from '../features/people/change-member.js';
import { createAccount, handOverAccount, lockAccount } from '../features/people/create-account.js';
import { insertMember } from '../features/people/insert-member.js';
import { findMember } from '../features/people/list-members.js';
import { renameAccount } from '../features/people/rename-account.js';
import { changed } from '../operations/change.js';
import { columnsOf, MEMBER_FIELDS, USER_FIELDS } from './fields.js';
import { ChangedMeanwhileError } from './provision-error.js';
import type { MemberEntry, WorkspaceEntry } from './provision-file.js';
import { type Run, record } from './run.js';
import { settle } from './settle.js';

interface NamedWorkspace {
  readonly id: number;
  readonly name: string;
}

/** The hash of the password of the file, which is refused where nobody could choose it. */
async function hashGiven(run: Run, { email, password, path }: MemberEntry): Promise<string> {
  const fault = await findPasswordFault(password, email);
  if (fault !== null) run.problems.push(`${path}.password: ${PASSWORD_RULES[fault]}`);
  return run.passwords.hash(password);
}

/** Inserts an account that can sign in with the password of the file. */
async function insertAccount(run: Run, member: MemberEntry): Promise<{ readonly id: string }> {
  const { email, name } = member;
  const passwordHash = await hashGiven(run, member);
  const id = await createAccount(run.client, { email, name, passwordHash, isVerified: true });
  if (id === null) throw new ChangedMeanwhileError();
  return { id };
}

/**
 * Gives an account whose address was never proven to the person of the file, with the password of the file. Without this, whoever made it by the link
 * of another workspace's invitation would be a member here.
 */
async function takeUnverified(run: Run, member: MemberEntry): Promise<void> {
  const known = await lockAccount(run.client, member.email);
  if (known === null || known.isVerified) return;
  const passwordHash = await hashGiven(run, member);
  await handOverAccount(run.client, { userId: known.userId, name: known.name, passwordHash });
}

/**
 * The account of a person; null where it was removed. The password of a verified one is never changed, forced or not:
 * its owner may have chosen another. `workspaces`: those of the file that the person is in.
 */
async function applyUser(
  run: Run,
  member: MemberEntry,
  workspaces: readonly NamedWorkspace[],
): Promise<string | null> {
  const { email, name } = member;
  const recordEverywhere = (action: string, id: string, nameBefore: string | null) => {
    const after = { id, email, name };
    const before = nameBefore === null ? null : { ...after, name: nameBefore };
    for (const { id: workspaceId } of workspaces) {
      record(
        run,
        action,
        { workspaceId, programId: null },
        changed(after, { on: 'account', id, before, after }),
      );
    }
  };
  await takeUnverified(run, member);
  const settled = await settle(run, {
    kind: 'users',
    path: member.path,
    where: { workspace: workspaces[0]?.name ?? '', program: null },
    table: 'users',
    key: [email],
    find: { email },
    hasId: true,
    columns: columnsOf(USER_FIELDS, member),
    async create() {
      const account = await insertAccount(run, member);
      recordEverywhere('account.create', account.id, null);
      return account;
    },
    async update(row) {
      await renameAccount(run.client, row.id, name);
      recordEverywhere('account.update', row.id, row.name);
    },
  });
  return settled?.row.id ?? null;
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
  const people = new Map<string, { member: MemberEntry; workspaces: NamedWorkspace[] }>();
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
  workspace: NamedWorkspace,
  members: readonly MemberEntry[],
  userIds: ReadonlyMap<string, string>,
): Promise<void> {
  const { client } = run;
  const { id: workspaceId } = workspace;
  const place = { workspaceId, programId: null };
  for (const member of members) {
    const userId = userIds.get(member.email);
    if (userId === undefined) continue;
    await settle<Pick<MemberItem, 'role'>>(run, {
      kind: 'members',
      path: member.path,
      where: { workspace: workspace.name, program: null },
      table: 'workspace_members',
      key: [workspaceId, userId],
      find: { workspace_id: workspaceId, user_id: userId },
      columns: columnsOf(MEMBER_FIELDS, member),
      async create({ role }) {
        record(run, 'member.create', place, await insertMember(client, { workspaceId, userId, role }));
        return {};
      },
      async update() {
        const before = await findMember(client, workspaceId, userId);
        if (before === null) throw new ChangedMeanwhileError();
        record(run, 'member.update', place, await changeRole(client, workspaceId, before, member.role));
      },
    });
  }
}
