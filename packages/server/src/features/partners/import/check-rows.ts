import { MAX_TAGS, normalizeTag, type PartnerImportRow } from '@svc/contract';
import { normalName } from '@svc/core';
import type { ClientBase } from 'pg';
import { emailType, nameType, shortLinkType } from '../../../operations/value-types.js';
import { mayChangeRules } from '../../groups/group-item.js';
import { loadLinks, loadPartners } from '../../imports/known-rows.js';
import { lostValue, rewrittenValue } from '../../imports/rewritten-cells.js';
import { shortLinkKeyOf } from '../../links/short-link-key.js';
import type { FileRow } from './read-file.js';

/** Where partners are imported, and what the caller may do there. */
export interface ImportScope {
  readonly workspaceId: number;
  readonly programId: number;
  readonly permissions: readonly string[];
}

/** A row as it is answered, with the group of somebody who is to be invited. */
export interface CheckedRow extends PartnerImportRow {
  readonly groupId: number | null;
}

interface Group {
  readonly id: number;
  readonly name: string;
  readonly has_rule: boolean;
}

/** What is here already, and what the rows above have. */
interface Facts {
  readonly scope: ImportScope;
  readonly partners: { has(email: string): boolean };
  readonly groups: ReadonlyMap<string, Group>;
  readonly links: { has(key: string): boolean };
  readonly emailsAbove: Set<string>;
  readonly linksAbove: Set<string>;
}

/** What each row comes to; nothing is written. */
export async function checkRows(
  client: ClientBase,
  scope: ImportScope,
  rows: readonly FileRow[],
): Promise<readonly CheckedRow[]> {
  const keys = rows.flatMap(({ link }) =>
    shortLinkType.parse(link) === undefined ? [] : [shortLinkKeyOf(link)],
  );
  const facts: Facts = {
    scope,
    partners: await loadPartners(client, scope),
    groups: await loadGroups(client, scope.programId),
    links: await loadLinks(client, keys),
    emailsAbove: new Set(),
    linksAbove: new Set(),
  };
  return rows.map((row) => checkRow(row, facts));
}

async function loadGroups(client: ClientBase, programId: number): Promise<ReadonlyMap<string, Group>> {
  const { rows } = await client.query<Group & { readonly name_key: string }>(
    `select id, name, name_key, rule is not null as has_rule from partner_groups
      where program_id = $1 and removed_at is null`,
    [programId],
  );
  return new Map(rows.map((group) => [group.name_key, group]));
}

/** Tags of one cell, each once; null: one of them is none, or they are too many. */
function readTagCell(cell: string): readonly string[] | null {
  const parts = cell.split(/[,;]/).filter((part) => part.trim() !== '');
  const tags = new Set(parts.map(normalizeTag));
  if (tags.has(null) || tags.size > MAX_TAGS) return null;
  return [...tags].filter((tag) => tag !== null).sort();
}

function checkRow(row: FileRow, facts: Facts): CheckedRow {
  const email = emailType.parse(row.email);
  const tags = readTagCell(row.tags);
  const group = facts.groups.get(normalName(row.group));
  const shown = {
    line: row.line,
    email: email ?? row.email,
    name: row.name === '' ? (email ?? row.email) : row.name,
    group: row.group === '' ? null : (group?.name ?? row.group),
    tags: [...(tags ?? [])],
    link: row.link === '' ? null : (shortLinkType.parse(row.link) ?? row.link),
  };
  const answer = (
    result: CheckedRow['result'],
    problem: CheckedRow['problem'] = null,
    value: string | null = null,
  ) => ({
    ...shown,
    result,
    problem,
    value,
    groupId: group?.id ?? null,
  });
  const broken = rewrittenIn(row);
  if (broken !== null) return answer('wrong', 'cell_rewritten', broken);
  if (email === undefined) return answer('wrong', 'email_invalid', row.email);
  if (facts.emailsAbove.has(email)) return answer('wrong', 'duplicate', email);
  facts.emailsAbove.add(email);
  if (facts.partners.has(email)) return answer('known');
  if (nameType.parse(shown.name) === undefined) return answer('wrong', 'name_invalid', row.name);
  if (row.group !== '' && group === undefined) return answer('wrong', 'group_unknown', row.group);
  if (group?.has_rule && !mayChangeRules(facts.scope))
    return answer('wrong', 'group_not_permitted', row.group);
  if (tags === null) return answer('wrong', 'tags_invalid', row.tags);
  const fault = linkFault(row.link, facts);
  return fault === null ? answer('new') : answer('wrong', fault, row.link);
}

/** The cell whose value a spreadsheet has replaced; null: none. Links and tags may look like a shortened day or number. */
function rewrittenIn({ email, name, group, tags, link }: FileRow): string | null {
  const lost = [email, name, group, link, ...tags.split(/[,;]/).map((tag) => tag.trim())].find(
    (cell) => lostValue(cell) !== null,
  );
  return lost ?? [name, group].find((cell) => rewrittenValue(cell) !== null) ?? null;
}

function linkFault(link: string, { links, linksAbove }: Facts): 'link_invalid' | 'link_taken' | null {
  if (link === '') return null;
  if (shortLinkType.parse(link) === undefined) return 'link_invalid';
  const key = shortLinkKeyOf(link);
  if (links.has(key) || linksAbove.has(key)) return 'link_taken';
  linksAbove.add(key);
  return null;
}
