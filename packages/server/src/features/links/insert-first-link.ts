import type { ClientBase } from 'pg';
import type { Change } from '../../operations/change.js';
import { RefusedError } from '../../operations/refused-error.js';
import { insertLink } from './insert-link.js';
import type { LinkRow } from './link-item.js';

const MAX_LENGTH = 40;
const MAX_TRIES = 50;
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  þ: 'th',
};

/**
 * The first link of a partner who has none in the program, to the program's site, named after them; null where they have
 * one. A name in use gets a number; a name without Latin letters or digits gives a random short link.
 */
export async function insertFirstLink(
  client: ClientBase,
  {
    programId,
    partnerId,
    name,
  }: { readonly programId: number; readonly partnerId: number; readonly name: string },
): Promise<Change<LinkRow> | null> {
  const { rows: own } = await client.query(
    'select 1 from links where program_id = $1 and partner_id = $2 limit 1',
    [programId, partnerId],
  );
  if (own.length > 0) return null;
  const link = { programId, partnerId, destinationUrl: null };
  await client.query('savepoint first_link');
  try {
    return await insertLink(client, { ...link, shortLink: await findFreeSlug(client, slugOf(name)) });
  } catch (error) {
    if (!(error instanceof RefusedError && error.code === 'short_link_taken')) throw error;
    // Somebody took the name at this moment.
    await client.query('rollback to savepoint first_link');
    return insertLink(client, { ...link, shortLink: null });
  }
}

/** A name as the part of an address, such as `maria-silva`; empty where nothing of it can be used. */
export function slugOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[ßæœøđłþ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');
  return plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '');
}

/** The slug, or the slug with the first free number; null: a random short link is to be used. */
async function findFreeSlug(client: ClientBase, slug: string): Promise<string | null> {
  if (slug === '') return null;
  const candidates = [slug, ...Array.from({ length: MAX_TRIES }, (_, index) => `${slug}-${index + 2}`)];
  const { rows } = await client.query<{ short_link_key: string }>(
    'select short_link_key from links where short_link_key = any($1::text[])',
    [candidates],
  );
  const taken = new Set(rows.map((row) => row.short_link_key));
  return candidates.find((candidate) => !taken.has(candidate)) ?? null;
}
