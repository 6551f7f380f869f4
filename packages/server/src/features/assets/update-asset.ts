import { isDeepStrictEqual } from 'node:util';
import { AssetItem, AssetUpdate } from '@svc/contract';
import { changed, unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { findAsset } from './asset-item.js';

export const updateAsset = defineOperation({
  name: 'updateAsset',
  route: 'PATCH /api/programs/:programId/assets/:id',
  permission: 'partner:write',
  summary: 'Rename an asset, change its text, or archive it so that partners no longer see it',
  input: AssetUpdate,
  output: AssetItem,
  audit: 'asset.update',
  async run({ client, scope: { programId }, input, id }) {
    const assetId = id();
    await client.query('select 1 from assets where id = $1 and program_id = $2 for no key update', [
      assetId,
      programId,
    ]);
    const before = await findAsset(client, programId, assetId);
    if (input.body !== undefined && before.kind !== 'text') throw new RefusedError('field_invalid', 'body');
    await client.query(
      `update assets set name = $2, body = $3,
              archived_at = case when $4::boolean then coalesce(archived_at, now()) end
        where id = $1`,
      [
        assetId,
        input.name ?? before.name,
        input.body ?? before.body,
        input.is_archived ?? before.is_archived,
      ],
    );
    const after = await findAsset(client, programId, assetId);
    if (isDeepStrictEqual(before, after)) return unchanged(after);
    return changed(after, { on: 'asset', id: assetId, before, after });
  },
});
