import { randomInt } from 'node:crypto';
import type { LinkItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { isUniqueViolation } from '../../database/transaction.js';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import { destinationType, shortLinkType } from '../../operations/value-types.js';
import { readLink } from './read-link.js';
import { shortLinkKeyOf } from './short-link-key.js';

/** What a link is to be. A short link that is not given is generated. */
export interface NewLink {
  readonly programId: number;
  readonly partnerId: number;
  readonly shortLink: string | null;
  readonly destinationUrl: string | null;
}

/** Stores a referral link of a partner who takes part in the program and is neither rejected nor suspended. */
export async function insertLink(client: ClientBase, link: NewLink): Promise<LinkItem> {
  const { rows: enrollments } = await client.query<{
    workspace_id: number;
    status: string;
    archived: boolean;
  }>(
    `select p.workspace_id, e.status, p.archived_at is not null as archived
       from enrollments e join programs p on p.id = e.program_id
      where e.program_id = $1 and e.partner_id = $2`,
    [link.programId, link.partnerId],
  );
  const enrollment = enrollments[0];
  if (enrollment === undefined) throw new RefusedError('not_found');
  if (enrollment.archived) throw new RefusedError('program_archived');
  if (enrollment.status !== 'approved') throw new RefusedError('partner_not_approved');
  const shortLink = parseValue(shortLinkType, link.shortLink ?? generateSlug(), 'short_link');
  const destination =
    link.destinationUrl === null ? null : parseValue(destinationType, link.destinationUrl, 'destination_url');
  const { rows } = await client
    .query<{ id: number }>(
      `insert into links (workspace_id, program_id, partner_id, short_link, short_link_key, destination_url)
       values ($1, $2, $3, $4, $5, $6) returning id`,
      [
        enrollment.workspace_id,
        link.programId,
        link.partnerId,
        shortLink,
        shortLinkKeyOf(shortLink),
        destination,
      ],
    )
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new RefusedError('short_link_taken') : error;
    });
  return readLink(client, link.programId, rows[0]?.id ?? 0);
}

// Without letters and digits that are read as each other; nine of them are enough that two hardly ever meet.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 9;

function generateSlug(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
