import type { ClientBase, Pool } from 'pg';
import { allowLongStatements } from './silence.js';

/** Runs `read` over one unchanging state of the database, and ends without a trace. Made for reading whole tables. */
export async function inSnapshot<T>(pool: Pool, read: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let unusable: Error | undefined;
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    // Before the snapshot: a month of clicks that is dropped from here on would be missing in it.
    await client.query('lock table clicks in access share mode');
    await allowLongStatements(client);
    await planForWholeTables(client);
    return await read(client);
  } finally {
    unusable = await client.query('rollback').then(
      () => undefined,
      (error: Error) => error,
    );
    client.release(unusable);
  }
}

/** Lets the rest of a transaction join whole tables. */
export async function planForWholeTables(client: ClientBase): Promise<void> {
  // With the few megabytes a statement usually gets, that goes over disk.
  await client.query(`set local work_mem = '64MB'`);
  // The embedded engine's session is set up for looking rows up by their keys.
  for (const plan of ['seqscan', 'hashjoin', 'mergejoin'])
    await client.query(`set local enable_${plan} = on`);
}
