import type { ClientBase, Pool } from 'pg';
import { referralUrl } from '../links/referral-url.js';

/** A link that clicks are recorded on, with its address: its partner is approved in the program. null: there is none. */
export async function findTestLink(
  source: Pool | ClientBase,
  programId: number,
): Promise<{ readonly shortLink: string; readonly url: string } | null> {
  const { rows } = await source.query<{ short_link: string; destination_url: string | null; domain: string }>(
    `select l.short_link, l.destination_url, p.domain
       from links l
       join enrollments e on e.program_id = l.program_id and e.partner_id = l.partner_id
       join programs p on p.id = l.program_id
      where l.program_id = $1 and e.status = 'approved' and l.deactivated_at is null
        and p.archived_at is null
      order by l.id limit 1`,
    [programId],
  );
  const link = rows[0];
  if (link === undefined) return null;
  const { short_link: shortLink, destination_url: destinationUrl, domain } = link;
  const url = referralUrl({ shortLink, destinationUrl, domain });
  return url === null ? null : { shortLink, url };
}
