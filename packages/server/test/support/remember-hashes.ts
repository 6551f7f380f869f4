import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Callback = (error: Error | null, key: Buffer) => void;
type Scrypt = (
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  options: ScryptOptions,
  callback: Callback,
) => void;

/**
 * Hashing a password costs a tenth of a second of computing, on purpose, and tests sign in hundreds of times with the same
 * password against the same stored hash. scrypt gives the same key for the same input, so within a process each is
 * computed once, by the real scrypt at its real cost. Whatever has a new salt is computed as ever.
 */
const scrypt = crypto.scrypt as Scrypt;
const known = new Map<string, Buffer>();

const rememberingScrypt: Scrypt = (password, salt, length, options, callback) => {
  if (typeof password !== 'string' || typeof salt !== 'string') {
    scrypt(password, salt, length, options, callback);
    return;
  }
  const input = JSON.stringify([password, salt, length, options]);
  const key = known.get(input);
  if (key !== undefined) {
    setImmediate(callback, null, Buffer.from(key));
    return;
  }
  scrypt(password, salt, length, options, (error, computed) => {
    if (error === null) known.set(input, Buffer.from(computed));
    callback(error, computed);
  });
};

if (crypto.scrypt.name !== rememberingScrypt.name) {
  Object.assign(crypto, { scrypt: rememberingScrypt });
  syncBuiltinESMExports();
}
