import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { connectPlatform } from '../support/connections.js';
import { engines } from '../support/engines.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { type FileChange, keptOf, provision, provisionWorkspace, storedOf } from './provision-support.js';

describe.each(engines)('a provisioned connection to the card processor on %s', (engine) => {
  const service = shared(() => startService(engine));
  let pool: Pool;
  beforeAll(async () => {
    pool = service.pool;
  });

  const provisioned = (change?: FileChange) => provisionWorkspace(service, change);

  test('that somebody set out to make and gave up is as it was before', async () => {
    const { names, file, workspaceId } = await provisioned((workspace) => {
      workspace.processor = { status: 'not_connected' };
    });
    await pool.query(
      `insert into processor_connect_attempts (workspace_id, state_hash, poll_hash, expires_at)
       values ($1, $2, $3, now() - interval '1 minute')`,
      [workspaceId, hash('sha256', `state ${workspaceId}`), hash('sha256', `poll ${workspaceId}`)],
    );
    file.workspaces[0].processor = { status: 'connected', account_id: names.account };
    expect((await provision(pool, file)).kept).toEqual([]);
    expect((await storedOf(pool, names.workspace)).payment_connections).toMatchObject([
      { status: 'connected', account_id: names.account },
    ]);
  });

  test('to another account that a person made stays, with all that is known of it', async () => {
    const { names, file, workspaceId } = await provisioned();
    await pool.query(
      `update payment_connections set account_id = $2, payouts_enabled = false where workspace_id = $1`,
      [workspaceId, `${names.account}-new`],
    );
    file.workspaces[0].processor.charges_enabled = false;
    const before = await storedOf(pool, names.workspace);
    const report = await provision(pool, file);
    expect(await storedOf(pool, names.workspace)).toEqual(before);
    expect(keptOf(report).map(([place]) => place)).toEqual([
      'workspaces[0].processor.account_id',
      'workspaces[0].processor.charges_enabled',
      'workspaces[0].processor.payouts_enabled',
    ]);
  });

  test('whose account another workspace has since does not stop the next start', async () => {
    const { names, file, workspaceId } = await provisioned();
    const other = await provisioned((workspace) => {
      delete workspace.processor;
    });
    await pool.query(
      `update payment_connections set account_id = null, status = 'disconnected' where workspace_id = $1`,
      [workspaceId],
    );
    await connectPlatform(pool, other.workspaceId, { account_id: names.account });
    expect((await provision(pool, file)).kept.length).toBeGreaterThan(0);
    await expect(provision(pool, file, true)).rejects.toThrow('is connected to another workspace');
  });
});
