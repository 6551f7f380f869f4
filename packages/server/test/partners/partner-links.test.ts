import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { signIn, signInAs } from '../support/management.js';
import { createSender } from '../support/open-program.js';
import { seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { seedPartnerUser } from '../support/workspace.js';

describe.each(engines)('links that partners make on %s', (engine) => {
  const service = shared(() => startService(engine, { rateLimit: false }));

  /** A partner of two programs who has made so many links since `age` ago, and the team. */
  async function openPartner(made: number, age = '0 hours') {
    const program = await seedProgram(service.pool);
    const sister = await seedProgram(service.pool, { workspaceId: program.workspaceId });
    await service.pool.query(
      `insert into enrollments (program_id, partner_id, status) values ($1, $2, 'approved')`,
      [sister.programId, program.partnerId],
    );
    await service.pool.query(
      `insert into links (workspace_id, program_id, partner_id, short_link, short_link_key, made_by_partner, created_at)
       select $1, $2, $3, $4 || n, $4 || n, true, now() - $5::interval + n * interval '1 second' from generate_series(1, $6) n`,
      [program.workspaceId, program.programId, program.partnerId, uniqueName('own'), age, made],
    );
    const { email } = await seedPartnerUser(service.pool, program, program.partnerId);
    const cookie = await signIn(service, email);
    const owner = await signInAs(service, program.workspaceId, 'owner');
    const senderOf = (programId: number) =>
      createSender(service, cookie, `/api/partner/programs/${programId}`);
    return {
      partner: senderOf(program.programId),
      elsewhere: senderOf(sister.programId),
      team: createSender(service, owner, `/api/programs/${program.programId}`),
      partnerId: program.partnerId,
    };
  }

  test('are at most 50 a day over all programs, also of many at once, and the team is not limited', async () => {
    const { partner, elsewhere, team, partnerId } = await openPartner(48, '20 hours');
    for (let made = 0; made < 3; made++)
      expect((await team('POST', '/links', { partner_id: partnerId })).status).toBe(200);
    const made = await Promise.all(
      [partner, elsewhere, partner, elsewhere].map((send) => send('POST', '/links', {})),
    );
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429]);
    const refused = await partner('POST', '/links', { short_link: uniqueName('mine') });
    expect([refused.status, refused.body]).toEqual([429, { error: 'Too many requests' }]);
    // The first of the 50 is a day old in four hours.
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(3.9 * 3_600);
    expect(seconds).toBeLessThanOrEqual(4 * 3_600 + 1);
    expect((await team('POST', '/links', { partner_id: partnerId })).status).toBe(200);
  });

  test('do not count when they are more than a day old', async () => {
    const { partner } = await openPartner(60, '25 hours');
    expect((await partner('POST', '/links', {})).status).toBe(200);
  });
});
