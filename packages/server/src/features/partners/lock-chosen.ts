import { MAX_BULK_PARTNERS, type PartnerItem, type PartnerSelection } from '@svc/contract';
import type { ClientBase } from 'pg';
import { RefusedError } from '../../operations/refused-error.js';
import { findPartners } from './find-partner.js';
import { loadPartners, partnerFilter } from './list-partners.js';

/** Partners that a request is about. */
export interface Chosen {
  readonly partners: readonly PartnerItem[];
  /** More match the filter than one request is about. */
  readonly isCut: boolean;
}

/**
 * The partners that a request is about, locked until the transaction ends and read after that, in the order of their ids. Throws `RefusedError`
 * where it names both ids and a filter, or neither, or somebody who is no partner of the program.
 */
export async function lockChosen(
  client: ClientBase,
  programId: number,
  { ids, filter }: PartnerSelection,
): Promise<Chosen> {
  if ((ids === undefined) === (filter === undefined)) throw new RefusedError('field_invalid', 'ids');
  if (ids !== undefined) {
    const partners = await lockPartners(client, programId, ids);
    if (new Set(ids).size > partners.length) throw new RefusedError('field_invalid', 'ids');
    return { partners, isCut: false };
  }
  const request = { limit: MAX_BULK_PARTNERS, after: null, search: filter?.q ?? null };
  const { data, next } = await loadPartners(client, programId, partnerFilter(filter ?? {}), request);
  const found = data.map(({ id }) => id);
  return { partners: await lockPartners(client, programId, found), isCut: next !== null };
}

/** Partner before enrollment, and each in the order of ids, so that two changes at once cannot wait for each other. */
async function lockPartners(
  client: ClientBase,
  programId: number,
  ids: readonly number[],
): Promise<readonly PartnerItem[]> {
  const lock = (rows: string, where: string) =>
    client.query(
      `select 1 from ${rows} where ${where} = any($2::bigint[]) order by x.id for no key update of x`,
      [programId, ids],
    );
  await lock('enrollments e join partners x on x.id = e.partner_id', 'e.program_id = $1 and x.id');
  await lock('enrollments x', 'x.program_id = $1 and x.partner_id');
  const found = await findPartners(client, programId, ids);
  return [...found.values()].sort((a, b) => a.id - b.id);
}
