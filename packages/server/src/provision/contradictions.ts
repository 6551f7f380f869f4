import { shortLinkKeyOf } from '../features/links/short-link-key.js';
import type { Checker } from './checker.js';
import type { MemberEntry, ProvisionFile, WorkspaceEntry } from './provision-file.js';

interface Person {
  readonly path: string;
  readonly name: string;
  readonly password?: string;
}

/** One person may be in several places, with the same data everywhere: otherwise each run would change it twice. */
function refuseOtherAccount(
  checker: Checker,
  seen: Map<string, Person>,
  email: string,
  person: Person,
): void {
  if (email === '') return;
  const first = seen.get(email);
  if (first === undefined) {
    seen.set(email, person);
    return;
  }
  for (const key of ['name', 'password'] as const) {
    if (person[key] !== first[key]) {
      checker.refuse(`${person.path}.${key}`, `differs from the one of the same email at ${first.path}`);
    }
  }
}

function checkMembers(checker: Checker, users: Map<string, Person>, members: readonly MemberEntry[]): void {
  const inWorkspace = new Map<string, string>();
  for (const member of members) {
    checker.once(inWorkspace, member.email, `${member.path}.email`);
    refuseOtherAccount(checker, users, member.email, member);
  }
}

function checkPartners(checker: Checker, workspace: WorkspaceEntry): void {
  const people = new Map<string, Person>();
  for (const program of workspace.programs) {
    const inProgram = new Map<string, string>();
    for (const { path, email, name } of program.partners) {
      checker.once(inProgram, email, `${path}.email`);
      refuseOtherAccount(checker, people, email, { path, name });
    }
  }
}

/** Refuses what the file says twice: natural keys, and values that can belong to one entry only. */
export function refuseContradictions(checker: Checker, file: ProvisionFile): void {
  const workspaceNames = new Map<string, string>();
  const accounts = new Map<string, string>();
  const tokens = new Map<string, string>();
  const shortLinks = new Map<string, string>();
  const users = new Map<string, Person>();
  for (const workspace of file.workspaces) {
    const { path, processor, programs } = workspace;
    checker.once(workspaceNames, workspace.name, `${path}.name`);
    checker.once(accounts, processor?.account_id ?? '', `${path}.processor.account_id`);
    const programNames = new Map<string, string>();
    const linkHosts = new Map<string, string>();
    for (const program of programs) {
      checker.once(programNames, program.name, `${program.path}.name`);
      checker.once(tokens, program.apiToken ?? '', `${program.path}.api_token`);
      for (const [index, host] of (program.linkDomains ?? []).entries())
        checker.once(linkHosts, host, `${program.path}.link_domains[${index}]`);
    }
    checkMembers(checker, users, workspace.members);
    checkPartners(checker, workspace);
    const partnerLinks = programs.flatMap((program) => program.partners.flatMap((partner) => partner.links));
    for (const link of [...partnerLinks, ...workspace.links]) {
      checker.once(shortLinks, shortLinkKeyOf(link.shortLink), `${link.path}.short_link`);
    }
  }
}
