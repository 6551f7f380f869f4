import type { AssetItem } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { RefusedError } from '../../operations/refused-error.js';

export const SELECT_ASSETS = `
  select a.id, a.kind, a.name, a.body, a.file_name, a.media_type, a.size_bytes, a.archived_at, a.created_at from assets a`;

/** A row that `SELECT_ASSETS` reads. */
export interface AssetRow extends Omit<AssetItem, 'is_archived' | 'created_at'> {
  readonly archived_at: Date | null;
  readonly created_at: Date;
}

/** An asset as its team sees it. */
export function assetFromRow({ archived_at, created_at, ...asset }: AssetRow): AssetItem {
  return { ...asset, is_archived: archived_at !== null, created_at: created_at.toISOString() };
}

/** An asset of a program, or a refusal. */
export async function findAsset(
  client: Pool | ClientBase,
  programId: number,
  assetId: number,
): Promise<AssetItem> {
  const { rows } = await client.query<AssetRow>(`${SELECT_ASSETS} where a.id = $1 and a.program_id = $2`, [
    assetId,
    programId,
  ]);
  const row = rows[0];
  if (row === undefined) throw new RefusedError('not_found');
  return assetFromRow(row);
}
