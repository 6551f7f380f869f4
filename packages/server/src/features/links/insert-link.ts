import { randomInt } from 'node:crypto';
import type { ClientBase } from 'pg';
import { isUniqueViolation } from '../../database/transaction.js';
import { type Change, changed } from '../../operations/change.js';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import { destinationType, shortLinkType } from '../../operations/value-types.js';
import { auditedLink, type LinkRow } from './link-item.js';
import { readLinkRow } from './read-link.js';
import { shortLinkKeyOf } from './short-link-key.js';

/** What a link is to be. A short link that is not given is generated. */
export interface NewLink {
  readonly programId: number;
  readonly partnerId: number;
  readonly shortLink: string | null;
  readonly destinationUrl: string | null;
  /** Whether the partner makes it, not the team. */
  readonly isMadeByPartner?: boolean;
}

/** Stores a referral link of a partner who takes part in the program and is approved. */
export async function insertLink(client: ClientBase, link: NewLink): Promise<Change<LinkRow>> {
  const { rows } = await client.query<{ workspace_id: number; status: string; archived: boolean }>(
    `select p.workspace_id, e.status, p.archived_at is not null as archived
       from enrollments e join programs p on p.id = e.program_id
      where e.program_id = $1 and e.partner_id = $2`,
    [link.programId, link.partnerId],
  );
  const enrollment = rows[0];
  if (enrollment === undefined) throw new RefusedError('not_found');
  if (enrollment.archived) throw new RefusedError('program_archived');
  if (enrollment.status !== 'approved') throw new RefusedError('partner_not_approved');
  return storeLink(client, { workspaceId: enrollment.workspace_id, ...link });
}

/** A link as it is stored: of a partner in a program, whatever their status, or of nobody. */
export interface StoredLink extends Omit<NewLink, 'programId' | 'partnerId'> {
  readonly workspaceId: number;
  readonly programId: number | null;
  readonly partnerId: number | null;
}

/** As `insertLink`, for links that need not belong to an approved partner: a provision file has those too. */
export async function storeLink(client: ClientBase, link: StoredLink): Promise<Change<LinkRow>> {
  const { workspaceId, programId, partnerId, destinationUrl, isMadeByPartner = false } = link;
  const shortLink = parseValue(shortLinkType, link.shortLink ?? generateSlug(), 'short_link');
  if (destinationUrl !== null) parseValue(destinationType, destinationUrl, 'destination_url');
  const { rows } = await client
    .query<{ id: number }>(
      `insert into links (workspace_id, program_id, partner_id, short_link, short_link_key, destination_url, made_by_partner)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [
        workspaceId,
        programId,
        partnerId,
        shortLink,
        shortLinkKeyOf(shortLink),
        destinationUrl,
        isMadeByPartner,
      ],
    )
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new RefusedError('short_link_taken') : error;
    });
  const row = await readLinkRow(client, rows[0]?.id ?? 0);
  return changed(row, { on: 'link', id: row.id, before: null, after: auditedLink(row) });
}

// Without letters and digits that are read as each other; nine of them are enough that two hardly ever meet.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 9;

function generateSlug(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
