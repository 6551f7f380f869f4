import Type, { type Static } from 'typebox';
import { Id, nullable, pageOf, Time } from './shapes.js';

// Seals of the books, and the key that signs them. Contract 2, section 16; docs/books.md says how they are checked.

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

export const SealItem = Type.Object({
  workspace_id: Id,
  number: Type.Integer({ description: '1, 2, 3 … in each workspace.' }),
  previous_hash: nullable(Sha256),
  hash: Type.String({ description: 'SHA-256 of the seal as canonical JSON without `hash` and `signature`.' }),
  counts: Type.Record(Type.String(), Type.Integer(), { description: 'How many rows it covers, by table.' }),
  contents: Type.Record(Type.String(), Sha256, {
    description: 'SHA-256 over the hashes of those rows, by table.',
  }),
  sealed_at: Time,
  key_id: Type.String(),
  signature: Type.String({ description: 'Ed25519 signature of `hash`, in base64.' }),
});

export const SealPage = pageOf(SealItem);

const PublicKey = {
  id: Type.String(),
  algorithm: Type.Literal('Ed25519'),
  public_key: Type.String({ description: 'SPKI in PEM.' }),
  created_at: Time,
};

export const SealKey = Type.Object({
  ...PublicKey,
  previous: Type.Array(Type.Object(PublicKey), { description: 'Keys that signed before, newest first.' }),
});

export type SealItem = Static<typeof SealItem>;
export type SealKey = Static<typeof SealKey>;
