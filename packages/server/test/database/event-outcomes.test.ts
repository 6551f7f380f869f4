import { describe, expect, test } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { engines } from '../support/engines.js';
import { migrationsBefore, openEmptyDatabase } from '../support/migrations.js';

/** As they were before 0011: with what was due and what came of them in their own row. */
const EVENTS = `
  insert into processor_events (event_id, type, body, created_ms, received_at, workspace_id, status, reason, payment_names,
                                attempts, next_attempt_at, settled_at)
  values ('arrived', 't', 'b', 0, '2026-11-01', null, 'waiting', 'New.', null, 1, '2026-11-02', null),
         ('processed', 't', 'b', 0, '2026-11-01', 7, 'processed', 'Done.', null, 2, null, '2026-11-03'),
         ('early', 't', 'b', 0, '2026-11-01', 7, 'ignored', 'Early.', null, 3, '2026-11-09', null),
         ('waiting', 't', 'b', 0, '2026-11-01', 7, 'waiting', 'Its sale.', array['pi_1', 'ch_1'], 1, null, '2026-11-03'),
         ('retried', 't', 'b', 0, '2026-11-01', 7, 'waiting', 'Not yet.', null, 4, '2026-11-04', null),
         ('failed', 't', 'b', 0, '2026-11-01', 7, 'failed', 'It failed.', null, 20, null, '2026-11-03'),
         ('unknown', 't', 'b', 0, '2026-11-01', null, 'waiting', 'Its sale.', array['pi_2'], 1, null, '2026-11-03'),
         ('nobody', 't', 'b', 0, '2026-11-01', null, 'ignored', 'No account.', null, 1, null, '2026-11-03')`;

describe.each(engines)('a database whose events were one row each, on %s', (engine) => {
  test('is migrated with all that is due, and all that came of them', async () => {
    const { pool, close } = await openEmptyDatabase(engine);
    await migrate(pool, { directory: migrationsBefore('0011') });
    await pool.query(EVENTS);
    await migrate(pool);
    const { rows } = await pool.query({
      rowMode: 'array',
      text: `select e.event_id, d.due_at, d.attempts, o.workspace_id, o.status, o.reason_parameters ->> 'text', o.payment_references, o.attempts, o.settled_at
               from processor_events e left join work_items d on d.key = e.id and d.kind = 'provider_event' left join processor_outcomes o on o.id = e.id
              order by e.id`,
    });
    const on = (day: string) => new Date(`2026-11-${day}T00:00:00Z`);
    expect(rows).toEqual([
      ['arrived', on('02'), 1, null, null, null, null, null, null],
      ['processed', null, null, 7, 'processed', 'Done.', null, 2, on('03')],
      ['early', on('09'), 3, 7, 'ignored', 'Early.', null, 3, on('01')],
      ['waiting', null, null, 7, 'waiting', 'Its sale.', ['pi_1', 'ch_1'], 1, on('03')],
      ['retried', on('04'), 4, 7, 'waiting', 'Not yet.', null, 4, on('01')],
      ['failed', null, null, 7, 'failed', 'It failed.', null, 20, on('03')],
      ['unknown', null, null, null, 'waiting', 'Its sale.', ['pi_2'], 1, on('03')],
      ['nobody', null, null, null, 'ignored', 'No account.', null, 1, on('03')],
    ]);
    await close();
  });
});
