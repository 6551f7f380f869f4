import type { ClientBase } from 'pg';
import { changeLink } from '../features/links/change-link.js';
import { storeLink } from '../features/links/insert-link.js';
import { shortLinkKeyOf } from '../features/links/short-link-key.js';
import { columnsOf, LINK_FIELDS, stillInUse } from './fields.js';
import type { LinkEntry } from './provision-file.js';
import { type Kept, type Run, record } from './run.js';
import { settle } from './settle.js';

/** Where links belong: a partner in a program, or nobody and nowhere. */
export interface LinkHome {
  readonly workspaceId: number;
  readonly programId: number | null;
  readonly partnerId: number | null;
  readonly where: Pick<Kept, 'workspace' | 'program'>;
}

/** What a file can say of a link. */
interface LinkValues {
  readonly program_id: number | null;
  readonly partner_id: number | null;
  readonly short_link: string;
  readonly destination_url: string | null;
  readonly deactivated_at: null;
}

/** The key of the link that a file names: that of its own spelling, if a link has it from before there was one form of names. */
async function findLinkKey(client: ClientBase, shortLink: string): Promise<string> {
  const key = shortLinkKeyOf(shortLink);
  const literal = shortLink.toLowerCase();
  if (literal === key) return key;
  const { rowCount } = await client.query('select 1 from links where short_link_key = $1', [literal]);
  return rowCount === 0 ? key : literal;
}

/**
 * Makes the links lead to their home. A short link is one link in the whole service, in whatever letter case. One that a
 * person deactivated stays so.
 */
export async function applyLinks(run: Run, home: LinkHome, links: readonly LinkEntry[]): Promise<void> {
  const { client } = run;
  const { workspaceId, programId, partnerId, where } = home;
  const place = { workspaceId, programId };
  for (const link of links) {
    const shortLinkKey = await findLinkKey(client, link.shortLink);
    await settle<LinkValues>(run, {
      kind: 'links',
      path: link.path,
      where,
      table: 'links',
      key: [shortLinkKey],
      find: { short_link_key: shortLinkKey },
      columns: {
        program_id: { wanted: programId, absent: null },
        partner_id: { wanted: partnerId, absent: null },
        short_link: { wanted: link.shortLink, absent: undefined },
        ...columnsOf(LINK_FIELDS, link),
        ...stillInUse('deactivated_at'),
      },
      refuse: (row) =>
        row.workspace_id === workspaceId ? null : `${link.path}.short_link: belongs to another workspace`,
      async create({ short_link: shortLink, destination_url: destinationUrl }) {
        const made = await storeLink(client, { ...home, shortLink, destinationUrl });
        return record(run, 'link.create', place, made);
      },
      async update(row, { deactivated_at, ...changes }) {
        const linkKey = { linkId: row.id, programId: row.program_id };
        const isRestored = deactivated_at !== undefined;
        const change = await changeLink(client, linkKey, {
          ...changes,
          ...(isRestored && { is_active: true }),
        });
        record(run, 'link.update', place, change);
      },
    });
  }
}
