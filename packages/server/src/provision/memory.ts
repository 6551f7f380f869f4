import { isDeepStrictEqual } from 'node:util';
import type { ClientBase } from 'pg';

/** A value as the memory keeps it and as the audit log and messages show it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A value of a column or of the file as JSON: times in ISO 8601, what is missing as null. */
export function toJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value ?? null)) as Json;
}

/** What provision files have applied to one object. */
export interface Remembered {
  /** The row's id; for rows that are found by their natural key only, that key. */
  readonly objectId: string;
  /** The last value applied to each field. */
  readonly applied: Readonly<Record<string, Json>>;
}

export type NaturalKey = readonly (string | number)[];

/** What earlier runs have applied, and what this one adds; the table is written by `save`. Contract-2, 7.1. */
export interface Memory {
  find(table: string, key: NaturalKey): Remembered | undefined;
  /** The same object under whatever name a file gave it. */
  findById(table: string, objectId: string): Remembered | undefined;
  remember(table: string, key: NaturalKey, remembered: Remembered): void;
  save(): Promise<void>;
}

interface StoredRow {
  readonly kind: string;
  readonly object_key: string;
  readonly object_id: string;
  readonly applied: Remembered['applied'];
}

/**
 * Waits until no other run is applying a file, and reads what all earlier ones have applied. Until the transaction ends,
 * other runs wait.
 */
export async function openMemory(client: ClientBase): Promise<Memory> {
  await client.query('select 1 from provision_turns where id = 1 for update');
  const { rows } = await client.query<StoredRow>(
    'select kind, object_key, object_id, applied from provisioned_objects',
  );
  const byKey = new Map<string, Remembered>();
  const byId = new Map<string, Remembered>();
  const changed = new Map<string, StoredRow>();

  function put(row: StoredRow): void {
    const remembered = { objectId: row.object_id, applied: row.applied };
    byKey.set(placeOf(row.kind, row.object_key), remembered);
    byId.set(placeOf(row.kind, row.object_id), remembered);
  }
  for (const row of rows) put(row);

  return {
    find: (table, key) => byKey.get(placeOf(table, JSON.stringify(key))),
    findById: (table, objectId) => byId.get(placeOf(table, objectId)),
    remember(table, key, remembered) {
      const objectKey = JSON.stringify(key);
      const place = placeOf(table, objectKey);
      if (isDeepStrictEqual(byKey.get(place), remembered)) return;
      const { objectId, applied } = remembered;
      const row = { kind: table, object_key: objectKey, object_id: objectId, applied };
      put(row);
      changed.set(place, row);
    },
    save: () => saveRows(client, [...changed.values()]),
  };
}

function placeOf(kind: string, key: string): string {
  return `${kind} ${key}`;
}

async function saveRows(client: ClientBase, rows: readonly StoredRow[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query(
    `insert into provisioned_objects (kind, object_key, object_id, applied)
     select kind, object_key, object_id, applied::jsonb
       from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as new (kind, object_key, object_id, applied)
     on conflict (kind, object_key) do update set object_id = excluded.object_id, applied = excluded.applied`,
    [
      rows.map((row) => row.kind),
      rows.map((row) => row.object_key),
      rows.map((row) => row.object_id),
      rows.map((row) => JSON.stringify(row.applied)),
    ],
  );
}
