import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { canonicalJson } from '@svc/core';
import { type SealedTableName, sha256 } from './sealed-tables.js';

/** What a seal says of the tables it covers: how many rows, and the hash of their hashes. */
export type OfTables<Value> = Readonly<Partial<Record<SealedTableName, Value>>>;

/** A seal before it is signed: everything that `hash` covers. */
export interface SealBody {
  readonly workspace_id: number;
  /** 1, 2, 3 … in each workspace. */
  readonly number: number;
  /** null for the first. */
  readonly previous_hash: string | null;
  readonly counts: OfTables<number>;
  readonly contents: OfTables<string>;
  /** ISO 8601 in UTC with milliseconds. */
  readonly sealed_at: string;
  readonly key_id: string;
}

/** A key that signs seals and statements. */
export interface SigningKey {
  readonly id: string;
  readonly privateKey: KeyObject;
}

/** The hash of a seal, in hex. */
export function hashSeal({
  workspace_id,
  number,
  previous_hash,
  counts,
  contents,
  sealed_at,
  key_id,
}: SealBody): string {
  const body = { workspace_id, number, previous_hash, counts, contents, sealed_at, key_id };
  return sha256(canonicalJson(body)).toString('hex');
}

/** What `contents` has for a table: the SHA-256, in hex, of the hashes of its rows, one after the other. */
export function hashContents(rowHashes: Buffer): string {
  return sha256(rowHashes).toString('hex');
}

/** Signs a text (Ed25519); base64. */
export function signText(text: string, { privateKey }: SigningKey): string {
  return sign(null, Buffer.from(text), privateKey).toString('base64');
}

/** Whether a text was signed with the key of this public one (SPKI, PEM). */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  try {
    return verify(null, Buffer.from(text), createPublicKey(publicKey), Buffer.from(signature, 'base64'));
  } catch {
    // The stored text is not a public key.
    return false;
  }
}
