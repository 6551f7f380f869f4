import { SealKey } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { loadPublicKeys, type PublicKey } from './seal-keys.js';

/** The public key of seals and statements, and those before it. Contract 2, section 16. */
export const readSealKey = defineRead({
  name: 'readSealKey',
  route: 'GET /.well-known/svc-seal-key',
  permission: 'anyone',
  summary: 'The public key that seals and statements are signed with',
  output: SealKey,
  async run({ pool }) {
    const [newest, ...previous] = (await loadPublicKeys(pool)).map(toItem);
    if (newest === undefined) throw new RefusedError('not_found');
    return { ...newest, previous };
  },
});

const toItem = ({ id, publicKey, createdAt }: PublicKey) => ({
  id,
  algorithm: 'Ed25519' as const,
  public_key: publicKey,
  created_at: createdAt.toISOString(),
});
