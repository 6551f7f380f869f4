import type { SealItem } from '@svc/contract';
import type { SealRow } from '../features/seals/list-seals.js';
import { sealFromRow } from '../features/seals/list-seals.js';
import { hashContents, hashSeal, isSignedBy, type OfTables, type SealBody } from '../features/seals/seal.js';
import { loadPublicKeys } from '../features/seals/seal-keys.js';
import {
  hashSealedRow,
  SEALED_TABLES,
  type SealedRow,
  type SealedTable,
  type SealedTableName,
  selectSealed,
} from '../features/seals/sealed-tables.js';
import type { Check } from './check.js';
import {
  verifyErased,
  verifyNewestSeals,
  verifySealedStates,
  verifyUnsealed,
} from './verify-sealed-states.js';

/** Seals that are checked together. */
const SEALS_AT_ONCE = 20;

interface ContentsRow {
  readonly workspace_id: number;
  readonly number: number;
  readonly table_name: SealedTableName;
  readonly row_ids: readonly number[];
  readonly row_hashes: Buffer;
}

type PublicKeys = ReadonlyMap<string, string>;
type KeptSeals = ReadonlyMap<string, SealItem>;

const nameOf = ({ workspace_id, number }: { readonly workspace_id: number; readonly number: number }) =>
  `workspace ${workspace_id}, seal ${number}`;

/**
 * Checks each seal with the one before it, its signature and the rows it covers, and with the seal of its number that was kept
 * elsewhere. Contract 2, section 16.
 */
export async function verifySeals(check: Check, kept: readonly SealItem[]): Promise<void> {
  const { client } = check;
  const keys: PublicKeys = new Map(
    (await loadPublicKeys(client)).map(({ id, publicKey }) => [id, publicKey]),
  );
  const missing = new Map(kept.map((seal) => [nameOf(seal), seal]));
  const keptByName: KeptSeals = new Map(missing);
  let previous: SealItem | null = null;
  for (;;) {
    const seals = await loadSealsAfter(check, previous);
    if (seals.length === 0) break;
    const contents = await loadContents(check, seals);
    await verifyRows(check, contents);
    for (const seal of seals) {
      const own = contents.filter(
        ({ workspace_id, number }) => workspace_id === seal.workspace_id && number === seal.number,
      );
      verifySeal(check, seal, { previous, own, keys });
      verifyKept(check, seal, { own, keys, kept: keptByName.get(nameOf(seal)) });
      missing.delete(nameOf(seal));
      previous = seal;
    }
  }
  for (const seal of missing.values())
    report(check, seal, 'it was kept elsewhere, and the database does not have it');
  await verifyNewestSeals(check);
  await verifyUnsealed(check);
  await verifySealedStates(check);
  await verifyErased(check);
}

function report(check: Check, seal: SealItem, what: string): void {
  check.report({ table: 'seals', id: nameOf(seal), what });
}

async function loadSealsAfter({ client }: Check, previous: SealItem | null): Promise<SealItem[]> {
  const { rows } = await client.query<SealRow>(
    `select * from seals where (workspace_id, number) > ($1::bigint, $2::bigint)
      order by workspace_id, number limit ${SEALS_AT_ONCE}`,
    [previous?.workspace_id ?? -1, previous?.number ?? 0],
  );
  return rows.map(sealFromRow);
}

async function loadContents({ client }: Check, seals: readonly SealItem[]): Promise<ContentsRow[]> {
  const { rows } = await client.query<ContentsRow>(
    `select c.* from unnest($1::bigint[], $2::bigint[]) as s (workspace_id, number)
       join seal_contents c on c.workspace_id = s.workspace_id and c.number = s.number
      order by c.workspace_id, c.number, c.table_name`,
    [seals.map(({ workspace_id }) => workspace_id), seals.map(({ number }) => number)],
  );
  return rows;
}

/** Compares the rows that seals cover with their hashes in the seals. */
async function verifyRows(check: Check, contents: readonly ContentsRow[]): Promise<void> {
  for (const table of SEALED_TABLES) {
    const ofTable = contents.filter(({ table_name }) => table_name === table.name);
    if (ofTable.length === 0) continue;
    const hashes = await hashRows(
      check,
      table,
      ofTable.flatMap(({ row_ids }) => row_ids),
    );
    for (const { row_ids, row_hashes, ...seal } of ofTable) {
      row_ids.forEach((id, index) => {
        const sealed = row_hashes.subarray(index * 32, index * 32 + 32).toString('hex');
        const found = hashes.get(id);
        if (found?.has(sealed)) return;
        const what = found === undefined ? 'it is gone' : 'it was changed';
        check.report({ table: table.name, id, what: `${what} since it was sealed (${nameOf(seal)})` });
      });
    }
  }
}

/** The hashes of rows as they are now, by what they are found by. */
async function hashRows(
  { client }: Check,
  table: SealedTable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const { rows } = await client.query<SealedRow>(
    selectSealed(table, `where t.${table.key} = any ($1::bigint[])`),
    [[...new Set(ids)]],
  );
  const hashes = new Map<number, Set<string>>();
  for (const row of rows) {
    const own = hashes.get(row.row_id) ?? new Set();
    hashes.set(row.row_id, own.add(hashSealedRow(table, row).toString('hex')));
  }
  return hashes;
}

/** What the database has for a seal: with the seal before it, with what it lists, and with its signature. */
function verifySeal(
  check: Check,
  seal: SealItem,
  {
    previous,
    own,
    keys,
  }: { readonly previous: SealItem | null; readonly own: readonly ContentsRow[]; readonly keys: PublicKeys },
): void {
  const before = previous?.workspace_id === seal.workspace_id ? previous : null;
  const expected = (before?.number ?? 0) + 1;
  if (seal.number !== expected) report(check, seal, `seal ${expected} is missing before it`);
  else if (seal.previous_hash !== (before?.hash ?? null))
    report(check, seal, 'it does not follow the seal before it');
  const listed = contentsOf(own);
  for (const name of tablesOf(seal.contents, listed.contents))
    if (seal.contents[name] !== listed.contents[name] || seal.counts[name] !== listed.counts[name])
      report(check, seal, `its rows of ${name} were changed in seal_contents`);
  if (hashSeal(seal as SealBody) !== seal.hash) report(check, seal, 'its hash is not that of what it says');
  verifySignature(check, seal, keys, 'it');
}

/** The seal that was kept elsewhere, if there is one: genuine, and the same. */
function verifyKept(
  check: Check,
  seal: SealItem,
  {
    own,
    keys,
    kept,
  }: { readonly own: readonly ContentsRow[]; readonly keys: PublicKeys; readonly kept: SealItem | undefined },
): void {
  if (kept === undefined) return;
  if (hashSeal(kept as SealBody) !== kept.hash) {
    report(check, seal, 'the one kept elsewhere was changed: its hash is not that of what it says');
    return;
  }
  verifySignature(check, kept, keys, 'the one kept elsewhere');
  if (kept.hash === seal.hash) return;
  const different = tablesOf(kept.contents, seal.contents).filter(
    (name) => kept.contents[name] !== seal.contents[name],
  );
  const rows = different.map((name) => `${name} (${describeIds(own, name)})`);
  const where =
    rows.length > 0 ? `different rows in ${rows.join(', ')}` : 'the same rows after different seals';
  report(check, seal, `the one kept elsewhere has another hash: ${where}`);
}

function verifySignature(check: Check, seal: SealItem, keys: PublicKeys, which: string): void {
  const key = keys.get(seal.key_id);
  if (key === undefined)
    report(check, seal, `${which} is signed with a key that the service does not have: ${seal.key_id}`);
  else if (!isSignedBy(key, seal.hash, seal.signature)) report(check, seal, `${which} has a wrong signature`);
}

function contentsOf(own: readonly ContentsRow[]): Pick<SealBody, 'counts' | 'contents'> {
  return {
    counts: Object.fromEntries(own.map(({ table_name, row_ids }) => [table_name, row_ids.length])),
    contents: Object.fromEntries(
      own.map(({ table_name, row_hashes }) => [table_name, hashContents(row_hashes)]),
    ),
  } as { counts: OfTables<number>; contents: OfTables<string> };
}

function tablesOf(...each: readonly object[]): SealedTableName[] {
  return [...new Set(each.flatMap((one) => Object.keys(one)))].sort() as SealedTableName[];
}

const MOST_IDS = 20;

/** The rows that a seal of the database lists, in words. */
function describeIds(own: readonly ContentsRow[], name: SealedTableName): string {
  const ids = own.find(({ table_name }) => table_name === name)?.row_ids ?? [];
  if (ids.length === 0) return 'none are left';
  const named = ids.slice(0, MOST_IDS).join(', ');
  return `one or more of ${named}${ids.length > MOST_IDS ? ` and ${ids.length - MOST_IDS} others` : ''}`;
}
