import { randomUUID } from 'node:crypto';
import { findPasswordFault, PASSWORD_RULES } from '../../auth/password-rules.js';
import type { MemberEntry } from './provision-file.js';
import { type Row, type Run, settleRow } from './run.js';

/** Gives a user the password of the file, unless it is already theirs. Sessions stay as they are. */
async function settlePassword(run: Run, userId: string, member: MemberEntry): Promise<boolean> {
  const { rows } = await run.client.query<{ id: string; password: string | null }>(
    `select id, password from accounts where provider_id = 'credential' and account_id = $1 for no key update`,
    [userId],
  );
  const account = rows[0];
  const { password } = member;
  if (account === undefined) {
    const fault = findPasswordFault(password, member.email);
    if (fault !== null) run.problems.push(`${member.path}.password: ${PASSWORD_RULES[fault]}`);
  }
  if (account?.password && (await run.passwords.verify(password, account.password))) return false;
  const hash = await run.passwords.hash(password);
  if (account === undefined) {
    await run.client.query(
      `insert into accounts (id, user_id, provider_id, account_id, password) values ($1, $2, 'credential', $2, $3)`,
      [randomUUID(), userId, hash],
    );
  } else {
    await run.client.query('update accounts set password = $2, updated_at = now() where id = $1', [
      account.id,
      hash,
    ]);
  }
  return true;
}

async function settleUser(run: Run, member: MemberEntry): Promise<string> {
  const count = run.counts.users;
  const unchangedBefore = count.unchanged;
  const user = (await settleRow(run, 'users', member.path, {
    table: 'users',
    key: { email: member.email },
    values: { name: member.name },
    // Whoever runs the service vouches for the address.
    onInsert: { id: randomUUID(), email_verified: true },
  })) as Row;
  if ((await settlePassword(run, user.id, member)) && count.unchanged > unchangedBefore) {
    count.unchanged -= 1;
    count.updated += 1;
  }
  return user.id;
}

/**
 * The users the file tells of, who can sign in with the password of the file: ids by email. One who stands in several
 * workspaces is told the same way everywhere. In the order of their emails, as all who apply a file do, so that two of
 * them cannot wait for each other.
 */
export async function applyUsers(
  run: Run,
  members: readonly MemberEntry[],
): Promise<ReadonlyMap<string, string>> {
  const byEmail = new Map(members.map((member) => [member.email, member]));
  const ids = new Map<string, string>();
  for (const email of [...byEmail.keys()].sort()) {
    ids.set(email, await settleUser(run, byEmail.get(email) as MemberEntry));
  }
  return ids;
}

/** Makes everybody of the list a member of the workspace, with the role of the file. */
export async function applyMembers(
  run: Run,
  workspaceId: number,
  members: readonly MemberEntry[],
  userIds: ReadonlyMap<string, string>,
): Promise<void> {
  for (const member of members) {
    await settleRow(run, 'members', member.path, {
      table: 'workspace_members',
      key: { workspace_id: workspaceId, user_id: userIds.get(member.email) },
      values: { role: member.role },
    });
  }
}
