import { describe, expect, test } from 'vitest';
import { verifyBooks } from '../../src/verify/verify.js';
import { engines } from '../support/engines.js';
import { openProgram } from '../support/open-program.js';
import { seedPartner, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

describe.each(engines)('verify on %s', (engine) => {
  const service = shared(() => startService(engine));

  test('names edits of who is paid for a link, and of where it leads', async () => {
    const { program, send } = await openProgram(service);
    const other = await seedPartner(service.pool, program);
    const short_link = uniqueName('link');
    const made = await send('POST', '/links', { short_link, partner_id: program.partnerId });
    expect(made.status).toBe(200);
    const differences = async () => (await verifyBooks(service.pool)).differences;
    const before = await differences();
    const edits = [
      [
        `partner_id = ${other.partnerId}`,
        `partner_id = ${program.partnerId}`,
        /its partner_id is \d+; the audit log says \d+/,
      ],
      [`short_link = 'Other'`, `short_link = '${short_link}'`, /its short_link is Other; the audit log says/],
      [`destination_url = 'https://x.test/'`, 'destination_url = null', /its destination_url is/],
      ['deactivated_at = now()', 'deactivated_at = null', /it is turned off; the audit log says otherwise/],
    ] as const;
    for (const [edit, undo, what] of edits) {
      const update = (set: string) =>
        service.pool.query(`update links set ${set} where id = $1`, [made.body.id]);
      await update(edit);
      const found = (await differences()).filter(({ table }) => table === 'links');
      expect(found).toEqual(
        expect.arrayContaining([expect.objectContaining({ what: expect.stringMatching(what) })]),
      );
      await update(undo);
    }
    expect(await differences()).toEqual(before);
  });
});
