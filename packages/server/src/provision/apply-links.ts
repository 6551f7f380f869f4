import { shortLinkKeyOf } from '../features/links/short-link-key.js';
import { auditEffect } from './audit-effects.js';
import { columnsOf, LINK_FIELDS, stillInUse } from './fields.js';
import type { LinkEntry } from './provision-file.js';
import type { Kept, Run } from './run.js';
import { settle } from './settle.js';

/** Where links belong: a partner in a program, or nobody and nowhere. */
export interface LinkHome {
  readonly workspaceId: number;
  readonly programId: number | null;
  readonly partnerId: number | null;
  readonly where: Pick<Kept, 'workspace' | 'program'>;
}

/**
 * Makes the links lead to their home. A short link is one link in the whole service, in whatever letter case. One that a
 * person deactivated stays so.
 */
export async function applyLinks(run: Run, home: LinkHome, links: readonly LinkEntry[]): Promise<void> {
  const { workspaceId, programId, partnerId, where } = home;
  for (const link of links) {
    const settled = await settle(run, {
      kind: 'links',
      path: link.path,
      where,
      table: 'links',
      key: [shortLinkKeyOf(link.shortLink)],
      find: { short_link_key: shortLinkKeyOf(link.shortLink) },
      columns: {
        program_id: { wanted: programId, absent: null },
        partner_id: { wanted: partnerId, absent: null },
        short_link: { wanted: link.shortLink, absent: undefined },
        ...columnsOf(LINK_FIELDS, link),
        ...stillInUse('deactivated_at'),
      },
      onInsert: { workspace_id: workspaceId },
      refuse: (row) =>
        row.workspace_id === workspaceId ? null : `${link.path}.short_link: belongs to another workspace`,
    });
    if (settled === null) continue;
    const actions = { created: 'link.create', updated: 'link.update' };
    const place = { workspaceId, programId };
    const { id } = settled.row;
    auditEffect(run, settled, actions, { on: 'link', id, place }, ({ deactivated_at, ...fields }) => ({
      id,
      ...fields,
      is_active: deactivated_at === null,
    }));
  }
}
