import { AssetCreate, AssetItem, MAX_ASSET_BYTES } from '@svc/contract';
import type { ClientBase } from 'pg';
import { changed } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { findAsset } from './asset-item.js';
import { assetTypeOf } from './asset-type.js';

/** Exports hold a thousand rows at once. */
const CHUNK_BYTES = 32 * 1024;
/** A file of the largest size in Base64, with the rest of the body. */
const MAX_BODY_BYTES = Math.ceil(MAX_ASSET_BYTES / 3) * 4 + 16_384;

interface File {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

/** The file of a request; null: it is a text. */
function fileOf({ body, file_name: name, content: base64 }: AssetCreate): File | null {
  if (body !== undefined) {
    if (name !== undefined || base64 !== undefined) throw new RefusedError('field_invalid', 'body');
    return null;
  }
  if (name === undefined) throw new RefusedError('field_invalid', 'file_name');
  const content = Buffer.from(base64 ?? '', 'base64');
  if (content.length === 0 || content.length > MAX_ASSET_BYTES) {
    throw new RefusedError('field_invalid', 'content');
  }
  const type = assetTypeOf(name, content);
  if (type === null) throw new RefusedError('field_invalid', 'file_name');
  return { name, type, content };
}

async function insertChunks(client: ClientBase, assetId: number, content: Buffer): Promise<void> {
  const chunks = Array.from({ length: Math.ceil(content.length / CHUNK_BYTES) }, (_, position) =>
    content.subarray(position * CHUNK_BYTES, (position + 1) * CHUNK_BYTES),
  );
  await client.query(
    `insert into asset_chunks (asset_id, position, content)
     select $1, position, content from unnest($2::bytea[]) with ordinality as chunks (content, position)`,
    [assetId, chunks],
  );
}

export const createAsset = defineOperation({
  name: 'createAsset',
  route: 'POST /api/programs/:programId/assets',
  permission: 'partner:write',
  summary: 'Add a file or a text for partners',
  input: AssetCreate,
  maxBodyBytes: MAX_BODY_BYTES,
  output: AssetItem,
  audit: 'asset.create',
  async run({ client, scope: { programId }, input }) {
    const file = fileOf(input);
    const { rows } = await client.query<{ id: number }>(
      `insert into assets (program_id, kind, name, body, file_name, media_type, size_bytes)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [
        programId,
        file === null ? 'text' : 'file',
        input.name,
        input.body ?? null,
        file?.name ?? null,
        file?.type ?? null,
        file?.content.length ?? null,
      ],
    );
    const id = rows[0]?.id ?? 0;
    if (file !== null) await insertChunks(client, id, file.content);
    const after = await findAsset(client, programId, id);
    return changed(after, { on: 'asset', id, before: null, after });
  },
});
