import Type, { type Static } from 'typebox';
import { Id, nullable, PAGE_QUERY, pageOf, Time } from './shapes.js';

// Files and texts that a program offers its partners.

/** The size of the largest file. */
export const MAX_ASSET_BYTES = 5 * 1024 * 1024;

/** What files may be, by the ending of their name. SVG is not among them: it can contain scripts. */
export const ASSET_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  pdf: 'application/pdf',
  zip: 'application/zip',
  txt: 'text/plain',
};

const Name = Type.String({ minLength: 1, maxLength: 200 });
const Body = Type.String({
  minLength: 1,
  maxLength: 10_000,
  description: '`{link}` stands for the link of the partner who reads it.',
});

export const AssetItem = Type.Object({
  id: Id,
  kind: Type.Enum(['file', 'text']),
  name: Type.String(),
  body: nullable(Type.String({ description: 'Of a text.' })),
  file_name: nullable(Type.String()),
  media_type: nullable(Type.String()),
  size_bytes: nullable(Type.Integer()),
  is_archived: Type.Boolean({ description: 'Partners do not see it.' }),
  created_at: Time,
});

/** As partners see it: a text has their own link. */
export const PartnerAssetItem = Type.Omit(AssetItem, ['is_archived']);

export const AssetPage = pageOf(AssetItem);
export const PartnerAssetPage = pageOf(PartnerAssetItem);

export const AssetQuery = Type.Object({
  archived: Type.Optional(Type.Enum(['true', 'false'], { description: 'Default: `false`.' })),
  ...PAGE_QUERY,
});

/** Either `body`, or `file_name` and `content`. */
export const AssetCreate = Type.Object({
  name: Name,
  body: Type.Optional(Body),
  file_name: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 200,
      pattern: '^[^\\u0000-\\u001f\\u007f/\\\\]+$',
      description: 'Ends in png, jpg, jpeg, webp, gif, pdf, zip or txt, as the content is.',
    }),
  ),
  content: Type.Optional(
    Type.String({
      minLength: 4,
      maxLength: Math.ceil(MAX_ASSET_BYTES / 3) * 4,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'The file in Base64, up to 5 MB.',
    }),
  ),
});

export const AssetUpdate = Type.Object({
  name: Type.Optional(Name),
  body: Type.Optional(Body),
  is_archived: Type.Optional(Type.Boolean()),
});

export type AssetItem = Static<typeof AssetItem>;
export type AssetCreate = Static<typeof AssetCreate>;
export type PartnerAssetItem = Static<typeof PartnerAssetItem>;
