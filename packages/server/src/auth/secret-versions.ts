import { createHash } from 'node:crypto';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Pool } from 'pg';

/** A secret with the number that what it encrypted begins with. */
export interface VersionedSecret {
  readonly version: number;
  readonly value: string;
}

/**
 * Secrets as better-auth takes them, the one in use first. The number is made from the secret itself, so it stays the same
 * when another one is put in front of it, and the order of the others does not matter.
 */
export function versionedSecrets(secrets: readonly string[]): VersionedSecret[] {
  const byVersion = new Map<number, VersionedSecret>();
  for (const value of secrets) {
    const digest = createHash('sha256').update(`version of ${value}`).digest();
    const version = digest.readUIntBE(0, 6);
    if (!byVersion.has(version)) byVersion.set(version, { version, value });
  }
  return [...byVersion.values()];
}

interface FactorRow {
  readonly id: string;
  readonly secret: string;
  readonly backup_codes: string;
}

/**
 * Encrypts everybody's secret of two-factor authentication with the secret in use, so that the previous ones are no longer
 * needed, nor what was written before secrets had numbers. What none of the secrets opens stays as it is and is counted
 * as `unreadable`: its owner signs in with it again once the right secret is back.
 */
export async function reencryptTwoFactors(
  pool: Pool,
  secrets: readonly string[],
): Promise<{ readonly reencrypted: number; readonly unreadable: number }> {
  const versions = versionedSecrets(secrets);
  const [current] = versions;
  if (current === undefined) throw new Error('there is no secret to encrypt with');
  const { rows } = await pool.query<FactorRow>(
    `select id, secret, backup_codes from two_factors
      where not starts_with(secret, $1) or not starts_with(backup_codes, $1)`,
    [`$ba$${current.version}$`],
  );
  let reencrypted = 0;
  for (const row of rows) {
    const secret = await reencrypt(row.secret, versions);
    const backupCodes = await reencrypt(row.backup_codes, versions);
    if (secret === null || backupCodes === null) continue;
    const { rowCount } = await pool.query(
      `update two_factors set secret = $2, backup_codes = $3
        where id = $1 and secret = $4 and backup_codes = $5`,
      [row.id, secret, backupCodes, row.secret, row.backup_codes],
    );
    reencrypted += rowCount ?? 0;
  }
  return { reencrypted, unreadable: rows.length - reencrypted };
}

async function reencrypt(data: string, versions: readonly VersionedSecret[]): Promise<string | null> {
  const plain = await decrypt(data, versions);
  const [current] = versions;
  if (plain === null || current === undefined) return null;
  return symmetricEncrypt({ key: keyOf(versions, current), data: plain });
}

/** What was written before secrets had numbers does not say by which it is opened, so each is tried. */
async function decrypt(data: string, versions: readonly VersionedSecret[]): Promise<string | null> {
  for (const secret of versions) {
    const plain = await symmetricDecrypt({ key: keyOf(versions, secret), data }).catch(() => null);
    if (plain !== null) return plain;
  }
  return null;
}

function keyOf(versions: readonly VersionedSecret[], current: VersionedSecret) {
  const keys = new Map(versions.map(({ version, value }) => [version, value]));
  return { keys, currentVersion: current.version, legacySecret: current.value };
}
