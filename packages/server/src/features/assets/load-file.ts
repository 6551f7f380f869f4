import type { Pool } from 'pg';
import type { FileAnswer } from '../../operations/operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { findAsset } from './asset-item.js';

/** The file of an asset, or a refusal where it is a text. `isForPartners`: archived ones are not there. */
export async function loadFile(
  pool: Pool,
  programId: number,
  assetId: number,
  { isForPartners }: { readonly isForPartners: boolean },
): Promise<FileAnswer> {
  const asset = await findAsset(pool, programId, assetId);
  if (asset.file_name === null || asset.media_type === null) throw new RefusedError('not_found');
  if (isForPartners && asset.is_archived) throw new RefusedError('not_found');
  const { rows } = await pool.query<{ content: Uint8Array }>(
    'select content from asset_chunks where asset_id = $1 order by position',
    [assetId],
  );
  return {
    name: asset.file_name,
    type: asset.media_type,
    content: Buffer.concat(rows.map(({ content }) => content)),
  };
}
