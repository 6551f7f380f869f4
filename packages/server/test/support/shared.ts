import type { Pool } from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { verifyBooks } from '../../src/verify/verify.js';

/**
 * What all tests of a suite use: opened before the first of them and closed after the last, after what the suite itself does
 * then. There is nothing to look into before.
 */
export function shared<Thing extends { close(): Promise<unknown> }>(
  open: () => Promise<Thing>,
  timeoutMs?: number,
): Thing {
  let opened: Thing | undefined;
  beforeAll(async () => {
    opened = await open();
  }, timeoutMs);
  afterAll(() => opened?.close());
  const found = () => {
    if (opened === undefined) throw new Error('this is used before the suite has begun');
    return opened;
  };
  return new Proxy({} as Thing, {
    get: (_target, name) => Reflect.get(found(), name),
    set: (_target, name, value) => Reflect.set(found(), name, value),
  });
}

/** Like `shared`, with a database on which `verify` must find nothing when all tests have ended. */
export function sharedAndVerified<Thing extends { readonly pool: Pool; close(): Promise<unknown> }>(
  open: () => Promise<Thing>,
): Thing {
  const thing = shared(open);
  afterAll(async () => expect((await verifyBooks(thing.pool)).differences).toEqual([]));
  return thing;
}
