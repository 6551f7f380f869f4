import { type LinkEntry, shortLinkKeyOf } from './provision-file.js';
import { type Run, settleRow } from './run.js';

/** Where links belong: a partner in a program, or nobody and nowhere. */
export interface LinkHome {
  readonly workspaceId: number;
  readonly programId: number | null;
  readonly partnerId: number | null;
}

/** Makes the links lead to their home. A short link is one link in the whole service, in whatever letter case. */
export async function applyLinks(run: Run, home: LinkHome, links: readonly LinkEntry[]): Promise<void> {
  for (const link of links) {
    await settleRow(run, 'links', `${link.path}.short_link`, {
      table: 'links',
      key: { short_link_key: shortLinkKeyOf(link.shortLink) },
      values: {
        program_id: home.programId,
        partner_id: home.partnerId,
        short_link: link.shortLink,
        destination_url: link.destinationUrl,
      },
      onInsert: { workspace_id: home.workspaceId },
      refuse: (existing) =>
        existing.workspace_id === home.workspaceId ? null : 'belongs to another workspace',
    });
  }
}
