import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import type { Now } from '../../clock.js';
import { DecryptionError, type Encryption } from '../../crypto/encryption.js';
import { withTransaction } from '../../database/transaction.js';
import type { SigningKey } from './seal.js';

/** The purpose for which `createEncryption` derives what encrypts private keys. */
export const SEAL_KEYS_PURPOSE = 'seal keys';

const ID_LENGTH = 16;

interface KeyRow {
  readonly id: string;
  readonly public_key: string;
  readonly private_key: string;
  readonly created_at: Date;
}

/** A public key, as everybody may know it. */
export interface PublicKey {
  readonly id: string;
  /** SPKI, PEM. */
  readonly publicKey: string;
  readonly createdAt: Date;
}

/** What is signed with. */
export interface SealKeys {
  /** The newest key whose private half can be decrypted; makes one where there is none. */
  current(client: ClientBase): Promise<SigningKey>;
  /**
   * Makes the key at the first start, and encrypts with the current secret what was encrypted with one before. A key that no known
   * secret decrypts signs no more: another one is made, and both stay public. Gives how many keys cannot be decrypted.
   */
  prepare(pool: Pool): Promise<{ readonly unreadable: number }>;
  /** The time that seals and statements say. */
  readonly now: Now;
}

/** Keys, kept by this process once they are read. */
export function createSealKeys(encryption: Encryption, now: Now): SealKeys {
  let known: SigningKey | null = null;
  return {
    now,
    prepare: (pool) => prepareSealKeys(pool, encryption, now()),
    async current(client) {
      known ??= await findSigningKey(client, encryption);
      // One that is made here is kept when it is read again: this transaction may yet fail.
      return known ?? makeKey(client, encryption, now());
    },
  };
}

/** All public keys, newest first. */
export async function loadPublicKeys(client: ClientBase | Pool): Promise<readonly PublicKey[]> {
  const { rows } = await client.query<KeyRow>(
    'select id, public_key, created_at from seal_keys order by created_at desc, id',
  );
  return rows.map((row) => ({ id: row.id, publicKey: row.public_key, createdAt: row.created_at }));
}

/** The id of a public key: the beginning of the SHA-256, in hex, of its SPKI in DER. */
export function idOfKey(publicKey: string): string {
  const der = createPublicKey(publicKey).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('hex').slice(0, ID_LENGTH);
}

async function prepareSealKeys(
  pool: Pool,
  encryption: Encryption,
  nowMs: number,
): Promise<{ unreadable: number }> {
  return withTransaction(pool, async (client) => {
    await client.query('select id from seal_progress where id = 1 for update');
    const rows = await loadKeys(client);
    let unreadable = 0;
    for (const row of rows) {
      const privateKey = decryptKey(row, encryption);
      if (privateKey === null) unreadable += 1;
      else if (!row.private_key.startsWith(encryption.prefix))
        await client.query('update seal_keys set private_key = $2 where id = $1', [
          row.id,
          encryption.encrypt(privateKey, contextOf(row.id)),
        ]);
    }
    if (unreadable === rows.length) await makeKey(client, encryption, nowMs);
    return { unreadable };
  });
}

async function findSigningKey(client: ClientBase, encryption: Encryption): Promise<SigningKey | null> {
  for (const row of await loadKeys(client)) {
    const pem = decryptKey(row, encryption);
    if (pem !== null) return { id: row.id, privateKey: createPrivateKey(pem) };
  }
  return null;
}

async function loadKeys(client: ClientBase): Promise<readonly KeyRow[]> {
  return (await client.query<KeyRow>('select * from seal_keys order by created_at desc, id')).rows;
}

function decryptKey({ id, private_key }: KeyRow, encryption: Encryption): string | null {
  try {
    return encryption.decrypt(private_key, contextOf(id));
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}

async function makeKey(client: ClientBase, encryption: Encryption, nowMs: number): Promise<SigningKey> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const privatePem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const id = idOfKey(publicPem);
  await client.query(
    'insert into seal_keys (id, public_key, private_key, created_at) values ($1, $2, $3, to_timestamp($4::float8 / 1000))',
    [id, publicPem, encryption.encrypt(privatePem, contextOf(id)), nowMs],
  );
  return { id, privateKey };
}

const contextOf = (id: string) => `seal key ${id}`;
